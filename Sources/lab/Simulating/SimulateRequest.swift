import Results
import Simulation
import Verdicts

/// One `lab simulate` as a value.
///
///     arguments ──▶ SimulateCommand ─┐
///     suite file ─▶ SuitePlan ───────┴─▶ SimulateRequest ─▶ SimulateSession ─▶ RunOutcome
package struct SimulateRequest: Codable, Sendable, Hashable {
    var work: WorkloadRequest
    /// By name or file; not empty.
    var devices: [String]
    var core = Device.Core.lab
    /// The worlds that are drawn, of each device.
    var draws = 8
    /// Whether the costs of each draw lie anywhere in their ranges.
    var isUncertain = false
    /// The key that is swept, and its values: a key of the workload, a field of topologies,
    /// `device`, or a number of the device.
    var sweep: SweepRecord?
    /// The two keys of a decision map and their values; empty for a report of figures.
    var map: [SweepRecord] = []
    /// Bounds that are shown as kept or not, beside the workload's.
    var limits: [Limit] = []
    /// This machine's part of the runs; `nil` for all.
    var shard: Shard?
    /// The folder of the report; `nil` for the usual one.
    var output: String?
    var gating = GateRequest()
    /// A baseline's name, or another run's folder.
    var baseline: String?
    var charts = ChartRequest()
    /// Whether progress is not shown.
    var isQuiet = false

    /// Makes the request of a workload on devices.
    init(_ work: WorkloadRequest, on devices: [String]) {
        self.work = work
        self.devices = devices
    }

    /// Checks the request.
    ///
    /// - Throws: `RequestError` if no session can run it.
    func check() throws(RequestError) {
        try work.check()
        let range = (isUncertain ? DrawOrder.fewestDraws : 1)...1000
        guard range.contains(draws) else {
            throw RequestError(
                "--\(isUncertain ? "uncertainty" : "draws") \(draws): give a number from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        if isUncertain, sweep != nil {
            throw RequestError(
                "--uncertainty and --sweep exclude each other: an uncertain number has no one value"
            )
        }
        if isUncertain, baseline != nil {
            throw RequestError(
                "--uncertainty and --baseline exclude each other: each draw has costs of its own")
        }
        if ([sweep].compactMap(\.self) + map).contains(where: { $0.key == "repetitions" }) {
            throw RequestError(
                "repetitions cannot be swept here: a simulation has worlds, as many as --draws says"
            )
        }
        for (index, name) in devices.enumerated() where devices[..<index].contains(name) {
            throw RequestError("--device \(name) is given twice: give each device once")
        }
        if sweep?.key == SimulationStep.deviceKey, devices.count > 1 {
            throw RequestError(
                "--device and --sweep device exclude each other: leave one of them out")
        }
        let factor = DeviceSetting.Key.apple.rawValue
        if core == .lab, sweep?.key == factor || map.contains(where: { $0.key == factor }) {
            throw RequestError("\(factor) counts with Apple's core only: add --core apple")
        }
        if let setting = work.settings.first(where: { $0.key.hasPrefix(DeviceSetting.prefix) }) {
            throw RequestError(
                "--set \(setting.text): a number of the device can be swept, as --sweep "
                    + "\(setting.key)=VALUE,VALUE, and else stands in its file")
        }
        if !map.isEmpty { try checkMap() }
        if shard != nil, baseline != nil {
            throw RequestError(
                "--shard and --baseline exclude each other: merge the parts, and lab compare them")
        }
        guard baseline == nil || devices.count == 1 else {
            throw RequestError(
                "--baseline is a run on one device: give one --device, and not \(devices.count)")
        }
    }

    private func checkMap() throws(RequestError) {
        guard map.count == 2 else {
            throw RequestError(
                "--map is given \(map.count == 1 ? "once" : "\(map.count) times"): give it twice, "
                    + "for the two sides of the map")
        }
        guard map[0].field != map[1].field else {
            throw RequestError("--map \(map[0].key) is given twice: a map has two keys")
        }
        guard !map.contains(where: { $0.key == SimulationStep.deviceKey }) else {
            throw RequestError("--map device: map a number of a device, or --sweep device")
        }
        guard devices.count == 1 else {
            throw RequestError(
                "--map is of one device: give one --device, and not \(devices.count)")
        }
        let others = [
            sweep == nil ? nil : "--sweep", isUncertain ? "--uncertainty" : nil,
            baseline == nil ? nil : "--baseline", shard == nil ? nil : "--shard",
        ]
        if let other = others.compactMap(\.self).first {
            throw RequestError("--map and \(other) exclude each other: leave one of them out")
        }
    }

    /// The arguments of a `lab simulate` that does the same.
    var commandLine: [String] {
        var words = CommandLineWords()
        words.add(work)
        words.add("--device", devices)
        words.add("--core", core == .lab ? nil : core.rawValue)
        words.add(isUncertain ? "--uncertainty" : "--draws", "\(draws)")
        words.add("--sweep", sweep.map { "\($0.key)=\($0.values.joined(separator: ","))" })
        for axis in map {
            words.add("--map", "\(axis.key)=\(axis.values.joined(separator: ","))")
        }
        words.add("--limit", limits.map(\.description))
        words.add("--shard", shard?.description)
        words.add("--output", output)
        words.add("--baseline", baseline)
        words.add(gating)
        words.add(charts)
        words.add("--quiet", if: isQuiet)
        return words.words
    }
}
