/// The choice of a measure's figures for the whole run.
///
/// They are those of the headline phase, or of all phases if that has none; of all roles together,
/// or each role's if there is no joint figure. Tables, sentences, limits, gates, comparisons,
/// histories, charts and studies all choose here.
package enum HeadlineScope {
    /// The figures of a measure, in their order.
    package static func figures(
        of measure: Measure, in figures: [Figure], headlinePhase: String
    ) -> [Figure] {
        // As `isOf` compares, with the names looked up once: a run has thousands of figures.
        let (metric, statistic) = (measure.metric, measure.statistic.rawValue)
        return chosen(
            figures.filter { $0.statistic == statistic && $0.metric == metric }, key: \.key,
            headlinePhase: headlinePhase)
    }

    /// The figures of a named measure; none for an unknown name.
    package static func figures(
        named name: String, in figures: [Figure], headlinePhase: String
    ) -> [Figure] {
        Metric.find(name).map {
            self.figures(of: $0, in: figures, headlinePhase: headlinePhase)
        } ?? []
    }

    /// The keys, among many, that stand for their measures.
    package static func keys(
        among keys: [Figure.Key], headlinePhase: String
    ) -> Set<Figure.Key> {
        let byMeasure = Dictionary(grouping: keys) { [$0.metric, $0.statistic] }
        return Set(
            byMeasure.values.flatMap { chosen($0, key: \.self, headlinePhase: headlinePhase) })
    }

    /// Chooses by phase and role.
    ///
    /// - Parameter candidates: the candidates of one measure.
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
