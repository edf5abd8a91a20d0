/// Which marks of a chart are drawn when it has more than a picture has room for.
///
/// A picture of a thousand marks shows as much as its pixels can, and opens at once.
package enum Thinning {
    /// The most marks of a chart.
    package static let most = 1000

    /// Thins several series together until their marks fit.
    ///
    /// All series are cut into columns of one width, which grows until what is kept fits.
    ///
    /// - Parameters:
    ///   - place: where a mark stands, in pixels.
    ///   - weight: how many marks it counts for.
    ///   - kept: the marks of a column of a width that stay: all that are extreme.
    /// - Returns: the series, and the columns' width in pixels; `nil` if nothing was left out.
    package static func fitted<Mark>(
        _ series: [[Mark]], place: (Mark) -> Double, weight: (Mark) -> Int = { _ in 1 },
        keeping kept: ([Mark], _ width: Double) -> [Mark]
    ) -> (series: [[Mark]], width: Double?) {
        func isFitting(_ series: [[Mark]]) -> Bool {
            series.reduce(0) { $1.reduce($0) { $0 + weight($1) } } <= most
        }
        guard !isFitting(series) else { return (series, nil) }
        var width = 1.0
        var thinned = series
        // A thousand pixels are the whole chart: wider columns keep no less.
        while width < 1024 {
            thinned = series.map { marks in
                columns(marks, width: width, place: place).flatMap { kept($0, width) }
            }
            if isFitting(thinned) { break }
            width *= 1.25
        }
        return (thinned, width)
    }

    private static func columns<Mark>(
        _ marks: [Mark], width: Double, place: (Mark) -> Double
    ) -> [[Mark]] {
        var columns: [[Mark]] = []
        var last: Double?
        for mark in marks {
            let column = (place(mark) / width).rounded(.down)
            if column == last {
                columns[columns.count - 1].append(mark)
            } else {
                columns.append([mark])
            }
            last = column
        }
        return columns
    }

    /// The first, lowest, highest and last of a column, in their order: a line through them covers
    /// the same pixels as a line through all.
    package static func outline<Mark>(
        _ marks: [Mark], by heights: [(Mark) -> Double]
    ) -> [Mark] {
        guard marks.count > 2 else { return marks }
        var places: Set<Int> = [0, marks.count - 1]
        for height in heights {
            places.insert(marks.indices.min { height(marks[$0]) < height(marks[$1]) }!)
            places.insert(marks.indices.max { height(marks[$0]) < height(marks[$1]) }!)
        }
        return places.sorted().map { marks[$0] }
    }
}
