/// The keys that one save, or one request for permanent IDs, has replaced at the root of a tree.
///
/// The table keeps them for as long as a context holds the batch.
final class AliasBatch: Sendable {
    /// Counts the root's batches; a context that took one over took over all with lower numbers.
    let number: Int
    let aliases: ContiguousArray<AliasTable.Alias>
    private let table: AliasTable

    /// The memory that the batch takes, measured in aliases.
    ///
    /// Even a batch of one alias occupies a page of the table, often for as long as it lives.
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
