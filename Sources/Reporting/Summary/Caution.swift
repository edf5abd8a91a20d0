import Results

/// What a reader must know before quoting a figure of a result.
enum Caution {
    /// One line, for a chart.
    static func line(of result: WorkloadResult) -> String { line(of: result.simulated) }

    /// - Parameter device: `nil` for a measured result.
    static func line(of device: SimulatedDevice?) -> String {
        guard let device else { return SummaryText.caution }
        return "Simulated: \(device.title), \(core(of: device)): compare orders and ratios, not "
            + "seconds."
    }

    private static func core(of device: SimulatedDevice) -> String {
        device.core == "apple" ? "Apple’s core as estimated" : "this lab’s core"
    }

    /// One sentence for a measured result; for a simulated one the device, and what its costs rest
    /// on.
    static func text(of result: WorkloadResult) -> String {
        ([text(of: result.simulated)] + saturation(in: result)).joined(separator: " ")
    }

    /// A sentence about simulated delays that are not known.
    private static func saturation(in result: WorkloadResult) -> [String] {
        guard result.simulated != nil else { return [] }
        var names: [String] = []
        for topology in result.topologies where !names.contains(topology.variant) {
            guard topology.failure == nil, topology.isSaturated(in: result.headlinePhase)
            else { continue }
            names.append(topology.variant)
        }
        guard !names.isEmpty else { return [] }
        return [
            "Main has no idle moment for half of the phase or longer on "
                + "\(names.joined(separator: ", ")): a cost that is a little off decides when its "
                + "queue drains, so that delays are not known there."
        ]
    }

    /// - Parameter device: `nil` for a measured result.
    static func text(of device: SimulatedDevice?) -> String {
        guard let device else { return SummaryText.caution }
        let evidence =
            device.isMeasured
            ? "Measured runs of this device exist." : "No measured run of this device exists."
        let known = "\(device.marks.joined(separator: ", ")) (lab explain \(device.name))"
        return "Simulated: \(device.title), \(core(of: device)). \(evidence) Of the numbers behind "
            + "it \(known). Not modelled: \(device.notModelled.joined(separator: ", ")). Compare "
            + "orders and ratios, not seconds."
    }
}
