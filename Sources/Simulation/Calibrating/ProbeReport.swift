import Foundation
import Statistics

/// What the probe (Workloads/Devices/Probe) measured on a device, and the device that it makes.
package struct ProbeReport: Codable, Sendable {
    private let schema: Int
    private let title: String
    private let system: String
    private let computation: [Double]
    private let syncs: [String: [Int64]]
    private let largeSyncs: [String: [Int64]]
    /// Absent in what former probes printed.
    private let cuts: [Int64]?
    private let largeCuts: [Int64]?
    private let insertsWithOneSave: Double?
    private let inserts: Int

    /// The probe's computation on a machine of the kind that the reference's costs are of, in
    /// milliseconds.
    private static let referenceComputation = 21.0
    /// An insert with its save there takes about 3 µs, as `UnitCosts` says.
    private static let referenceInsert = 3e-6
    private static let smallBytes = 4 << 10
    private static let largeBytes = 256 << 10

    /// Reads the probe's JSON.
    ///
    /// - Throws: `DeviceError` if it is none, or lacks what a device needs.
    package init(json: Data, file: String) throws(DeviceError) {
        do {
            self = try JSONDecoder().decode(ProbeReport.self, from: json)
        } catch {
            throw .notProbed(file, reason: "it is not what the probe prints")
        }
        guard schema == 1 else {
            throw .notProbed(file, reason: "its schema is \(schema), and this lab reads 1")
        }
        let times = computation + [insertsWithOneSave].compactMap(\.self)
        let isWhole =
            !computation.isEmpty && times.allSatisfy { $0 > 0 && $0.isFinite } && inserts > 0
        guard isWhole, let fsync = syncs[Device.Sync.fsync.rawValue], fsync.count >= 1_000,
            syncs.allSatisfy({ kind, times in
                times.count >= 1_000 && largeSyncs[kind]?.isEmpty == false
                    && (times + largeSyncs[kind]!).allSatisfy { $0 > 0 }
            })
        else {
            throw .notProbed(
                file, reason: "it lacks times, or has fewer than 1,000 syncs of a kind")
        }
        let device = device(named: title)
        let multiples = [device.processor] + [device.apple].compactMap(\.self)
        guard
            multiples.allSatisfy({
                $0.range.lowerBound > 0 && $0.range.upperBound <= Device.greatestMultiple
            }), device.syncKibibyte.value <= Device.longestTime,
            [device.freeing?.call, device.freeing?.kibibyte].allSatisfy({
                ($0?.value ?? 0) <= Device.longestTime
            }),
            device.syncs.values.allSatisfy({ $0.value <= Device.longestTime })
        else {
            throw .notProbed(
                file, reason: "its times are more than 1,000 times those of the reference")
        }
    }

    /// The device of these measurements.
    ///
    /// SQLite's sync becomes a barrier where the device has one, as it does on Apple's systems.
    package func device(named name: String) -> Device {
        let kinds = Device.Sync.allCases.filter { syncs[$0.rawValue] != nil }
        let becomes = kinds.contains(.barrier) ? Device.Sync.barrier : .fsync
        let times = Dictionary(
            uniqueKeysWithValues: kinds.map { kind in
                (
                    kind,
                    SyncTimes(
                        small: syncs[kind.rawValue]!, smallBytes: Self.smallBytes,
                        large: largeSyncs[kind.rawValue]!, largeBytes: Self.largeBytes)
                )
            })
        let milliseconds = Sample(computation).median!
        let processor = milliseconds / Self.referenceComputation
        let processorSource =
            "the probe's computation: \(Self.rounded(milliseconds)) ms here, about "
            + "\(Self.rounded(Self.referenceComputation)) ms on the reference"
        return Device(
            name: name, title: title, about: "Probed on \(system).", isMeasured: false,
            processor: SourcedNumber(
                Self.rounded(processor),
                range: Self.rounded(processor / 1.15)...Self.rounded(processor * 1.15),
                mark: .derived, source: processorSource + "; 15 % either way"),
            apple: insertsWithOneSave.map { apple($0, processor) }, cores: nil, sync: becomes,
            syncs: times.mapValues(\.base), syncKibibyte: times[becomes]!.kibibyte,
            tail: times[becomes]!.tail(named: name), freeing: freeing, calibration: nil)
    }

    private var freeing: Device.Freeing? {
        guard let cuts, let largeCuts, !cuts.isEmpty, !largeCuts.isEmpty else { return nil }
        return FreeingKernel.numbers(of: FreeingKernel.Times(small: cuts, large: largeCuts))
    }

    private func apple(_ seconds: Double, _ processor: Double) -> SourcedNumber {
        let factor = seconds / (Double(inserts) * Self.referenceInsert * processor)
        return SourcedNumber(
            Self.rounded(factor), range: Self.rounded(factor / 1.5)...Self.rounded(factor * 1.5),
            mark: .derived,
            source: "\(inserts) inserts with one save took \(Self.rounded(seconds)) s there; about "
                + "3 us each on the reference, times the processor; half as much again either way")
    }

    /// Three digits, as measured times have at most.
    private static func rounded(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        let power = pow(10, 2 - log10(value).rounded(.down))
        return (value * power).rounded() / power
    }
}
