import Results

/// The result of a simulated run on its way from its child: its figures are one text.
///
/// A simulated run takes a third of a second, and has 800 figures.
package struct SentRepetition: Codable, Sendable {
    private let record: RunRecord
    private let figures: FigureLines
    private let mark: Mark

    package init(_ result: RepetitionResult) {
        record = result.record
        figures = FigureLines(figures: result.figures)
        mark = result.mark
    }

    package var result: RepetitionResult {
        RepetitionResult(record: record, figures: figures.figures, mark: mark)
    }
}
