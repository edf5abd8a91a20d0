import Foundation
import Results
import Statistics

/// A team's statement on a change in its history: that it is known, and why it stays.
package struct Acknowledgement: Codable, Sendable, Hashable {
    /// The version of the line's layout.
    ///
    /// Lines of another are skipped.
    package static let schema = 1

    package var schema = Acknowledgement.schema
    /// As `HistorySeries.Key.name` calls it: `smoke/siblings/main.busy.total`.
    package var series: String
    /// The commit of the first run of the new level.
    package var commit: String
    package var note: String

    /// Acknowledges a change.
    package init(of change: SeriesChange, note: String) {
        series = change.series.name
        commit = change.commitAfter
        self.note = note
    }

    /// Whether the acknowledgement belongs to a change.
    ///
    /// Values of later nights can move a change by a run or two, so the acknowledgement belongs to
    /// each change that is nearer to the first run of its commit than the smallest distance of two
    /// changes; and to one in the middle of the commit's runs. A commit may run for many nights,
    /// until the next one changes the level again.
    ///
    /// - Parameter records: the records of the change's series.
    package func isOf(_ change: SeriesChange, in records: [HistoryRecord]) -> Bool {
        guard series == change.series.name else { return false }
        let reach = ChangePoints.minimumLength - 1
        let near = max(change.index - reach, 0)..<min(change.index + reach + 1, records.count)
        if change.commitAfter == commit { return true }
        return records.firstIndex { $0.commit == commit }.map(near.contains) ?? false
    }
}

extension Acknowledgement {
    /// The lines of a file that can be read, in its order, and how many cannot.
    package static func read(_ bytes: some Sequence<UInt8>) -> (
        read: [Acknowledgement], skipped: Int
    ) {
        let lines = Array(bytes).split(separator: UInt8(ascii: "\n"))
        let read = lines.compactMap { line in
            try? JSONDecoder().decode(Acknowledgement.self, from: Data(line))
        }.filter { $0.schema == Self.schema }
        return (read, lines.count - read.count)
    }

    /// The bytes of a file, a line each.
    package static func bytes(of all: [Acknowledgement]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try all.flatMap { try Array(encoder.encode($0)) + [UInt8(ascii: "\n")] }
    }
}
