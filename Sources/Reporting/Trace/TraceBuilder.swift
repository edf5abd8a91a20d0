import Results

/// Draws one repetition of one topology as tracks.
///
///     phases          ├─ preload ─┤├──────────── import ───────────────┤
///     main            ├block──────┤    ├block────────┤ ├block: merge┤
///                      ├span┤├span┤     ├span┤            ▲
///     importing            ├block──────────────────┤      │ a flow from a save to its merge,
///                           ├save────────────────┤────────┘ another one to its commit
///     operations of ui ├operation┤     ├operation────┤ ▼
///     store: writer              ├transaction───────┤
///     disk                           ├write┤├sync┤
struct TraceBuilder {
    let name: String
    let record: RunRecord
    let crashes: [CrashRecord]
    private let operations: [Int: OperationRecord]
    /// Edits by the instant of their commit.
    private let committed: [Int64: Int]

    /// - Precondition: the repetition has a phase.
    init(name: String, _ repetition: RepetitionResult, of topology: TopologyResult) {
        self.name = "\(name), \(topology.words(for: repetition))"
        record = repetition.record
        crashes = topology.crashes
        operations = Dictionary(
            record.operations.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
        var committed: [Int64: Int] = [:]
        for edit in record.edits {
            if let instant = edit.committed { committed[instant, default: 0] += edit.count }
        }
        self.committed = committed
    }

    /// Whether only main's queue was recorded: the file is older than the records of the others.
    var isMainOnly: Bool { record.queues == nil || record.saves == nil }

    /// How long before the first phase's begin the first recorded thing began, in nanoseconds.
    var lead: Int64 {
        var began = record.stretches.map(\.began) + record.operations.map(\.began)
        began += (record.queues ?? []).flatMap(\.blocks).map(\.began)
        began += (record.saves ?? []).map(\.began) + record.edits.map(\.edited)
        if let store = record.storeTimeline {
            began += store.transactions.map(\.began) + store.calls.map(\.began)
            began += store.checkpoints.map(\.began)
        }
        return max(0, record.began - (began.min() ?? record.began))
    }

    /// Draws everything.
    ///
    /// - Parameter lead: how long after the trace's begin the first phase begins, in nanoseconds;
    ///   at least that of this topology.
    func process(after lead: Int64) -> TraceProcess {
        let zero = record.began - lead
        var queues = [mainSlices()] + privateSlices()
        var connections = connectionSlices()
        linkCommits(&queues, &connections)
        linkMerges(&queues)
        var tracks = TraceTrack.tracks("phases", of: record.phases.map(slice))
        let main = queues[0].slices.isEmpty ? nil : tracks.count
        for queue in queues {
            tracks += TraceTrack.tracks(queue.name, isQueue: true, of: queue.slices)
        }
        for (role, list) in operationsByRole() {
            tracks += TraceTrack.tracks("operations of \(role)", of: list)
        }
        for connection in connections {
            tracks += TraceTrack.tracks(connection.name, of: connection.slices)
        }
        tracks += TraceTrack.tracks("disk", of: diskSlices())
        var process = TraceProcess(name: name, tracks: tracks)
        process.counters = counters()
        process.instants = instants(main: main)
        return process.moved(by: -zero)
    }

    /// Slices of one queue or connection, not nested yet.
    private struct Row {
        var name: String
        /// The contexts whose saves run there.
        var contexts: Set<String> = []
        var slices: [TraceSlice] = []
    }
}

// MARK: - Queues

extension TraceBuilder {
    private func slice(_ phase: PhaseRecord) -> TraceSlice {
        TraceSlice(
            kind: .phase, name: phase.name, began: phase.began, ended: phase.ended,
            arguments: [("measured", .text(phase.isMeasured ? "yes" : "no"))])
    }

    private func mainSlices() -> Row {
        var slices: [TraceSlice] = []
        for block in record.stretches.flatMap(\.blocks) {
            slices.append(slice(block))
            slices += block.spans.map { span in
                TraceSlice(
                    kind: .span, name: span.cause, began: span.began, ended: span.ended,
                    arguments: [("own_us", .time(span.own))])
            }
        }
        slices += (record.saves ?? []).filter(\.isOnMain).map(slice)
        return Row(name: "main", slices: slices)
    }

    private func slice(_ block: BlockRecord) -> TraceSlice {
        let blocked = max(0, block.ended - block.began - block.cpu - block.runDelay)
        return TraceSlice(
            kind: .block, name: block.label, began: block.began, ended: block.ended,
            arguments: [
                ("cpu_us", .time(block.cpu)), ("blocked_us", .time(blocked)),
                ("preempted_us", .time(block.runDelay)),
            ] + arguments(ofOperation: block.operation))
    }

    private func arguments(
        ofOperation index: Int?
    ) -> [(name: String, value: TraceSlice.Value)] {
        guard let index else { return [] }
        guard let operation = operations[index] else { return [("operation", .number(index))] }
        return [
            ("operation", .number(index)), ("role", .text(operation.role)),
            ("kind", .text(operation.kind)), ("rows", .number(operation.rows)),
            ("objects", .number(operation.edits)),
        ]
    }

    /// The other queues; two of one name, such as those of background tasks, are one row.
    private func privateSlices() -> [Row] {
        var rows: [Row] = []
        for queue in record.queues ?? [] {
            var saves = (record.saves ?? []).filter { $0.context == queue.name && !$0.isOnMain }[
                ...]
            let blocks = queue.blocks.map { block in
                saves = saves.drop { $0.began < block.began }
                let isFlush = saves.first.map { $0.ended <= block.ended } ?? false
                let kind = block.operation.flatMap { operations[$0]?.kind }
                return TraceSlice(
                    kind: .block, name: kind ?? (isFlush ? "flush" : "other"),
                    began: block.began, ended: block.ended,
                    arguments: [("cpu_us", .time(block.cpu))]
                        + arguments(ofOperation: block.operation))
            }
            if let place = rows.firstIndex(where: { $0.contexts.contains(queue.name) }) {
                rows[place].slices += blocks
            } else {
                let roles = queue.roles.isEmpty ? "" : " (\(queue.roles.joined(separator: ", ")))"
                rows.append(
                    Row(
                        name: "queue of \(queue.name)\(roles)", contexts: [queue.name],
                        slices: blocks))
            }
        }
        for save in record.saves ?? [] where !save.isOnMain {
            if let place = rows.firstIndex(where: { $0.contexts.contains(save.context) }) {
                rows[place].slices.append(slice(save))
            } else {
                // It shares its queue with another context, or is always called from one.
                rows.append(
                    Row(
                        name: "queue of \(save.context)", contexts: [save.context],
                        slices: [slice(save)]))
            }
        }
        return rows
    }

    private func slice(_ save: SaveRecord) -> TraceSlice {
        TraceSlice(
            kind: .save, name: "save \(save.context)", began: save.began, ended: save.ended,
            arguments: [("context", .text(save.context))]
                + arguments(ofOperation: save.operation))
    }

    private func operationsByRole() -> [(role: String, slices: [TraceSlice])] {
        Dictionary(grouping: record.operations, by: \.role).sorted { $0.key < $1.key }.map {
            ($0.key, $0.value.map(slice))
        }
    }

    private func slice(_ operation: OperationRecord) -> TraceSlice {
        TraceSlice(
            kind: .operation, name: operation.kind, began: operation.began,
            ended: operation.ended,
            arguments: [
                ("operation", .number(operation.index)), ("phase", .text(operation.phase)),
                ("late_us", .time(max(0, operation.began - operation.due))),
                ("rows", .number(operation.rows)), ("objects", .number(operation.edits)),
            ])
    }
}

// MARK: - The store

extension TraceBuilder {
    /// The connections that write, one a coordinator, and the one that checkpoints.
    private func connectionSlices() -> [Row] {
        guard let store = record.storeTimeline else { return [] }
        let numbers = Set(store.transactions.map(\.coordinator)).sorted()
        var rows = numbers.map { number in
            let own = store.transactions.filter { $0.coordinator == number }
            return Row(
                name: numbers.count == 1 ? "store: writer" : "store: writer \(number)",
                contexts: Set(own.map(\.context)), slices: own.map(slice))
        }
        let checkpoints = store.checkpoints.map { checkpoint in
            TraceSlice(
                kind: .checkpoint, name: "checkpoint", began: checkpoint.began,
                ended: checkpoint.ended, arguments: [("bytes", .number(checkpoint.bytes))])
        }
        if !checkpoints.isEmpty {
            rows.append(Row(name: "store: checkpoints", slices: checkpoints))
        }
        return rows
    }

    private func slice(_ transaction: StoreTimeline.Transaction) -> TraceSlice {
        TraceSlice(
            kind: .transaction, name: "transaction of \(transaction.context)",
            began: transaction.began, ended: transaction.committed,
            arguments: [
                ("context", .text(transaction.context)),
                ("objects", .number(committed[transaction.committed] ?? 0)),
                ("bytes", .number(transaction.bytes)), ("writes", .number(transaction.writes)),
                ("thread", .text(transaction.isOnMain ? "main" : "another")),
            ])
    }

    private func diskSlices() -> [TraceSlice] {
        (record.storeTimeline?.calls ?? []).map { call in
            TraceSlice(
                kind: .disk, name: "\(call.kind.rawValue) \(call.file.rawValue)",
                began: call.began, ended: call.ended,
                arguments: call.kind == .write
                    ? [("bytes", .number(call.bytes)), ("calls", .number(call.count))] : [])
        }
    }
}

// MARK: - Flows

extension TraceBuilder {
    /// The flows to commits have even numbers, those to merges odd ones.
    private func flow(_ number: Int, isMerge: Bool) -> Int { 2 * number + (isMerge ? 1 : 0) }

    /// Joins each save with the transaction that committed its edits: its own, or the one of a
    /// context further up.
    private func linkCommits(_ rows: inout [Row], _ connections: inout [Row]) {
        let commits = Dictionary(
            record.edits.compactMap { edit in edit.committed.map { (edit.operation, $0) } },
            uniquingKeysWith: { max($0, $1) })
        var places: [Int64: (row: Int, slice: Int)] = [:]
        for row in connections.indices {
            for (index, slice) in connections[row].slices.enumerated()
            where slice.kind == .transaction && places[slice.ended] == nil {
                places[slice.ended] = (row, index)
            }
        }
        var number = 0
        for row in rows.indices {
            for index in rows[row].slices.indices where rows[row].slices[index].kind == .save {
                let save = rows[row].slices[index]
                guard let operation = Self.operation(of: save), let commit = commits[operation],
                    let place = places[commit],
                    connections[place.row].slices[place.slice].began >= save.began
                else { continue }
                let id = flow(number, isMerge: false)
                number += 1
                rows[row].slices[index].flowEnds.append(
                    TraceSlice.FlowEnd(flow: id, name: "commit", isStart: true))
                connections[place.row].slices[place.slice].flowEnds.append(
                    TraceSlice.FlowEnd(flow: id, name: "commit", isStart: false))
            }
        }
    }

    /// Joins each save of another queue with the block in which main merges it.
    private func linkMerges(_ rows: inout [Row]) {
        var saves: [Int: (row: Int, slice: Int)] = [:]
        for row in rows.indices.dropFirst() {
            for (index, slice) in rows[row].slices.enumerated() where slice.kind == .save {
                if let operation = Self.operation(of: slice) { saves[operation] = (row, index) }
            }
        }
        var number = 0
        for index in rows[0].slices.indices {
            let block = rows[0].slices[index]
            guard block.kind == .block, block.name == "merge",
                let operation = Self.operation(of: block), let place = saves[operation],
                rows[place.row].slices[place.slice].began <= block.began
            else { continue }
            let id = flow(number, isMerge: true)
            number += 1
            rows[place.row].slices[place.slice].flowEnds.append(
                TraceSlice.FlowEnd(flow: id, name: "merge", isStart: true))
            rows[0].slices[index].flowEnds.append(
                TraceSlice.FlowEnd(flow: id, name: "merge", isStart: false))
        }
    }

    private static func operation(of slice: TraceSlice) -> Int? {
        slice.arguments.lazy.compactMap { argument in
            if argument.name == "operation", case .number(let index) = argument.value {
                return index
            }
            return nil
        }.first
    }
}
