import Results

/// A part of a page's section, in the order in which it is read.
indirect enum PageBlock {
    case paragraph(Prose)
    /// A sentence that a reader must not miss: *interrupted*, *planted*.
    case notice(Prose)
    /// Words and what is said of each.
    case entries([(name: String, text: Prose)])
    case list([Prose])
    case table(PageTable)
    case figure(PageFigure)
    /// Text whose lines stay as they are: a drawing, source, a command.
    case code(String, label: String)
    /// Files that the page holds.
    case files([PageFile])
    /// What a reader opens if it is wanted; printed open.
    case details(String, [PageBlock])
    case heading(String)

    static func paragraph(_ marked: String) -> PageBlock { .paragraph(Prose(marked)) }
    static func notice(_ marked: String) -> PageBlock { .notice(Prose(marked)) }
}

extension PageBlock {
    /// What a reader of a result must know that did not come to its end.
    static func interruption(_ isInterrupted: Bool) -> PageBlock? {
        isInterrupted
            ? .notice("**Interrupted.** What follows is what had run until then.") : nil
    }

    /// The warnings about a result under a heading of their own; empty without any.
    static func warnings(_ warnings: [RunWarning]) -> [PageBlock] {
        guard !warnings.isEmpty else { return [] }
        let items = warnings.map { Prose("`\($0.code)`: \($0.message). \($0.advice).") }
        return [.heading("Warnings"), .list(items)]
    }

    /// A table of a Markdown report; `nil` without rows.
    static func table(_ caption: String, _ table: ReportTable?) -> PageBlock? {
        PageTable(caption, table).map(PageBlock.table)
    }

    /// What went wrong, a notice each.
    static func failures(_ failures: [ReportPage.Failure]) -> [PageBlock] {
        failures.map { .notice("**\($0.name) went wrong.** \($0.message)") }
    }

    /// The charts of a result.
    static func figures(_ charts: [Chart], _ pictures: [String: String]) -> [PageBlock] {
        charts.map { .figure(PageFigure($0, pictures)) }
    }
}
