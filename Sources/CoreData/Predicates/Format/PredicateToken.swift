/// A word of the predicate language with its place in the format.
struct PredicateToken {
    enum Kind {
        /// A keyword, a part of a key path or a function's name. `#name` is never a keyword.
        case identifier(String, isEscaped: Bool)
        /// `@count`
        case collectionOperator(String)
        /// `$name`
        case variable(String)
        case text(String)
        case integer(Int64)
        case double(Double)
        /// The argument of a `%@` or another conversion for values.
        case value(Any?)
        /// The argument of a `%K`.
        case keyPath(String)
        case symbol(String)
        case end
    }

    let kind: Kind
    /// In Unicode scalars from the format's start.
    let position: Int
}
