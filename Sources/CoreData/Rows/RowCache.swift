/// The rows that a coordinator's contexts hold at this moment, by key: its snapshots.
///
/// Rows are held unretained; a slab takes its rows out when it goes. So the cache holds what some
/// context holds, and nothing else. Shared by the queues of all contexts, under one lock.
final class RowCache: @unchecked Sendable {
    private let lock = SectionLock()
    /// By `Z_ENT` of the root entity; guarded by `lock`.
    private var tables: ContiguousArray<PagedTable>

    init(entityCount: Int) {
        tables = ContiguousArray(repeating: PagedTable(), count: entityCount + 1)
    }

    deinit {
        for index in tables.indices { tables[index].removeAll() }
        lock.destroy()
    }

    /// Enters a row as the newest of its object.
    func enter(_ row: Row, in slab: RowSlab) {
        lock.withLock {
            slab.wasEntered(into: self)
            tables[slab.layout.rootNumber].set(
                UnsafeMutableRawPointer(row.words), at: row.key.number)
        }
    }

    /// Enters fetched rows, but leaves one that is newer than what the fetch saw: its reader may
    /// have begun before another context's commit.
    func enterFetched(_ slab: RowSlab) {
        lock.withLock {
            slab.wasEntered(into: self)
            for index in 0..<slab.count {
                let row = slab.row(index)
                let table = slab.layout.rootNumber
                if let present = tables[table][row.key.number] {
                    let version = Row(present.assumingMemoryBound(to: UInt64.self)).version
                    if version > row.version { continue }
                }
                tables[table].set(UnsafeMutableRawPointer(row.words), at: row.key.number)
            }
        }
    }

    /// The newest row of an object, its slab retained for the caller; `nil` when no context has it.
    func retainedRow(_ key: ObjectKey, root: Int) -> Row? {
        lock.withLock {
            guard let pointer = tables[root][key.number] else { return nil }
            let row = Row(pointer.assumingMemoryBound(to: UInt64.self))
            guard let slab = retainIfAlive(row.slabPointer, as: RowSlab.self) else { return nil }
            _ = Unmanaged.passRetained(slab)
            return row
        }
    }

    /// The version of the newest row; `nil` when no context has the object.
    func version(_ key: ObjectKey, root: Int) -> Int64? {
        lock.withLock {
            tables[root][key.number].map {
                Row($0.assumingMemoryBound(to: UInt64.self)).version
            }
        }
    }

    /// Forgets an object that was deleted from the store.
    func forget(_ key: ObjectKey, root: Int) {
        lock.withLock { tables[root].remove(at: key.number) }
    }

    /// Takes a dying slab's rows out, where no newer row has taken their place.
    func remove(rowsOf slab: RowSlab) {
        lock.withLock {
            let table = slab.layout.rootNumber
            for index in 0..<slab.count {
                let row = slab.row(index)
                guard !row.key.isTemporary, !row.key.isNone else { continue }
                if tables[table][row.key.number] == UnsafeMutableRawPointer(row.words) {
                    tables[table].remove(at: row.key.number)
                }
            }
        }
    }
}
