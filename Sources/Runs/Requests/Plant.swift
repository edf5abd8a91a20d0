/// What a measured child does wrong on purpose, so that a lab that finds nothing is known to look.
///
/// It comes by the request of a child alone. No option of `lab run` and no key of a workload leads
/// to one, so no ordinary run can have it; `lab selftest` plants them.
package enum Plant: Codable, Sendable, Hashable {
    /// Spans of this cause (Architecture.md, “The causes”) on the main thread take longer, by a
    /// share of what each took: 0.1.
    case cost(cause: String, share: Double)
    /// The store takes the first row of this table and forgets it, without an error.
    case lostRow(table: String)
}
