import Documents
import Results

/// The metrics that a comparison may fail for, named before a figure is read.
///
/// A reader that searches four hundred figures for a worse one will always find one. A comparison
/// tests these metrics alone, and corrects for their number; all other figures are described.
///
/// The standard members are always tested. A gate on a change adds its metric, or sets the
/// allowance of a standard one: it removes no test. Added metrics have a correction of their own,
/// so that they cannot hide a regression of the standard members.
package struct GateFamily: Codable, Sendable, Hashable {
    /// One of them.
    package struct Member: Codable, Sendable, Hashable {
        /// `main.delay.p99`: as `Metric` writes it, with the statistic.
        package var name: String
        /// By how much the metric may get worse, as a share: 0.05; `nil` without a gate on it.
        package var allowed: Double?

        package init(name: String, allowed: Double? = nil) {
            self.name = name
            self.allowed = allowed
        }
    }

    /// The largest number of gates on changes.
    ///
    /// With more, the correction for their number hides real changes.
    package static let most = 8
    /// The probability that a comparison of two equal things finds any difference in its standard
    /// members, over all topologies.
    ///
    /// Half of it is for worse, so that a nightly run cries wolf less often than once in a hundred
    /// nights. The members that gates add have the same probability once more.
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
