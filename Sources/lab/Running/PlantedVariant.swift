import Bench

/// `--plant VARIANT=CAUSE:PERCENT%`: a topology of the run that runs once more with a dearer cause.
///
/// Its copy has a name that says so in every file, table, sentence and chart.
package struct PlantedVariant: Codable, Sendable, Hashable {
    /// As the topology is named in the run: `private-writer:flush=5s`.
    package var variant: String
    package var cost: PlantedCost

    /// Reads the option's value; a variant may have fields with a `=` of their own.
    package init?(_ text: String) {
        guard let place = text.lastIndex(of: "="), place > text.startIndex,
            let cost = PlantedCost(String(text[text.index(after: place)...]))
        else { return nil }
        variant = String(text[..<place])
        self.cost = cost
    }

    var text: String { "\(variant)=\(cost.text)" }

    /// The topology's copy with the fault.
    ///
    /// - Throws: `CommandFailure` (2) if the run has no such topology.
    func copy(from topologies: [SelectedTopology]) throws -> SelectedTopology {
        guard let original = topologies.first(where: { $0.variant == variant }) else {
            throw CommandFailure(
                .usage, "--plant \(text): no topology of this run is called “\(variant)”")
        }
        return original.planted(cost.plant, name: cost.text)
    }
}
