import Results

/// Which of a metric's figures stand for the whole run: those of the headline phase, or of all
/// phases where that has none; of all roles together, or each role's where there is no such figure.
package enum HeadlineScope {
    /// The phase of the figures over all phases.
    package static let allPhases = "all"

    /// The figures of a metric, in their order.
    package static func figures(of name: String, in figures: [Figure], headlinePhase: String)
        -> [Figure]
    {
        let candidates = figures.filter { $0.name == name }
        for phase in [headlinePhase, allPhases] {
            let ofPhase = candidates.filter { $0.phase == phase }
            guard !ofPhase.isEmpty else { continue }
            let together = ofPhase.filter(\.role.isEmpty)
            return together.isEmpty ? ofPhase : together
        }
        return []
    }
}
