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

    /// The same for a map, whose cells may have delays that are not known.
    static func text(of map: DecisionMap) -> String {
        ([text(of: map.head.simulated)] + saturation(in: map)).joined(separator: " ")
    }

    private static func saturation(in map: DecisionMap) -> [String] {
        let counts = map.variants.map { variant in
            let count = map.cells.count { cell in
                cell.entries.contains { $0.variant == variant && $0.isSaturated }
            }
            return (variant: variant, count: count)
        }
        return saturation(
            counts.filter { $0.count > 0 }, of: "\(map.cells.count) cells", inHalfOf: "the phase")
    }

    /// A sentence about simulated delays that are not known in some of many simulations.
    ///
    /// - Parameters:
    ///   - all: all simulations, such as `100 cells`.
    ///   - time: what main is busy for half of.
    static func saturation(
        _ counts: [(variant: String, count: Int)], of all: String, inHalfOf time: String
    ) -> [String] {
        guard !counts.isEmpty else { return [] }
        let places = counts.map { "\($0.variant) in \($0.count)" }
        return [
            "Of the \(all) main has no idle moment for half of \(time) or longer on "
                + "\(TextLines.list(places)): " + unknown
        ]
    }

    /// What a reader must know of a study, whose arms may have delays that are not known.
    static func text(of study: StudyResult) -> String {
        let names = study.arms.filter {
            $0.result.failure == nil && $0.result.isSaturated(in: $0.headlinePhase)
        }.map(\.label)
        let isKnown = study.simulated == nil || names.isEmpty
        return ([text(of: study.simulated)] + (isKnown ? [] : [saturation(on: names)]))
            .joined(separator: " ")
    }

    private static let unknown =
        "a cost that is a little off decides when its queue drains, so that delays are not known "
        + "there."

    /// A sentence about simulated delays that are not known.
    private static func saturation(in result: WorkloadResult) -> [String] {
        guard result.simulated != nil else { return [] }
        var names: [String] = []
        for topology in result.topologies where !names.contains(topology.variant) {
            guard topology.failure == nil, topology.isSaturated(in: result.headlinePhase)
            else { continue }
            names.append(topology.variant)
        }
        return names.isEmpty ? [] : [saturation(on: names)]
    }

    private static func saturation(on names: [String]) -> String {
        "Main has no idle moment for half of the phase or longer on "
            + "\(names.joined(separator: ", ")): " + unknown
    }

    /// - Parameter device: `nil` for a measured result.
    static func text(of device: SimulatedDevice?) -> String {
        guard let device else { return SummaryText.caution }
        let evidence =
            device.isMeasured
            ? "Measured runs of this device exist." : "No measured run of this device exists."
        let commands = (device.explained ?? [device.name]).map { "lab explain \($0)" }
        let known =
            device.marks.joined(separator: ", ")
            + (commands.isEmpty ? "" : " (\(commands.joined(separator: "; ")))")
        return "Simulated: \(device.title), \(core(of: device)). \(evidence) Of the numbers behind "
            + "it \(known). Not modelled: \(device.notModelled.joined(separator: ", ")). Compare "
            + "orders and ratios, not seconds."
    }
}
