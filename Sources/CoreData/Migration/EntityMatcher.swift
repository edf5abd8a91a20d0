/// Matches the entities of two versions of a model.
struct EntityMatcher {
    private let source: ModelLayout
    private let destination: ModelLayout
    /// The reasons why entities cannot be matched.
    private(set) var reasons: [String] = []

    init(_ source: ModelLayout, _ destination: ModelLayout) {
        self.source = source
        self.destination = destination
    }

    /// The source's entities by the numbers of the destination's.
    mutating func pairs() -> [Int: RowLayout] {
        var pairs: [Int: RowLayout] = [:]
        var taken: [Int: String] = [:]
        for layout in destination.all {
            guard let match = counterpart(of: layout) else { continue }
            let name = layout.entity.name ?? ""
            if let other = taken.updateValue(name, forKey: match.number) {
                reasons.append(
                    "“\(other)” and “\(name)” both come from “\(match.entity.name ?? "")”")
            }
            if layout.entity.isAbstract && !match.entity.isAbstract {
                reasons.append("“\(name)” has become abstract, and its objects have no entity")
            }
            pairs[layout.number] = match
        }
        checkHierarchies(pairs)
        return pairs
    }

    private func counterpart(of layout: RowLayout) -> RowLayout? {
        let name = layout.entity.renamingIdentifier ?? layout.entity.name ?? ""
        return source.layout(named: name)
            ?? source.all.first { $0.entity.renamingIdentifier == name }
    }

    /// Refuses to merge two hierarchies, because keys are counted within each.
    private mutating func checkHierarchies(_ pairs: [Int: RowLayout]) {
        var origins: [Int: RowLayout] = [:]
        for layout in destination.all {
            guard let match = pairs[layout.number] else { continue }
            let root = layout.rootNumber
            if let origin = origins[root], origin.rootNumber != match.rootNumber {
                reasons.append(
                    """
                    “\(origin.entity.name ?? "")” and “\(match.entity.name ?? "")” would share \
                    the hierarchy of “\(destination[root].entity.name ?? "")”
                    """)
            }
            origins[root] = match
        }
    }
}
