/// A temporary key and the one that has replaced it.
struct KeyAlias: Sendable {
    let former: ObjectKey
    let key: ObjectKey
}
