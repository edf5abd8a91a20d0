import Results
import Verdicts

extension ReportFolder {
    /// Writes the report of `lab study`: study.csv, ratios.csv, report.md.
    ///
    /// - Throws: `ReportingError`; then no file has changed.
    package func write(_ judgement: StudyJudgement) throws(ReportingError) {
        try makeFolder(path)
        let text = try StudyPage(of: judgement).markdown()
        var files = FileBatch(option: option)
        try files.add(StudyTable.bytes(of: judgement), as: file("study.csv"))
        try files.add(StudyTable.ratios(of: judgement), as: file("ratios.csv"))
        try files.add(text, as: page)
        removeOthers(than: ["study.csv", "ratios.csv", Self.pageName], in: &files)
        try files.publish()
    }
}
