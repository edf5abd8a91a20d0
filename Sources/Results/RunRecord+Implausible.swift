extension RunRecord {
    /// The figures of the record that no run can have, in words; `nil` if all are possible.
    ///
    /// A record comes as a file of another process, which may be of an older build or have met a
    /// disk that corrupts. Sums and differences of the values that pass here fit 64 bits, and every
    /// time ends after it began: figures can be computed without a trap.
    package var implausible: String? {
        let phaseTimes = phases.map { ($0.began, $0.ended) }
        let blocks = stretches.flatMap(\.blocks)
        let spans = blocks.flatMap(\.spans)
        var times = phaseTimes
        times += stretches.map { ($0.began, $0.ended) } + blocks.map { ($0.began, $0.ended) }
        times += spans.map { ($0.began, $0.ended) } + operations.map { ($0.began, $0.ended) }
        times += (queues ?? []).flatMap(\.blocks).map { ($0.began, $0.ended) }
        times += (saves ?? []).map { ($0.began, $0.ended) } + (storeTimeline?.times ?? [])
        if let time = times.first(where: { !Self.isTime($0) }) {
            return "something that lasts from \(time.0) to \(time.1) ns"
        }
        let length = phaseTimes.reduce(0) { $0 + ($1.1 - $1.0) }
        if length > Self.longest { return "phases of \(length) ns" }
        let gaps = zip(phaseTimes, phaseTimes.dropFirst())
        if gaps.contains(where: { $0.1 > $1.0 }) { return "two phases at one time" }
        if let instant = instants.first(where: { !Self.instants.contains($0) }) {
            return "something at \(instant) ns"
        }
        if let amount = amounts.first(where: { !Self.amounts.contains($0) }) {
            return "an amount of \(amount)"
        }
        if let count = counts.first(where: { !Self.counts.contains($0) }) {
            return "a count of \(count)"
        }
        return nil
    }

    /// The machine's clock counts from its start: 30 years.
    private static let instants = 0...Int64(1_000_000_000_000_000_000)
    /// Of all phases together, in nanoseconds: ten times the day that a workload may last.
    private static let longest = Int64(864_000_000_000_000)
    /// Counts, bytes and nanoseconds of one thing.
    ///
    /// A clock that is read after another may be some microseconds before it.
    private static let amounts = -1_000_000_000...Int64(1_000_000_000_000_000)
    /// Rows, edits, calls and bytes are counted upwards.
    private static let counts = 0...Int64(1_000_000_000_000_000)

    private static func isTime(_ time: (began: Int64, ended: Int64)) -> Bool {
        instants.contains(time.began) && instants.contains(time.ended) && time.began <= time.ended
    }

    private var instants: [Int64] {
        var instants = operations.map(\.due) + frames.flatMap { [$0.due, $0.finished] }
        instants += freshness.flatMap { [$0.saveCalled, $0.shown] }
        instants += edits.map(\.edited)
        instants += edits.flatMap { edit in
            [edit.saved, edit.committed, edit.durable, edit.silentlyFailed].compactMap(\.self)
        }
        return instants + [terminationBegan, terminationDeadline].compactMap(\.self)
    }

    private var amounts: [Int64] {
        let blocks = stretches.flatMap(\.blocks)
        var amounts = noise + stretches.flatMap { [$0.cpu, $0.runDelay] }
        amounts += blocks.flatMap { [$0.cpu, $0.runDelay] }
        amounts += blocks.flatMap(\.spans).flatMap { [Int64($0.depth), $0.own] }
        amounts += operations.map { Int64($0.index) } + edits.map { Int64($0.operation) }
        amounts += freshness.map { Int64($0.operation) } + queueCPU.map(\.nanoseconds)
        amounts += (queues ?? []).flatMap(\.blocks).map(\.cpu) + (storeTimeline?.amounts ?? [])
        amounts += phases.compactMap(\.processCPUNanoseconds)
        amounts += [
            repetition, listUpdates ?? 0, listRows ?? 0, observerNotes ?? 0, observedObjects ?? 0,
        ].map { Int64($0) }
        return amounts + [processCPUNanoseconds, peakMemoryBytes]
    }

    private var counts: [Int64] {
        let counts = operations.flatMap { [$0.rows, $0.edits] } + edits.map(\.count)
        let stores = store.flatMap { store in
            [store.commits, store.syncs, store.writes, store.bytesWritten, store.checkpoints]
        }
        return (counts + stores + probes.map(\.count)).map { Int64($0) }
    }
}

extension StoreTimeline {
    fileprivate var times: [(began: Int64, ended: Int64)] {
        transactions.map { ($0.began, $0.committed) } + calls.map { ($0.began, $0.ended) }
            + checkpoints.map { ($0.began, $0.ended) }
    }

    fileprivate var amounts: [Int64] {
        let written = transactions.flatMap { [$0.bytes, $0.writes, $0.coordinator] }
        return (written + calls.flatMap { [$0.bytes, $0.count] } + checkpoints.map(\.bytes))
            .map { Int64($0) }
    }
}

extension ExplorationRecord {
    /// The same of a recorded run.
    package var implausible: String? {
        var record = RunRecord(topology: "", variant: "", repetition: 1, build: "")
        record.phases = phases
        record.edits = edits
        return record.implausible
    }
}
