/// A chart of a page, with what a reader without the picture is told.
struct PageFigure {
    let name: String
    /// The chart's finding or question in one line.
    let title: String
    /// The picture, made fit to stand in a page; `nil` if it was not drawn.
    let picture: EmbeddedPicture?
    /// The figures in the picture, in sentences.
    let description: String

    /// A chart, with its picture if that was drawn.
    init(_ chart: Chart, _ pictures: [String: String]) {
        name = chart.name
        title = chart.title
        description = chart.description
        picture = pictures[name].map { EmbeddedPicture($0, named: chart.name) }
    }
}
