/// The keys that one save, or one request for permanent IDs, has replaced at the root of a tree.
///
/// The table keeps them for as long as a context holds the batch.
final class AliasBatch: Sendable {
    /// Counts the root's batches: who has taken one over has taken over all with a lower number.
    let number: Int
    let aliases: ContiguousArray<AliasTable.Alias>
    private let table: AliasTable

    /// What the batch takes in memory, in aliases of a long one. That of one object has a page of
    /// the table to itself, often for as long as the batch lives.
    var weight: Int { aliases.count + AliasTable.pageSize }

    init(_ number: Int, _ aliases: ContiguousArray<AliasTable.Alias>, in table: AliasTable) {
        self.number = number
        self.aliases = aliases
        self.table = table
        table.add(aliases)
    }

    deinit {
        table.remove(aliases.lazy.map(\.former))
    }
}
