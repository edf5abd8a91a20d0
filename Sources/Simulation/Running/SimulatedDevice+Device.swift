import Documents
import Results

extension SimulatedDevice {
    /// What the readers of a result need of a device, or of the devices that it is swept over.
    ///
    /// - Parameters:
    ///   - arguments: what named the devices, names or paths.
    ///   - running: the devices as they run, where a sweep sets numbers of theirs; the devices
    ///     themselves if empty.
    /// - Precondition: one device or more.
    package init(
        _ devices: [Device], named arguments: [String], core: Device.Core,
        running: [Device] = []
    ) {
        let marks = devices.flatMap { $0.numbers(core: core).map(\.number.mark) }
        var notModelled: [String] = []
        let running = running.isEmpty ? devices : running
        for effect in running.flatMap({ SimulationRun.notModelled(on: $0) })
        where !notModelled.contains(effect) {
            notModelled.append(effect)
        }
        self.init(
            name: devices.map(\.name).joined(separator: "+"),
            explained: arguments.filter { !NamedFiles.isPath($0) },
            title: devices.map(\.title).joined(separator: ", "), core: core.rawValue,
            digest: Device.digest(of: devices, core: core),
            marks: SourcedNumber.Mark.allCases.compactMap { mark in
                let count = marks.count { $0 == mark }
                return count == 0 ? nil : "\(count) \(mark.rawValue)"
            },
            isMeasured: devices.allSatisfy(\.isMeasured), notModelled: notModelled)
    }
}
