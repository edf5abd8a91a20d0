import Results
import Verdicts

extension ReportFolder {
    /// Writes the report of `lab study`: study.csv, ratios.csv, report.md.
    ///
    /// - Throws: `ReportingError` at the first file that cannot be written.
    package func write(_ judgement: StudyJudgement) throws(ReportingError) {
        try makeFolder(path)
        try AtomicFile.write(StudyTable.bytes(of: judgement), to: file("study.csv"))
        try AtomicFile.write(StudyTable.ratios(of: judgement), to: file("ratios.csv"))
        try AtomicFile.write(try StudyPage(of: judgement).markdown(), to: page)
    }
}
