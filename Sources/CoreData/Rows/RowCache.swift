import Execution

/// The rows that a coordinator's contexts hold at this moment, by key: its snapshots.
///
/// The cache keeps no row alive; a dying slab takes its rows out. So it has exactly the rows that
/// some context holds. The queues of all contexts share it under one lock.
final class RowCache: @unchecked Sendable {
    private let lock = SectionLock()
    /// By `Z_ENT` of the root entity; guarded by `lock`.
    @exclusivity(unchecked) private var tables: ContiguousArray<PagedTable>
    /// Counts the beginnings of readings and the rows forgotten during them; guarded by `lock`.
    @exclusivity(unchecked) private var moment: UInt64 = 0
    /// The moments at which the current readings began; guarded by `lock`.
    @exclusivity(unchecked) private var readers: ContiguousArray<UInt64> = []
    /// The moments at which rows were forgotten during a reading, by key; guarded by `lock`.
    @exclusivity(unchecked) private var forgotten: [UInt64: UInt64] = [:]
    /// The instants at which rows were entered, by key, recorded since the first `expire`.
    @exclusivity(unchecked) private var times: [UInt64: Instant]?
    @exclusivity(unchecked) private var execution: (any Execution)?

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
            if times != nil { times![row.key.bits] = execution!.now }
        }
    }

    /// Enters saved rows, except those that another context has changed or deleted since.
    ///
    /// - Precondition: the caller holds the rows' slabs.
    func enterSaved(_ rows: ContiguousArray<Row>, by reading: Reading) {
        var start = 0
        while start < rows.count {
            let end = min(start + Self.rowsUnderLock, rows.count)
            lock.withLock { enterSaved(rows[start..<end], since: reading.began) }
            start = end
        }
    }

    /// A microsecond's work, so that readers seldom wait for the lock.
    private static let rowsUnderLock = 128

    /// - Precondition: holding the lock.
    private func enterSaved(_ rows: ContiguousArray<Row>.SubSequence, since began: UInt64) {
        var slab: UnsafeRawPointer?
        var table = 0
        for row in rows {
            if row.slabPointer != slab {
                slab = row.slabPointer
                let holder = row.slab
                holder.wasEntered(into: self)
                table = holder.layout.rootNumber
            }
            enterUnlessOlder(row, table: table, since: began)
        }
    }

    /// - Precondition: holding the lock.
    @inline(__always)
    private func enterUnlessOlder(_ row: Row, table: Int, since began: UInt64) {
        let key = row.key
        if !forgotten.isEmpty, forgotten[key.bits] ?? 0 > began { return }
        // Set first, in one look-up; a newer row is rare, and is put back.
        if let present = tables[table].set(UnsafeMutableRawPointer(row.words), at: key.number),
            Row(present.assumingMemoryBound(to: UInt64.self)).version > row.version
        {
            tables[table].set(present, at: key.number)
            return
        }
        if times != nil { times![key.bits] = execution!.now }
    }

    /// A reading of the store, from before its first look at the file until its rows are entered.
    ///
    ///     reader                          writer
    ///     Reading begins
    ///     BEGIN, reads row 7
    ///                                     deletes row 7, COMMIT, forget(7)
    ///     enterFetched: not row 7
    ///     Reading ends
    final class Reading {
        private let cache: RowCache
        fileprivate let began: UInt64

        init(_ cache: RowCache) {
            self.cache = cache
            began = cache.beginReading()
        }

        deinit {
            cache.endReading(began)
        }
    }

    private func beginReading() -> UInt64 {
        lock.withLock {
            moment += 1
            readers.append(moment)
            return moment
        }
    }

    private func endReading(_ began: UInt64) {
        lock.withLock {
            if let index = readers.firstIndex(of: began) { readers.remove(at: index) }
            guard !forgotten.isEmpty else { return }
            let first = readers.first ?? .max
            forgotten = forgotten.filter { $0.value > first }
        }
    }

    /// Enters fetched rows, except those that another context's commit has replaced or deleted.
    func enterFetched(_ slab: RowSlab, by reading: Reading) {
        lock.withLock {
            slab.wasEntered(into: self)
            for index in 0..<slab.count {
                enterUnlessOlder(
                    slab.row(index), table: slab.layout.rootNumber, since: reading.began)
            }
        }
    }

    /// Whether the cache has rows of a hierarchy.
    func hasRows(root: Int) -> Bool {
        lock.withLock { tables[root].count > 0 }
    }

    /// The newest row of an object if it has this version, its slab retained for the caller.
    @inline(__always)
    func retainedRow(_ key: ObjectKey, root: Int, version: Int64) -> Row? {
        lock.lock()
        defer { lock.unlock() }
        guard let pointer = tables[root][key.number] else { return nil }
        let row = Row(pointer.assumingMemoryBound(to: UInt64.self))
        guard row.version == version,
            // Another thread may just have released the slab's last reference: then the row is
            // gone.
            let slab = retainIfAlive(row.slabPointer, as: RowSlab.self)
        else { return nil }
        _ = Unmanaged.passRetained(slab)
        return row
    }

    /// The newest row of an object, its slab retained for the caller; `nil` if no context has it.
    func retainedRow(_ key: ObjectKey, root: Int) -> Row? {
        lock.withLock {
            guard let pointer = tables[root][key.number] else { return nil }
            let row = Row(pointer.assumingMemoryBound(to: UInt64.self))
            guard let slab = retainIfAlive(row.slabPointer, as: RowSlab.self) else { return nil }
            _ = Unmanaged.passRetained(slab)
            return row
        }
    }

    /// The version of the newest row; `nil` if no context has the object.
    func version(_ key: ObjectKey, root: Int) -> Int64? {
        lock.withLock {
            tables[root][key.number].map {
                Row($0.assumingMemoryBound(to: UInt64.self)).version
            }
        }
    }

    /// Forgets an object that was deleted from the store, or changed there past the cache.
    ///
    /// - Parameter reading: a reading that enters no more rows, and need not know.
    func forget(_ key: ObjectKey, root: Int, exceptFor reading: Reading? = nil) {
        let known = reading?.began
        lock.withLock {
            tables[root].remove(at: key.number)
            guard readers.contains(where: { $0 != known }) else { return }
            moment += 1
            forgotten[key.bits] = moment
        }
    }

    /// Forgets a row that was entered at least `age` ago.
    ///
    /// Times are recorded from the first call on: a row entered earlier has an unknown age, and is
    /// forgotten.
    func expire(_ key: ObjectKey, root: Int, after age: Duration, on execution: any Execution) {
        lock.withLock {
            if age > .zero {
                if times == nil {
                    times = [:]
                    self.execution = execution
                } else if let entered = times![key.bits], execution.now - entered < age {
                    return
                }
            }
            tables[root].remove(at: key.number)
        }
    }

    /// Takes a dying slab's rows out of the table, except where a newer row has replaced them.
    func remove(rowsOf slab: RowSlab) {
        lock.withLock {
            let table = slab.layout.rootNumber
            for index in 0..<slab.count {
                let row = slab.row(index)
                guard !row.key.isTemporary, !row.key.isNone else { continue }
                if tables[table][row.key.number] == UnsafeMutableRawPointer(row.words) {
                    tables[table].remove(at: row.key.number)
                    if times != nil { times![row.key.bits] = nil }
                }
            }
        }
    }
}
