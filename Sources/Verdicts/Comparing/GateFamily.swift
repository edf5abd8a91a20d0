import Documents
import Results

/// The metrics that a comparison may fail for, named before anything is looked at.
///
/// A reader that asks whether any of four hundred figures is worse will always find one. A
/// comparison asks about these alone, and corrects for asking about several; all other figures are
/// described.
///
/// The standard members are always asked about. A gate on a change adds its metric, or says of a
/// standard one by how much it may get worse: it takes no question away. What it adds is corrected
/// by itself, so that a regression that the standard members show without it is shown with it.
package struct GateFamily: Codable, Sendable, Hashable {
    /// One of them.
    package struct Member: Codable, Sendable, Hashable {
        /// `main.delay.p99`: as `Metric` writes it, with the statistic.
        package var name: String
        /// By how much it may get worse, as a share: 0.05; `nil` where no gate has said.
        package var allowed: Double?

        package init(name: String, allowed: Double? = nil) {
            self.name = name
            self.allowed = allowed
        }
    }

    /// How many gates on changes there may be.
    ///
    /// With more, the correction for their number hides what it should let through.
    package static let most = 8
    /// The probability that a comparison of two equal things finds any difference in its standard
    /// members, over all topologies: half of it for worse, so that a nightly run cries wolf less
    /// often than once in a hundred nights.
    ///
    /// The members that gates add have the same once more.
    package static let level = 0.02

    /// Its name in print.
    package let name: String
    package let members: [Member]

    /// The metrics for the whole of a run: the lateness of the main queue, the cost of work, the
    /// memory, the speed, and the loss by a kill.
    package static let standard = GateFamily(
        unchecked: "standard",
        [
            Metric.mainBusy[.total], Metric.mainDelay[.mean], Metric.mainDelay[.p99],
            Metric.mainHitchRatio60[.total],
            Metric.importDuration[.total], Metric.processCPU[.total],
            Metric.processPeakMemory[.max],
            Metric.lossKill[.exposure],
        ].map { Member(name: $0.name) })

    /// The standard family with the metrics of the gates that allow a change.
    ///
    /// - Throws: `DocumentError` for more than `most` metrics, and for one that is named twice.
    package init(of gates: [Gate], name: String = "gates") throws {
        var named: [Member] = []
        for gate in gates {
            guard case .change(let allowed) = gate.condition else { continue }
            let position = Position(source: "\(Gate.option) \(gate)")
            guard !named.contains(where: { $0.name == gate.name }) else {
                throw DocumentError(
                    .duplicateKey, at: position, "“\(gate.name)” has two gates on its change",
                    remedy: "keep one of them")
            }
            named.append(Member(name: gate.name, allowed: allowed))
            guard named.count <= Self.most else {
                throw DocumentError(
                    .outOfRange, at: position,
                    "more than \(Self.most) metrics have a gate on their change",
                    remedy: "name the \(Self.most) that decide: with each further one a change must"
                        + " be larger to be distinguished from chance")
            }
        }
        guard !named.isEmpty else {
            self = .standard
            return
        }
        let standard = Self.standard.members.map { member in
            named.first { $0.name == member.name } ?? member
        }
        let added = named.filter { member in Self.standard[member.name] == nil }
        self.init(unchecked: name, standard + added)
    }

    private init(unchecked name: String, _ members: [Member]) {
        self.name = name
        self.members = members
    }

    /// The members that gates have added to the standard ones.
    package var added: [Member] { members.filter { Self.standard[$0.name] == nil } }

    /// The member of this name.
    package subscript(name: String) -> Member? { members.first { $0.name == name } }
}
