import Execution
import Foundation

/// A device in prose: its costs, their sources, and what depends on those that are assumed.
package struct DeviceExplanation {
    private let device: Device

    package init(_ device: Device) {
        self.device = device
    }

    /// In order; those whose lines begin with a space are set in columns.
    package var paragraphs: [String] {
        [
            "\(device.name): \(device.title). \(device.about)",
            device.isMeasured
                ? "Figures of a measured run on it exist."
                : "No measured run of this device exists: what a simulation says of it follows "
                    + "from the numbers below alone.",
            work, calibration, fitted, storage, list, assumptions,
        ].compactMap(\.self)
    }

    private var work: String {
        var text =
            device.calibration == nil
            ? "A piece of work takes \(Self.multiple(device.processor)) the time of the reference "
                + "machine." : "A piece of work takes what was measured."
        if let apple = device.apple {
            text +=
                " With --core apple, object-graph work takes \(Self.multiple(apple)) as long "
                + "again, an estimate of Apple's implementation; SQLite's own work does not."
        } else {
            text += " Apple's framework does not run on it, so --core apple is refused."
        }
        if let wake = device.wake {
            text += " A sleeping thread goes on \(Self.time(wake.value)) after it was given work."
        }
        if let count = device.cores.map({ Int($0.value.rounded()) }) {
            text += " Its threads share \(count == 1 ? "one core" : "\(count) cores")."
        }
        return text
    }

    /// What the fitted costs rest on, and how far they are off.
    private var calibration: String? {
        guard let calibration = device.calibration else { return nil }
        var text =
            "In the place of the reference's costs stand those that lab calibrate fitted on "
            + "\(calibration.date) to runs on this machine: \(calibration.machine), SQLite "
            + "\(calibration.sqlite), the lab's commit \(calibration.commit). They contain the "
            + "calls to files, but no wait for the disk."
        if let errors = calibration.errors {
            text += " On what they were fitted to they are off by \(Self.percent(errors.fitted))"
            text +=
                errors.heldOut.map { ", and by \(Self.percent($0)) on what was held out." } ?? "."
        }
        if !calibration.absent.isEmpty {
            text +=
                " Never seen, and so the reference's: "
                + "\(calibration.absent.map(\.name).joined(separator: ", "))."
        }
        return text
    }

    private var fitted: String? {
        let costs = Self.fittedCosts(of: device)
        let width = costs.map(\.name.count).max() ?? 0
        let lines = costs.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The costs of a calibrated device by kind of work: `2.1 µs`, or the kind that has it.
    package static func fittedCosts(of device: Device) -> [(name: String, text: String)] {
        guard let calibration = device.calibration else { return [] }
        return Work.counted.compactMap { work in
            let cost =
                calibration.costs[work].map { time(Double($0)) }
                ?? calibration.together[work].map { "part of \($0.name)" }
            return cost.map { (work.name, $0) }
        }
    }

    private var storage: String {
        let median = device.syncs[device.sync].map { Self.time($0.value) } ?? ""
        let tail = device.tail
        let points = tail.points.map { "\($0.name) \(Self.short($0.multiple.value))" }
        return "A sync of SQLite's is \(Self.words(for: device.sync)): \(median) in the median, "
            + "and \(Self.time(device.syncKibibyte.value)) for each KiB since the file's last one. "
            + "Its times scatter like “\(tail.name)”: "
            + "\(points.joined(separator: ", ")) and at most \(Self.short(tail.cap.value)) times "
            + "the median." + freeing
    }

    private var freeing: String {
        guard let freeing = device.freeing else { return "" }
        return " Who cuts or deletes a file waits \(Self.time(freeing.call.value)), and "
            + "\(Self.time(freeing.kibibyte.value)) for each KiB of it that lay on the disk."
    }

    /// Every number with its range, its mark and its source.
    private var list: String {
        let numbers = device.numbers(core: device.apple == nil ? .lab : .apple)
        let width = numbers.map(\.name.count).max() ?? 0
        return numbers.map { name, number in
            let filler = String(repeating: " ", count: width - name.count)
            return "  \(name)\(filler)  \(Self.text(of: number, called: name))"
        }.joined(separator: "\n")
    }

    private static func text(of number: SourcedNumber, called name: String) -> String {
        let isTime = name == "wake" || name.hasPrefix("sync") || name.hasPrefix("free")
        let show = { (value: Double) in isTime ? time(value) : short(value) }
        let range =
            number.range.lowerBound == number.range.upperBound
            ? ""
            : " (\(show(number.range.lowerBound)) to \(show(number.range.upperBound)))"
        return "\(show(number.value))\(range), \(number.mark.rawValue): \(number.source)"
    }

    private var assumptions: String? {
        let assumed = device.numbers(core: .lab).filter { $0.number.mark == .assumed }.map(\.name)
        guard !assumed.isEmpty else { return nil }
        return "Assumed, so that a verdict which rests on them is an assumption, too: "
            + "\(assumed.joined(separator: ", "))."
    }

    private static func words(for sync: Device.Sync) -> String {
        switch sync {
        case .fsync: "a plain fsync"
        case .barrier: "a barrier (F_BARRIERFSYNC)"
        case .full: "a full one (F_FULLFSYNC)"
        }
    }

    private static func multiple(_ number: SourcedNumber) -> String {
        "\(short(number.value)) times"
    }

    /// `12 %`.
    private static func percent(_ share: Double) -> String {
        "\(short(share * 100)) %"
    }

    /// `3.2 ms`.
    private static func time(_ nanoseconds: Double) -> String {
        for (unit, size) in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)] where nanoseconds >= size {
            return "\(short(nanoseconds / size)) \(unit)"
        }
        return "\(short(nanoseconds)) ns"
    }

    private static func short(_ value: Double) -> String {
        String(format: "%g", (value * 1000).rounded() / 1000)
    }
}
