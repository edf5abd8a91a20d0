import Results
import Verdicts

/// One chart: the data, and the gnuplot commands that draw it.
package struct Chart: Sendable {
    /// The files' base name: `timeline` for `timeline.svg`, `timeline.gp` and `timeline.dat`.
    package let name: String
    /// The chart's message in one line, also as the text for a reader without the picture.
    package let title: String
    /// The workload and the figures, in sentences, for a reader who hears the picture.
    package let description: String
    /// `NAME.gp`: draws `NAME.svg` from `NAME.dat` when gnuplot runs it in their folder.
    package let script: String
    /// `NAME.dat`: columns, which its first lines describe.
    package let data: String

    package init(
        name: String, title: String, description: String = "", script: String, data: String
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.script = script
        self.data = data
    }

    /// The names of all charts that a run's report may have.
    static let names = [
        TimelineChart.name, DelayTailChart.name, TradeOffChart.name, AtRiskChart.name,
        SweepChart.name, CrashAtRiskChart.name, ExpectedLossChart.name, LossMapChart.name,
        PublishedRatioChart.name, TornadoChart.name, DecisionMapChart.name,
    ]

    /// The charts of a result, in the order of the report; those it has the data for.
    ///
    /// A sweep has one: the others would hold a strip or line for each topology at each value.
    package static func all(of result: WorkloadResult) -> [Chart] {
        let timeline = result.sweep == nil ? TimelineChart.chart(of: result) : nil
        return [timeline].compactMap(\.self) + beside(timelineOf: result)
    }

    /// The same without the timeline, which a page draws for itself.
    static func beside(timelineOf result: WorkloadResult) -> [Chart] {
        guard result.sweep == nil else { return [SweepChart.chart(of: result)].compactMap(\.self) }
        return [
            DelayTailChart.chart(of: result), TradeOffChart.chart(of: result),
            AtRiskChart.chart(of: result), TornadoChart.chart(of: result),
        ].compactMap(\.self)
    }

    /// The charts of `lab crash`; those it has the data for.
    package static func all(of result: CrashResult) -> [Chart] {
        [
            CrashAtRiskChart.chart(of: result), ExpectedLossChart.chart(of: result),
            LossMapChart.chart(of: result),
        ].compactMap(\.self)
    }

    /// The chart of a study with published figures.
    package static func all(of judgement: StudyJudgement) -> [Chart] {
        [PublishedRatioChart.chart(of: judgement)].compactMap(\.self)
    }
}
