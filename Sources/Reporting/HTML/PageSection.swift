/// A section of a page, under a heading that the page's list of contents leads to.
struct PageSection {
    /// The end of its address: `scorecard` for `review.html#scorecard`.
    let name: String
    let title: String
    let blocks: [PageBlock]

    /// - Returns: `nil` without blocks: a heading over nothing is a question.
    init?(_ name: String, _ title: String, _ blocks: [PageBlock?]) {
        self.name = name
        self.title = title
        self.blocks = blocks.compactMap(\.self)
        guard !self.blocks.isEmpty else { return nil }
    }
}
