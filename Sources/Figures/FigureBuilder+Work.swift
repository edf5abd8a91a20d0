import Results
import Statistics

extension FigureBuilder {
    /// `operation.<kind>`: latency from due to done, how many, and the rows that they read.
    static func addOperations(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let operations = record.operations.filter { scope.phases.contains($0.phase) }
        let kinds = Set(operations.compactMap(\.operationKind))
        for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let metric = Metric.operation[kind] else { continue }
            let ofKind = operations.filter { $0.operationKind == kind }
            let role = ofKind[0].role
            let latencies = Sample(ofKind.map { Double($0.ended - $0.due) / 1e6 })
            let count = latencies.count
            addQuantiles(
                of: latencies, [(.p50, 0.50), (.p95, 0.95), (.p99, 0.99)], metric: metric,
                role: role, to: &list)
            list.add(metric[.count], Double(count), role: role, count: count)
            let rows = ofKind.reduce(0) { $0 + $1.rows }
            list.add(metric[.rows], Double(rows), role: role, count: count)
            if let refused = record.refused, Self.contestedKinds.contains(kind) {
                let given = ofKind.count { refused.contains($0.index) }
                list.add(metric[.refused], Double(given), role: role, count: count)
            }
        }
    }

    /// Adds `import.rate` and `import.duration`.
    ///
    /// If a batch was never committed, the import has no end, and both figures are left out.
    /// Batches that are due at a pace have no rate, because the pace would determine it:
    /// `import.lateness` and `import.utilisation` show how far the importer kept up.
    static func addImport(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let batches = record.operations.filter {
            [.importBatch, .linkBatch].contains($0.operationKind)
                && scope.phases.contains($0.phase)
        }
        guard let firstDue = batches.map(\.due).min() else { return }
        if record.isImportPaced == true { addPace(of: batches, to: &list) }
        let indices = Set(batches.map(\.index))
        let inserting = Set(batches.filter { $0.operationKind == .importBatch }.map(\.index))
        let edits = record.edits.filter { indices.contains($0.operation) }
        let commits = edits.compactMap(\.committed)
        guard !edits.isEmpty, commits.count == edits.count, let last = commits.max(),
            last > firstDue
        else { return }
        let seconds = Double(last - firstDue) / 1e9
        let objects = edits.reduce(0) { $0 + (inserting.contains($1.operation) ? $1.count : 0) }
        if record.isImportPaced != true {
            list.add(
                Metric.importRate[.total], Double(objects) / seconds, role: importer,
                count: batches.count)
        }
        list.add(
            Metric.importDuration[.total], seconds, role: importer, count: batches.count)
    }

    /// How late batches began, and the share of the time from the first one due to the last one
    /// done in which one was worked on.
    private static func addPace(of batches: [OperationRecord], to list: inout FigureList) {
        let late = Sample(batches.map { Double(max(0, $0.began - $0.due)) / 1e6 })
        addQuantiles(
            of: late, [(.p50, 0.50), (.p99, 0.99)], metric: Metric.importLateness, role: importer,
            to: &list)
        guard let first = batches.map(\.due).min(), let last = batches.map(\.ended).max(),
            last > first
        else { return }
        let worked = batches.reduce(0) { $0 + Double($1.ended - $1.began) }
        list.add(
            Metric.importUtilisation[.share], min(100, 100 * worked / Double(last - first)),
            role: importer, count: batches.count)
    }

    private static let importer = Role.importer.rawValue
    private static let ui = Role.ui.rawValue
    /// Operations whose save can be refused because the server or an import changed the same
    /// objects.
    private static let contestedKinds: [OperationKind] = [.edit, .mark, .sync]

    /// `list.changes`: the updates that the list on the screen received, over the whole run.
    static func addList(of record: RunRecord, to list: inout FigureList) {
        guard let updates = record.listUpdates, let rows = record.listRows else { return }
        list.add(Metric.listChanges[.count], Double(updates), role: ui, count: updates)
        list.add(Metric.listChanges[.rows], Double(rows), role: ui, count: updates)
    }

    /// `observers.reads`: the saves and merges that the observers heard of, and the objects that
    /// they read, over the whole run.
    static func addObservers(of record: RunRecord, to list: inout FigureList) {
        guard let notes = record.observerNotes, let objects = record.observedObjects else { return }
        let role = Role.observers.rawValue
        list.add(Metric.observerReads[.count], Double(notes), role: role, count: notes)
        list.add(Metric.observerReads[.rows], Double(objects), role: role, count: notes)
    }

    /// `termination`: the duration of *will terminate*, and the edits that were not in the store
    /// when the system would have ended the process.
    static func addTermination(of record: RunRecord, to list: inout FigureList) {
        guard let began = record.terminationBegan, let deadline = record.terminationDeadline
        else { return }
        let waiting = record.edits.filter { ($0.committed ?? .max) > began }
        let lost = waiting.filter { ($0.committed ?? .max) > deadline }
        let end = waiting.compactMap(\.committed).max() ?? began
        list.add(
            Metric.terminationDuration[.total], Double(end - began) / 1e6, count: waiting.count)
        list.add(
            Metric.lossTermination[.total], Double(lost.reduce(0) { $0 + $1.count }),
            count: waiting.reduce(0) { $0 + $1.count })
    }

    /// `ui.freshness`: from the importer's call of save until the ui context shows the batch.
    static func addFreshness(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let shown = record.freshness.filter { scope.phases.contains($0.phase) }
        guard !shown.isEmpty else { return }
        let delays = Sample(shown.map { Double($0.shown - $0.saveCalled) / 1e6 })
        addQuantiles(
            of: delays, [(.p50, 0.50), (.p99, 0.99)], metric: Metric.uiFreshness, role: ui,
            to: &list)
    }

    /// Quantiles if the sample is large enough for them, and the maximum.
    private static func addQuantiles(
        of sample: Sample, _ quantiles: [(Statistic, p: Double)], metric: Metric, role: String,
        to list: inout FigureList
    ) {
        for (statistic, p) in quantiles {
            guard let value = sample.quantile(p) else { continue }
            list.add(metric[statistic], value, role: role, count: sample.count)
        }
        if let max = sample.max {
            list.add(metric[.max], max, role: role, count: sample.count)
        }
    }
}
