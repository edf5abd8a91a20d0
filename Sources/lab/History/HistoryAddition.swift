import Foundation
import Reporting
import Results
import Verdicts

/// Adds the figures of a suite's runs to a history.
enum HistoryAddition {
    /// Adds runs to a history.
    ///
    /// A run without figures has failed; its suite reports the failure, and the history omits it.
    ///
    /// - Throws: `CommandFailure`, `ReportingError`.
    static func add(_ runs: [String], to path: String) throws {
        var records: [HistoryRecord] = []
        for run in runs {
            guard let file = BaselineShelf.runFile(at: run) else { continue }
            records += HistoryRecord.records(of: try ResultFile.read(file))
        }
        let added = try HistoryFile(path: path, option: "--history").add(records)
        Console.write("\(added.count) figures added to \(path)")
    }
}
