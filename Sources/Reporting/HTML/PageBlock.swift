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
