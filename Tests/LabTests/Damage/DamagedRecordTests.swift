import Execution
import Figures
import Foundation
import Results
import Testing

/// A child's report is a file, which can be damaged like any other.
struct `Damaged records` {
    /// Numbers that a record could hold of another build, or of a disk that lies.
    private static let odd: [Int] = [
        .min, .max, -1, 0, 1, 1 << 40, 1 << 62, -(1 << 62), 999_999_999_999_999_999,
    ]

    private static func sound() throws -> RunRecord {
        let recorded = try JSONDecoder().decode(
            WorkloadResult.self, from: GoldenFiles.recorded("run"))
        return try #require(recorded.topologies[0].repetitions.first).record
    }

    @Test func `Figures of a record that passes for one are worked out without a trap`() throws {
        let record = try Self.sound()
        #expect(record.implausible == nil)
        let text = try String(decoding: JSONEncoder.ordered.encode(record), as: UTF8.self)
        let numbers = text.ranges(of: /-?[0-9]+/)
        var refused = 0
        for number in 0..<400 {
            var damager = Damager(RandomStream(seed: 20_261_122).keyed(number))
            var damaged = text
            let place = damager.element(of: numbers)
            damaged.replaceSubrange(place, with: "\(damager.element(of: Self.odd))")
            // The decoder refuses values that the type cannot hold.
            guard
                let record = try? JSONDecoder().decode(RunRecord.self, from: Data(damaged.utf8))
            else { continue }
            if record.implausible == nil {
                _ = FigureBuilder.figures(of: record)
            } else {
                refused += 1
            }
        }
        #expect(refused > 40, "of 400 damaged records \(refused) were refused")
    }

    @Test func `Rows and edits below zero are no run's`() throws {
        var record = try Self.sound()
        record.operations[0].rows = -2
        #expect(record.implausible == "a count of -2")
        record.operations[0].rows = 0
        #expect(record.implausible == nil)
        record.edits[0].count = -1
        #expect(record.implausible == "a count of -1")
    }
}

extension JSONEncoder {
    /// Writes keys in one order, in every process: a seed damages the same place each time.
    static var ordered: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
