/// A function that a connection must offer to the SQL that `SQLTranslator` writes.
package struct SQLFunction: Sendable {
    package let name: String
    /// How many arguments it takes; -1 for any number.
    package let argumentCount: Int
    /// Whether equal arguments give equal results, so that SQLite may call it once for constants.
    package let isDeterministic: Bool
    package let body: @Sendable ([SQLBinding]) -> SQLBinding
}
