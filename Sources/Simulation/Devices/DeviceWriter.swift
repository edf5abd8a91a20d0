import Execution
import Foundation

/// Writes a device as a file that `DeviceLibrary` reads, and its tail as another.
package struct DeviceWriter {
    private let device: Device

    package init(_ device: Device) {
        self.device = device
    }

    /// The device's file.
    package var text: String {
        var lines = [
            "schema: 1", "title: \(Self.quoted(device.title))",
            "about: \(Self.quoted(device.about))", "measured: \(device.isMeasured)",
            "processor: \(Self.factor(device.processor))",
        ]
        if let apple = device.apple { lines.append("apple: \(Self.factor(apple))") }
        if let cores = device.cores { lines.append("cores: \(Self.count(cores))") }
        if let wake = device.wake { lines.append("wake: \(Self.time(wake))") }
        lines += ["sync:", "  becomes: \(device.sync.rawValue)"]
        for kind in Device.Sync.allCases {
            guard let median = device.syncs[kind] else { continue }
            lines.append("  \(kind.rawValue): \(Self.time(median))")
        }
        lines += [
            "  per-kib: \(Self.time(device.syncKibibyte))", "  tail: \(device.tail.name)",
        ]
        if let freeing = device.freeing {
            lines += [
                "free:", "  call: \(Self.time(freeing.call))",
                "  per-kib: \(Self.time(freeing.kibibyte))",
            ]
        }
        if let calibration = device.calibration { lines += Self.lines(of: calibration) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The file of its tail, `Tails/<name>.yaml` beside the device's.
    package var tailText: String {
        let points = device.tail.points.map { "  \($0.name): \(Self.factor($0.multiple))" }
        let lines =
            ["schema: 1", "quantiles:"] + points + ["cap: \(Self.factor(device.tail.cap))"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of calibration: Device.Calibration) -> [String] {
        var lines = [
            "calibrated:", "  machine: \(quoted(calibration.machine))",
            "  commit: \(quoted(calibration.commit))", "  sqlite: \(quoted(calibration.sqlite))",
            "  date: \(quoted(calibration.date))",
        ]
        if let errors = calibration.errors {
            let heldOut = errors.heldOut.map { ", held-out: \(decimal($0))" } ?? ""
            lines.append("  errors: { fitted: \(decimal(errors.fitted))\(heldOut) }")
        }
        lines.append("  costs:")
        lines += Work.counted.compactMap { work in
            calibration.costs[work].map { "    \(work.name): \($0)ns" }
        }
        let together = Work.counted.compactMap { work in
            calibration.together[work].map { "    \(work.name): \($0.name)" }
        }
        if !together.isEmpty { lines += ["  together:"] + together }
        return lines
    }

    private static func factor(_ number: SourcedNumber) -> String {
        text(of: number, decimal)
    }

    private static func count(_ number: SourcedNumber) -> String {
        text(of: number) { String(Int($0.rounded())) }
    }

    private static func time(_ number: SourcedNumber) -> String {
        text(of: number) { "\(Int64($0.rounded()))ns" }
    }

    private static func text(of number: SourcedNumber, _ show: (Double) -> String) -> String {
        let range = number.range
        let bounds =
            range.lowerBound == range.upperBound
            ? "" : ", low: \(show(range.lowerBound)), high: \(show(range.upperBound))"
        return "{ value: \(show(number.value))\(bounds), mark: \(number.mark.rawValue), "
            + "source: \(quoted(number.source)) }"
    }

    /// Four digits behind the point: a reader takes no exponent.
    private static func decimal(_ value: Double) -> String {
        String(format: "%.4f", value)
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: " ")
        return "\"\(escaped)\""
    }
}
