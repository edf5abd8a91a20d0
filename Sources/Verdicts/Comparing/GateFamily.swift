import Documents
import Results

/// The metrics that a comparison may fail for, named before anything is looked at.
///
/// Among four hundred figures one always looks worse. A comparison tests these alone, and corrects
/// for testing several; all other figures are described.
package struct GateFamily: Codable, Sendable, Hashable {
    /// One of them.
    package struct Member: Codable, Sendable, Hashable {
        /// `main.delay.p99`: as `Metric` writes it, with the statistic.
        package var name: String
        /// The share by which it may get worse: 0.05; `nil` for the default tolerance.
        package var allowed: Double?

        package init(name: String, allowed: Double? = nil) {
            self.name = name
            self.allowed = allowed
        }
    }

    /// With more members, the correction for their number would hide the changes that a gate must
    /// find.
    package static let most = 8
    /// The probability that a comparison of two equal things finds any difference in its family,
    /// over all topologies: half of it for worse, so that a nightly run cries wolf less often than
    /// once in a hundred nights.
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

    /// The family of the gates that allow a change.
    ///
    /// - Returns: the standard family if no gate does.
    /// - Throws: `DocumentError` for more than `most` metrics, and for one that is named twice.
    package init(of gates: [Gate], name: String = "gates") throws {
        var members: [Member] = []
        for gate in gates {
            guard case .change(let allowed) = gate.condition else { continue }
            let position = Position(source: "\(Gate.option) \(gate)")
            guard !members.contains(where: { $0.name == gate.name }) else {
                throw DocumentError(
                    .duplicateKey, at: position, "“\(gate.name)” has two gates on its change",
                    remedy: "keep one of them")
            }
            members.append(Member(name: gate.name, allowed: allowed))
            guard members.count <= Self.most else {
                throw DocumentError(
                    .outOfRange, at: position,
                    "more than \(Self.most) metrics have a gate on their change",
                    remedy: "name the \(Self.most) that decide: with each further one a change must"
                        + " be larger to be distinguished from chance")
            }
        }
        self = members.isEmpty ? .standard : GateFamily(unchecked: name, members)
    }

    private init(unchecked name: String, _ members: [Member]) {
        self.name = name
        self.members = members
    }

    /// The member of this name.
    package subscript(name: String) -> Member? { members.first { $0.name == name } }
}
