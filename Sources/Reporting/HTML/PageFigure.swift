/// A chart of a page, with what a reader without the picture is told.
struct PageFigure {
    /// The chart's file: `timeline` for `charts/timeline.gp`.
    let file: String
    /// The chart's finding or question in one line.
    let title: String
    /// The file's text; `nil` if it was not drawn.
    let picture: String?
    /// The figures in the picture, in sentences.
    let description: String
    /// Whether it is a picture of time, which a reader may draw wider, and which is printed over
    /// the whole width.
    var isOfTime = false
}

extension PageFigure {
    /// A chart, with its picture if that was drawn.
    init(_ chart: Chart, _ pictures: [String: String]) {
        self.init(
            file: chart.name, title: chart.title, picture: pictures[chart.name],
            description: chart.description)
    }
}
