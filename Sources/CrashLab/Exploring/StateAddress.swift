/// Names one crash state of a recording: `P3/682/17`.
///
///     K0/682       a kill after operation 682 of the log
///     K1/682       a kill in the middle of it, at a boundary of 4 KiB
///     P0/682       a loss of power after it that takes all that is not synced
///     P2/682/17    one that leaves some writes: the 17th sample there
///     P3/682/17    one that leaves some sectors
///     N3/682/17    the same, and the device dies again while SQLite recovers
package struct StateAddress: Hashable, Sendable, CustomStringConvertible {
    package enum Model: String, CaseIterable, Sendable, Codable {
        case kill = "K0"
        case tornKill = "K1"
        case unsyncedLost = "P0"
        case someWrites = "P2"
        case someSectors = "P3"
        case crashInRecovery = "N3"

        var isPowerLoss: Bool { self != .kill && self != .tornKill }
    }

    package var model: Model
    /// The operation's position in the log.
    package var operation: Int
    /// From 0; `nil` for an operation with one state only.
    package var sample: Int?

    package init(model: Model, operation: Int, sample: Int? = nil) {
        self.model = model
        self.operation = operation
        self.sample = sample
    }

    /// Reads an address; `nil` if the text is malformed.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let model = Model(rawValue: String(parts[0])),
            let operation = Int(parts[1]), operation >= 0
        else { return nil }
        self.init(model: model, operation: operation)
        let isSampled = model == .someWrites || model == .someSectors || model == .crashInRecovery
        guard isSampled == (parts.count == 3) else { return nil }
        if isSampled {
            guard let sample = Int(parts[2]), sample >= 0 else { return nil }
            self.sample = sample
        }
    }

    package var description: String {
        "\(model.rawValue)/\(operation)" + (sample.map { "/\($0)" } ?? "")
    }
}
