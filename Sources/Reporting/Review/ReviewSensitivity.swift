import Results
import Verdicts

/// What would change the answer, of all that the page tried: whether other values of a field and
/// other devices leave the topologies with the shortest waits the same.
enum ReviewSensitivity {
    /// One world that was tried beside the leading run's.
    private struct Case {
        /// `with flush`, `on`; cases of one are said together.
        let place: String
        /// `5s`, `iPhone 12 (2020)`.
        let name: String
        /// The topologies that wait least; empty where the repetitions leave it open.
        let best: [String]
    }

    /// - Returns: `nil` where nothing was tried, or nothing tells who waits least.
    static func sentence(of review: Review) -> String? {
        let sweeps = review.sweeps.filter { $0.content.run != review.leading?.content.run }
        let tried =
            sweeps.flatMap { Self.cases(of: $0.content) }
            + review.others.map { part in
                let result = part.content
                return Case(
                    place: "on", name: result.simulated?.title ?? result.device,
                    best: best(of: result, part.ranking))
            }
        let measured = review.leading.map { best(of: $0.content, $0.ranking) } ?? []
        let told = tried.filter { !$0.best.isEmpty }
        guard let usual = ([measured] + told.map(\.best)).first(where: { !$0.isEmpty }),
            !told.isEmpty
        else { return nil }
        // One of several that are not told apart is another answer than all of them.
        let kept = told.filter { Set($0.best) == Set(usual) }
        let changed = told.filter { Set($0.best) != Set(usual) }
        var sentences: [String] = []
        if measured.isEmpty {
            sentences.append("The run that decides leaves open which waits least.")
        }
        if changed.isEmpty {
            sentences.append("Nothing that was tried: \(least(usual)) \(words(kept)).")
        } else {
            sentences += changed.map { "\(words([$0]).capitalizedFirst) \(least($0.best))." }
            if !kept.isEmpty {
                sentences.append("It stays \(TextLines.list(usual)) \(words(kept)).")
            }
        }
        let open = tried.filter(\.best.isEmpty)
        if !open.isEmpty { sentences.append("Not told \(words(open)).") }
        return sentences.joined(separator: " ")
    }

    /// Each value of a sweep, with the topologies that have no such field beside those that do.
    private static func cases(of result: WorkloadResult) -> [Case] {
        guard let sweep = result.sweep else { return [] }
        return sweep.values.map { value in
            var part = result
            part.topologies.removeAll { topology in
                topology.point?.value.map { $0 != value } ?? false
            }
            return Case(
                place: "with \(sweep.key)", name: value, best: best(of: part, Ranking(of: part)))
        }
    }

    /// The topologies that wait least, by their names without a swept value.
    private static func best(of result: WorkloadResult, _ ranking: Ranking?) -> [String] {
        guard let best = ranking?.best(Metric.mainDelay[.p99]), !best.isOfAll else { return [] }
        return best.group.map { index in
            result.topologies[index].point?.row ?? result.topologies[index].variant
        }
    }

    private static func least(_ names: [String]) -> String {
        "\(TextLines.list(names)) wait\(names.count == 1 ? "s" : "") least"
    }

    /// `with flush 100ms and 5s, and on iPhone 12 (2020)`.
    private static func words(_ cases: [Case]) -> String {
        var places: [(place: String, names: [String])] = []
        for one in cases {
            if let index = places.firstIndex(where: { $0.place == one.place }) {
                places[index].names.append(one.name)
            } else {
                places.append((one.place, [one.name]))
            }
        }
        return places.map { "\($0.place) \(TextLines.list($0.names))" }.joined(separator: ", ")
    }
}

extension String {
    /// With a capital at its begin.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
