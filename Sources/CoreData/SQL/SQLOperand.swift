/// One side of a comparison in SQL.
enum SQLOperand {
    /// Known now; how it is bound depends on what it is compared with.
    case constant(Any?)
    case value(SQLValue)
    /// The members of a to-many, or a value of each.
    case collection(SQLCollection)
    /// `{a, b}` with columns in it.
    case list([SQLOperand])
    /// An element of a subquery: key paths go on from it.
    case object(SQLScope)
}
