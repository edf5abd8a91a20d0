import Foundation
import Verdicts

/// The acknowledged changes of a history, in a file beside it: `history.acknowledged.ndjson`.
package struct AcknowledgementFile: Sendable {
    package let path: String

    /// - Parameter history: the history's file.
    package init(beside history: String) {
        let url = URL(filePath: history)
        path =
            url.deletingPathExtension().lastPathComponent == url.lastPathComponent
            ? history + ".acknowledged.ndjson"
            : String(history.dropLast(url.pathExtension.count)) + "acknowledged.ndjson"
    }

    /// Reads the acknowledgements, and counts the lines that cannot be read.
    ///
    /// A file that does not exist counts as empty.
    package func read() -> (read: [Acknowledgement], skipped: Int) {
        InputFile.contents(of: path).map { Acknowledgement.read($0) } ?? ([], 0)
    }

    /// Adds one, in the place of an earlier one of the same series and commit.
    ///
    /// - Throws: `ReportingError`; the file is then as it was.
    package func add(_ one: Acknowledgement) throws(ReportingError) {
        let others = read().read.filter { $0.series != one.series || $0.commit != one.commit }
        let bytes: [UInt8]
        do {
            bytes = try Acknowledgement.bytes(of: others + [one])
        } catch {
            throw ReportingError.notEncoded("an acknowledged change", cause: error)
        }
        try AtomicFile.write(bytes, to: path)
    }
}
