/// Which of a measure's figures stand for the whole run: those of the headline phase, or of all
/// phases where that has none; of all roles together, or each role's where there is no such figure.
///
/// Tables, sentences, limits, gates, comparisons, histories, charts and studies all choose here.
package enum HeadlineScope {
    /// The figures of a measure, in their order.
    package static func figures(
        of measure: Measure, in figures: [Figure], headlinePhase: String
    ) -> [Figure] {
        chosen(
            figures.filter { $0.isOf(measure) }, key: \.key, headlinePhase: headlinePhase)
    }

    /// The figures of a measure that goes by a name; none of an unknown one.
    package static func figures(
        named name: String, in figures: [Figure], headlinePhase: String
    ) -> [Figure] {
        Metric.find(name).map {
            self.figures(of: $0, in: figures, headlinePhase: headlinePhase)
        } ?? []
    }

    /// The keys that stand for their measures, of those of many.
    package static func keys(
        among keys: [Figure.Key], headlinePhase: String
    ) -> Set<Figure.Key> {
        let byMeasure = Dictionary(grouping: keys) { [$0.metric, $0.statistic] }
        return Set(
            byMeasure.values.flatMap { chosen($0, key: \.self, headlinePhase: headlinePhase) })
    }

    /// - Parameter candidates: what one measure has.
    private static func chosen<Candidate>(
        _ candidates: [Candidate], key: (Candidate) -> Figure.Key, headlinePhase: String
    ) -> [Candidate] {
        for phase in [headlinePhase, PhaseName.all] {
            let ofPhase = candidates.filter { key($0).phase == phase }
            guard !ofPhase.isEmpty else { continue }
            let together = ofPhase.filter { key($0).role.isEmpty }
            return together.isEmpty ? ofPhase : together
        }
        return []
    }
}
