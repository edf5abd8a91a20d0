/// Rows that a fetch read along the key paths in `relationshipKeyPathsForPrefetching`.
///
/// The fetched objects hold it, and it holds rows, not objects: so the row cache keeps the rows as
/// long as one of the fetched objects lives, without a cycle of references.
final class PrefetchedRows {
    private struct Owner: Hashable {
        let key: ObjectKey
        let toMany: Int
    }

    private struct Members {
        let version: Int64
        let keys: [ObjectKey]
    }

    private var rows: [FetchedRows] = []
    private var members: [Owner: Members] = [:]

    var isEmpty: Bool { rows.isEmpty && members.isEmpty }

    func keep(_ found: FetchedRows) {
        if found.count > 0 { rows.append(found) }
    }

    func keep(_ keys: [ObjectKey], of owner: ObjectKey, toMany: Int, version: Int64) {
        members[Owner(key: owner, toMany: toMany)] = Members(version: version, keys: keys)
    }

    /// The members of a to-many, while its owner's row still has the version they were read with.
    ///
    /// A save that changes members gives their owner a new version.
    func members(of owner: ObjectKey, toMany: Int, version: Int64) -> [ObjectKey]? {
        guard let found = members[Owner(key: owner, toMany: toMany)], found.version == version
        else { return nil }
        return found.keys
    }
}
