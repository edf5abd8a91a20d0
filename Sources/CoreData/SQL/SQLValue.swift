/// A piece of SQL that yields one value, and the kind of that value.
struct SQLValue {
    var fragment: SQLFragment
    var kind: SQLKind
    /// Cheaper SQL that is NULL where the value is; `nil` if the value's own is as good.
    var presence: SQLFragment?

    init(_ fragment: SQLFragment, _ kind: SQLKind, presence: SQLFragment? = nil) {
        self.fragment = fragment
        self.kind = kind
        self.presence = presence
    }
}
