import Documents
import Foundation

/// A history as Apache Otava's CSV importer reads it: a row a run, a column a metric.
///
///     time,commit,siblings/import/main.delay.p99,siblings/import/main.busy.total
///     2026-01-30T02:00:11Z,1e0784e,2.48,64.2
///
/// The importer wants a number in every cell and one series in every column. So a table is made for
/// each workload, machine and build, and a figure that a run lacks is left out of all its rows; the
/// omitted figures are reported.
package struct OtavaTable: Sendable {
    /// The test's name in Otava's configuration; also a good name for the file.
    package let name: String
    package let columns: [String]
    /// The columns for which lower is better: Otava's direction −1 is for those.
    package let lowerIsBetter: Set<String>
    /// Columns that not every run has.
    package let omitted: [String]
    private let rows: [[String]]

    /// The tables of a history, in the order in which their runs first appear.
    package static func tables(of records: [HistoryRecord]) -> [OtavaTable] {
        var names: [String] = []
        var groups: [String: [HistoryRecord]] = [:]
        for record in records {
            let name = Self.name(of: record)
            if groups[name] == nil { names.append(name) }
            groups[name, default: []].append(record)
        }
        return names.map { OtavaTable(name: $0, groups[$0]!) }
    }

    private struct Run: Hashable {
        var date: String
        var commit: String
    }

    private init(name: String, _ records: [HistoryRecord]) {
        var runs: [Run] = []
        var values: [Run: [String: Double]] = [:]
        var columns: [String] = []
        var lowerIsBetter: Set<String> = []
        var known: Set<String> = []
        for record in records {
            let run = Run(date: record.date, commit: record.commit)
            let column = Self.column(of: record)
            if values[run] == nil { runs.append(run) }
            values[run, default: [:]][column] = record.value
            if known.insert(column).inserted { columns.append(column) }
            if record.better == .lower { lowerIsBetter.insert(column) }
        }
        let isWhole = { (column: String) in
            runs.allSatisfy { values[$0]![column]?.isFinite ?? false }
        }
        self.name = name
        self.columns = columns.filter(isWhole)
        self.lowerIsBetter = lowerIsBetter
        omitted = columns.filter { !isWhole($0) }
        let whole = self.columns
        let order = runs.indices.sorted { (runs[$0].date, $0) < (runs[$1].date, $1) }
        rows = order.map { index in
            let run = runs[index]
            return [run.date, run.commit] + whole.map { "\(values[run]![$0]!)" }
        }
    }

    /// The file's bytes: RFC 4180 except for line ends, which are LF.
    package var bytes: [UInt8] {
        let lines = [["time", "commit"] + columns] + rows
        return lines.flatMap { cells in
            Array(cells.map(Self.quoted).joined(separator: ",").utf8) + [UInt8(ascii: "\n")]
        }
    }

    /// The test's part of Otava's configuration, below `tests:`.
    ///
    /// - Parameter file: the path of the bytes, as Otava is to find them.
    package func configuration(file: String) -> String {
        var lines = [
            "  \(Self.scalar(name)):", "    type: csv", "    file: \(Self.scalar(file))",
            "    time_column: time", "    attributes: [commit]", "    metrics:",
        ]
        for column in columns {
            lines.append("      \(Self.scalar(column)):")
            lines.append("        direction: \(lowerIsBetter.contains(column) ? -1 : 1)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func name(of record: HistoryRecord) -> String {
        let digest = record.workloadDigest.prefix(8)
        return FileName.safe(
            [
                record.workload, String(digest), record.mode, record.device, record.build,
                "\(record.cores)",
            ].joined(separator: "-")
                + (record.machine.map { "-" + SHA256.hex(of: $0).prefix(8) } ?? ""))
    }

    /// `siblings/import/main.delay.p99`, and the role if it has one.
    private static func column(of record: HistoryRecord) -> String {
        let role = record.role.isEmpty ? "" : "/\(record.role)"
        return "\(record.variant)/\(record.phase)/\(record.metric)\(role)"
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { ",\"\n\r".contains($0) }) else { return cell }
        return "\"\(cell.replacing("\"", with: "\"\""))\""
    }

    /// A YAML scalar in single quotes.
    private static func scalar(_ text: String) -> String {
        "'\(text.replacing("'", with: "''"))'"
    }
}
