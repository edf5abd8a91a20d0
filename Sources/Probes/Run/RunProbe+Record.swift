import Execution
import Results
import StoreIO
import WorkloadEngine

extension RunProbe {
    /// Writes everything that was seen into a record, when the run is over.
    ///
    /// - Precondition: on the main thread, outside of any block that is to be recorded.
    /// - Parameter costs: the calibrated cost of each probe's work, in nanoseconds; `nil` where it
    ///   takes no time, as in virtual time.
    package func fill(_ record: inout RunRecord, costs: ProbeCalibration?) {
        let state = state.withLock { $0 }
        record.phases = state.phases.phases
        record.store = state.phases.store
        record.work = state.phases.work
        record.operations = state.operations.sorted { $0.index < $1.index }
        record.frames = Array(state.frames)
        let log = try? trace?.log()
        let timeline = log.map { DurabilityTimeline($0) }
        record.knowsDurability = timeline != nil
        record.edits = edits(in: state, timeline)
        let links = links.withLock { $0 }
        record.silentRoles = links?.silentRoles
        record.freshness = freshness(in: state, operations: record.operations)
        record.noise = state.noise.lateness
        record.peakMemoryBytes = state.peakMemory

        record.refused = state.isContested ? state.refused.sorted() : nil
        record.listUpdates = state.list?.updates
        record.listRows = state.list?.rows
        record.observerNotes = state.observers?.notes
        record.observedObjects = state.observers?.objects
        record.terminationBegan = state.terminationBegan?.nanoseconds
        record.terminationDeadline = state.terminationDeadline?.nanoseconds

        var stretches = recorder.stretches()
        let kinds = Dictionary(
            record.operations.map { ($0.index, $0.kind) }, uniquingKeysWith: { first, _ in first })
        BlockAttribution.attribute(
            &stretches, saves: links?.savesOnMain(state.saves) ?? [], kinds: kinds)
        record.stretches = stretches
        let lanes = QueueLane.lanes(of: recorder.privateBlocks(), state.users)
        record.queueCPU = queueCPU(
            in: state, lanes, stretches: stretches, phases: record.phases)
        record.queues = queues(in: state, lanes, from: record.phases.began)
        record.saves = state.saves.filter { $0.ended >= record.phases.began }
        record.storeTimeline = log.map { log in
            StoreTimelineBuilder(log, from: record.phases.began).timeline(
                of: state.transactions, coordinators: links?.coordinatorNumbers ?? [:])
        }
        record.processCPUNanoseconds = record.phases.lazy.filter(\.isMeasured)
            .compactMap(\.processCPUNanoseconds).reduce(0, +)
        record.probes =
            costs.map { probes(in: state, log, record: record, costs: $0) } ?? []
    }

    private func edits(in state: State, _ timeline: DurabilityTimeline?) -> [EditRecord] {
        (state.ledger?.entries ?? []).map { entry in
            let owner = state.owners[entry.operation]
            let durable = entry.attempt.flatMap { timeline?.durable(committedAfter: $0) }
            return EditRecord(
                operation: entry.operation, role: owner?.role ?? "",
                phase: owner.map { state.phases.name(of: $0.phase) } ?? "", count: entry.count,
                edited: entry.edited.nanoseconds, saved: entry.saved?.nanoseconds,
                committed: entry.committed?.nanoseconds,
                durable: durable.map { max($0.nanoseconds, entry.committed!.nanoseconds) },
                silentlyFailed: entry.silentlyFailed?.nanoseconds)
        }
    }

    private func freshness(in state: State, operations: [OperationRecord]) -> [FreshnessRecord] {
        let phases = Dictionary(
            operations.map { ($0.index, $0.phase) }, uniquingKeysWith: { first, _ in first })
        return state.freshness.batches.compactMap { batch in
            guard let shown = batch.shown, let phase = phases[batch.operation] else { return nil }
            return FreshnessRecord(
                operation: batch.operation, phase: phase,
                saveCalled: batch.saveCalled.nanoseconds, shown: shown.nanoseconds)
        }
    }

    private func queueCPU(
        in state: State, _ lanes: [QueueLane], stretches: [StretchRecord],
        phases: [PhaseRecord]
    ) -> [QueueCPU] {
        let main = execution.mainQueue.id
        let mainRoles =
            state.users.roles(of: main) + (state.frames.isEmpty ? [] : [Role.display.rawValue])
        var entries = QueueShares.entries(
            execution.mainQueue.label, roles: mainRoles.sorted(),
            blocks: stretches.flatMap(\.blocks).map { ($0.began, $0.ended, $0.cpu) },
            phases: phases)
        for lane in lanes {
            entries += QueueShares.entries(
                lane.name, roles: lane.roles,
                blocks: lane.blocks.map {
                    ($0.began.nanoseconds, $0.ended.nanoseconds, $0.cpu)
                }, phases: phases)
        }
        return entries
    }

    /// The blocks of each lane from an instant on, each with the first operation that began in it.
    private func queues(
        in state: State, _ lanes: [QueueLane], from zero: Int64
    ) -> [QueueRecord] {
        var operations: [QueueID: [(index: Int, began: Int64)]] = [:]
        for (operation, queue) in zip(state.operations, state.queuesOfOperations) {
            guard let queue else { continue }
            operations[queue, default: []].append((operation.index, operation.began))
        }
        return lanes.map { lane in
            var begun = lane.queues.flatMap { operations[$0] ?? [] }
                .sorted { ($0.began, $0.index) < ($1.began, $1.index) }[...]
            let blocks = lane.blocks.compactMap { block -> QueueRecord.Block? in
                let (began, ended) = (block.began.nanoseconds, block.ended.nanoseconds)
                guard ended >= zero else { return nil }
                begun = begun.drop { $0.began < began }
                let operation = begun.first.flatMap { $0.began <= ended ? $0.index : nil }
                return QueueRecord.Block(
                    began: began, ended: ended, cpu: block.cpu, operation: operation)
            }
            return QueueRecord(name: lane.name, roles: lane.roles, blocks: blocks)
        }
    }

    private func probes(
        in state: State, _ log: StoreLog?, record: RunRecord, costs: ProbeCalibration
    ) -> [ProbeCost] {
        var counts = state.counts
        let blocks = record.stretches.flatMap(\.blocks)
        let drawing = blocks.count { $0.isDrawing }
        counts.add(.block, blocks.count - drawing, isOnMain: true)
        // On the main queue, but inside of the drawing that `main.busy` excludes.
        counts.add(.displayBlock, drawing, isOnMain: false)
        let spans = blocks.reduce(0) { $1.isDrawing ? $0 : $0 + $1.spans.count }
        counts.add(.span, spans, isOnMain: true)
        addStoreCalls(of: state, log, record, to: &counts)
        counts.add(.noiseTick, record.noise.count, isOnMain: false)
        let looks = [true, false].reduce(0) { $0 + counts.count(of: .arrival, isOnMain: $1) }
        var costs = costs
        costs[.arrival] =
            Double(state.lookingForArrivals.wholeNanoseconds) / Double(max(1, looks))
        costs[.noiseTick] = Double(state.noise.cpu) / Double(max(1, record.noise.count))
        return [true, false].flatMap { isOnMain in
            ProbeKind.allCases.compactMap { kind -> ProbeCost? in
                let count = counts.count(of: kind, isOnMain: isOnMain)
                guard count > 0 else { return nil }
                return ProbeCost(
                    name: kind.name, count: count, unitNanoseconds: costs[kind],
                    isOnMain: isOnMain)
            }
        }
    }

    /// Adds the probe's cost of the store's calls, each counted for the transaction that it was
    /// made for.
    ///
    /// Without a trace their transactions are unknown, and all count as main's, the largest
    /// possible number.
    private func addStoreCalls(
        of state: State, _ log: StoreLog?, _ record: RunRecord, to counts: inout ProbeCounts
    ) {
        let calls = record.store.reduce(0) { $0 + $1.writes + $1.syncs }
        let phases = record.phases.filter(\.isMeasured)
        let onMain = log.map { log in
            let attempts = state.transactions.filter(\.isOnMain).compactMap(\.attempt)
            return StoreCallShares.calls(in: log, of: Set(attempts)) { instant in
                phases.contains {
                    $0.began <= instant.nanoseconds && instant.nanoseconds < $0.ended
                }
            }
        }
        let ofMain = min(calls, onMain ?? calls)
        counts.add(.storeCall, ofMain, isOnMain: true)
        counts.add(.storeCall, calls - ofMain, isOnMain: false)
    }
}
