import Foundation

/// The names of the files that reports have.
///
/// If one command omits a file that an earlier one has written to the same folder, the file is
/// removed; a reader would take it for the later command's.
extension ReportFolder {
    static let runName = "run.json"
    static let pageName = "report.md"
    static let htmlName = "report.html"

    /// run.json, without which a folder holds no run.
    package var runFile: String { file(Self.runName) }

    private static let names: Set = [
        runName, pageName, htmlName, "results.csv", "stretches.csv", "operations.csv", "sweep.csv",
        "loss.csv", "pairs.csv", "crashes.csv", "faults.csv", "damage.csv", "study.csv",
        "ratios.csv", "verdicts.csv", UncertaintyTables.ordersName,
        UncertaintyTables.effectsName, DecisionMapTable.name, FleetReport.name,
        ComparisonReport.dataName, ComparisonReport.pageName, ComparisonReport.htmlName,
        TraceEventFile.name, SpeedscopeFile.name,
    ]

    /// Has the files of earlier commands taken away when a batch appears.
    ///
    /// - Parameter own: the names of the batch's files.
    func removeOthers(than own: [String], in files: inout FileBatch) {
        let present = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in present where Self.isReports(name) && !own.contains(name) {
            files.remove(file(name))
        }
    }

    /// Whether a report may have written the file; `operations-3.csv` belongs to a sweep.
    private static func isReports(_ name: String) -> Bool {
        names.contains(name) || name.wholeMatch(of: /operations-[0-9]+\.csv/) != nil
    }
}
