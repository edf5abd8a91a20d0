import Mustache

/// A page that is read in a browser, in one file: sections of blocks, and whose they are.
///
/// Everything reads without script, without style, and without a network. Equal pages are equal
/// bytes.
struct HTMLPage {
    let title: String
    /// What the page is of: `import-10k, measured, 2026-11-24`.
    let origin: String
    /// In order; the first holds the answer.
    let sections: [PageSection]

    /// The file's text.
    ///
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    func text() throws(ReportingError) -> String {
        do {
            return try HTMLRenderer().text(of: self)
        } catch {
            throw .notEncoded("report.html", cause: error)
        }
    }
}
