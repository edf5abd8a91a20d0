import Results

/// The result of a simulated run on its way from its child: its figures are one text.
///
/// A simulated run takes a third of a second, and has 800 figures.
package struct SentRepetition: Codable, Sendable {
    private enum CodingKeys: CodingKey {
        case record, figures, mark
    }

    package let result: RepetitionResult

    package init(_ result: RepetitionResult) {
        self.result = result
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        result = RepetitionResult(
            record: try values.decode(RunRecord.self, forKey: .record),
            figures: try values.decode(FigureLines.self, forKey: .figures).figures,
            mark: try values.decode(Mark.self, forKey: .mark))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(result.record, forKey: .record)
        try values.encode(FigureLines(figures: result.figures), forKey: .figures)
        try values.encode(result.mark, forKey: .mark)
    }
}
