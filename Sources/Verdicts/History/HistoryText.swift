import Foundation

/// A history file's text: the records, a line each, and the lines that could not be read.
///
/// A line is read whole or skipped and named; the others are kept. So a writer that died in the
/// middle of a line costs that line, and this version can still use a file that a later version of
/// the lab has written to.
package struct HistoryText: Sendable {
    /// A line that does not hold a record.
    package struct Skipped: Sendable, Hashable, CustomStringConvertible {
        /// From 1.
        package let line: Int
        /// A clause: `it is cut off`.
        package let reason: String

        package var description: String { "line \(line) is skipped: \(reason)" }
    }

    /// In the file's order.
    package let records: [HistoryRecord]
    package let skipped: [Skipped]

    /// Reads the bytes of a file.
    ///
    /// Empty lines are ignored.
    ///
    /// - Complexity: O(n).
    package init(_ bytes: some Sequence<UInt8>) {
        var records: [HistoryRecord] = []
        var skipped: [Skipped] = []
        let decoder = JSONDecoder()
        let lines = Array(bytes).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { continue }
            switch Self.read(Data(line), decoder) {
            case .success(let record): records.append(record)
            case .failure(let problem):
                skipped.append(Skipped(line: index + 1, reason: problem.reason))
            }
        }
        self.records = records
        self.skipped = skipped
    }

    private struct Problem: Error {
        let reason: String
    }

    private struct SchemaOnly: Decodable {
        var schema: Int?
    }

    private static func read(_ line: Data, _ decoder: JSONDecoder) -> Result<
        HistoryRecord, Problem
    > {
        guard let head = try? decoder.decode(SchemaOnly.self, from: line) else {
            return .failure(Problem(reason: "it is cut off, or not JSON"))
        }
        guard let schema = head.schema else {
            return .failure(Problem(reason: "it names no schema"))
        }
        guard schema == HistoryRecord.schema else {
            return .failure(
                Problem(
                    reason: "it has schema \(schema), and this lab reads \(HistoryRecord.schema)"))
        }
        do {
            let record = try decoder.decode(HistoryRecord.self, from: line)
            guard isDate(record.date) else {
                return .failure(
                    Problem(reason: "“\(record.date)” is not a date such as 2026-01-31T02:00:00Z"))
            }
            return .success(record)
        } catch DecodingError.keyNotFound(let key, _) {
            return .failure(Problem(reason: "it has no “\(key.stringValue)”"))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(
            _, let context)
        {
            let key = context.codingPath.last?.stringValue ?? ""
            return .failure(Problem(reason: "its “\(key)” is of another kind"))
        } catch {
            return .failure(Problem(reason: "it cannot be read: \(error)"))
        }
    }

    /// Whether it is ISO 8601 in UTC, whole seconds or with a fraction: texts then sort as their
    /// times.
    private static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard bytes.count > pattern.count, bytes.last == UInt8(ascii: "Z") else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        for (byte, wanted) in zip(bytes, pattern) {
            let fits = wanted == UInt8(ascii: "0") ? digits.contains(byte) : byte == wanted
            guard fits else { return false }
        }
        let rest = bytes[pattern.count..<(bytes.count - 1)]
        return rest.isEmpty
            || (rest.first == UInt8(ascii: ".") && rest.count > 1
                && rest.dropFirst().allSatisfy(digits.contains))
    }
}

extension HistoryText {
    /// The bytes that add records to a file: to be written at its end in one call, so that two
    /// processes that add at once do not mix their lines.
    ///
    /// - Parameter endsInLine: whether the file ends in the middle of a line, because a writer
    ///   died there: the first record then begins a new one.
    package static func addition(of records: [HistoryRecord], endsInLine: Bool = false) throws
        -> [UInt8]
    {
        guard !records.isEmpty else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = endsInLine ? [UInt8(ascii: "\n")] : []
        for record in records {
            bytes += try encoder.encode(record)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
