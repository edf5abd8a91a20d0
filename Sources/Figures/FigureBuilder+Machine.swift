import Execution
import Results

extension FigureBuilder {
    /// `store.*`, from the VFS.
    static func addStore(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let counts = record.store.filter { scope.phases.contains($0.phase) }
        guard !counts.isEmpty else { return }
        func total(_ value: (StoreCounts) -> Int) -> Int { counts.reduce(0) { $0 + value($1) } }
        for (metric, value) in [
            (Metric.storeCommits, total(\.commits)), (Metric.storeSyncs, total(\.syncs)),
            (Metric.storeWrites, total(\.writes)),
            (Metric.storeCheckpoints, total(\.checkpoints)),
        ] {
            list.add(metric[.total], Double(value), count: value)
        }
        list.add(
            Metric.storeBytesWritten[.total], Double(total(\.bytesWritten)),
            count: total(\.writes))
    }

    /// `work.*` and `main.work.*`: how much of each kind of work the engine did.
    static func addWork(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let entries = (record.work ?? []).filter { scope.phases.contains($0.phase) }
        for (family, amount) in [(Metric.work, \WorkRecord.total), (Metric.mainWork, \.onMain)] {
            for (work, metric) in zip(family.keys, family.metrics) {
                let ofKind = entries.filter { $0.kind == work.name }
                guard !ofKind.isEmpty else { continue }
                let sum = ofKind.reduce(0) { $0 + $1[keyPath: amount] }
                list.add(metric[.total], Double(sum), count: ofKind.count)
            }
        }
    }

    /// `machine.reference`: the mean of the two times of the reference computation.
    static func addReference(of record: RunRecord, to list: inout FigureList) {
        guard let reference = record.reference else { return }
        let sum = Double(reference.beforeNanoseconds) + Double(reference.afterNanoseconds)
        list.add(Metric.machineReference[.total], sum / 2e6, count: 2)
    }

    /// `process.cpu`, `process.peak_memory` and `queue.cpu`.
    ///
    /// The kernel keeps one peak for the process, so memory stands under `all` alone.
    static func addProcess(
        of record: RunRecord, in scope: PhaseScope, to list: inout FigureList
    ) {
        let phases = record.phases.filter { scope.phases.contains($0.name) && $0.isMeasured }
        let cpu = phases.compactMap(\.processCPUNanoseconds)
        if cpu.count == phases.count {
            list.add(
                Metric.processCPU[.total], Double(cpu.reduce(0, +)) / 1e6, count: cpu.count)
        }
        if scope.name == PhaseName.all, record.peakMemoryBytes > 0 {
            list.add(
                Metric.processPeakMemory[.max], Double(record.peakMemoryBytes) / 1_048_576,
                count: 1)
        }
        var queues: [(role: String, nanoseconds: Int64, count: Int)] = []
        for entry in record.queueCPU where scope.phases.contains(entry.phase) {
            // A queue that no role works on, such as a writer's, goes by its own name.
            let role = entry.role.isEmpty ? entry.queue : entry.role
            if let index = queues.firstIndex(where: { $0.role == role }) {
                queues[index].nanoseconds += entry.nanoseconds
                queues[index].count += 1
            } else {
                queues.append((role, entry.nanoseconds, 1))
            }
        }
        for queue in queues {
            list.add(
                Metric.queueCPU[.total], Double(queue.nanoseconds) / 1e6, role: queue.role,
                count: queue.count)
        }
    }
}
