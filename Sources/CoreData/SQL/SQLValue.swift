/// A piece of SQL that yields one value, and the kind of that value.
struct SQLValue {
    var fragment: SQLFragment
    var kind: SQLKind

    init(_ fragment: SQLFragment, _ kind: SQLKind) {
        self.fragment = fragment
        self.kind = kind
    }
}
