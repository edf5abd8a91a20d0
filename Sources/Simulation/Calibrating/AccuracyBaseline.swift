/// The accuracy of an earlier calibration, as accuracy.csv has it: an accuracy that falls is a
/// regression.
///
/// What is held against it are the simulated figures of all pairs. The bounds are wider than two
/// calibrations of one build differ by noise.
package struct AccuracyBaseline: Sendable {
    /// One figure's accuracy.
    private struct Entry {
        let metric: String
        let statistic: String
        let share: Double?
        let error: Double?
    }

    /// What got worse, in words.
    package typealias Fall = String

    /// Two points of a hundred, of pairs in the right order.
    private static let shareMargin = 0.02
    /// A quarter more error, and at least three points.
    private static let errorFactor = 1.25
    private static let errorMargin = 0.03

    private let entries: [Entry]
    /// The losses that follow from the order of calls, and how many of them were the same; `nil`
    /// where the file counts none.
    private let losses: (all: Int, same: Int)?

    /// Reads accuracy.csv.
    ///
    /// - Throws: `DeviceError` if the file is none.
    package init(csv text: String, file: String) throws(DeviceError) {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let columns = lines.first ?? []
        let wanted = ["metric", "stat", "subject", "share", "error", "told", "in_order"].map {
            columns.firstIndex(of: $0)
        }
        guard !wanted.contains(nil), lines.allSatisfy({ $0.count == columns.count }) else {
            throw .notAnAccuracy(file)
        }
        let places = wanted.compactMap(\.self)
        entries = lines.dropFirst().filter { $0[places[2]] == Accuracy.Subject.all.rawValue }.map {
            Entry(
                metric: $0[places[0]], statistic: $0[places[1]], share: Double($0[places[3]]),
                error: Double($0[places[4]]))
        }
        guard !entries.isEmpty else { throw .notAnAccuracy(file) }
        losses = lines.first { $0[places[2]] == Accuracy.Loss.Kind.exact.rawValue }.flatMap {
            guard let all = Int($0[places[5]]), let same = Int($0[places[6]]) else { return nil }
            return (all, same)
        }
    }

    /// What fell, a clause each; empty if the accuracy is as good as then.
    package func falls(in accuracy: Accuracy) -> [Fall] {
        var falls: [Fall] = []
        for entry in entries {
            let name = "\(entry.metric).\(entry.statistic)"
            let row = accuracy.rows.first {
                $0.subject == .all && $0.measure.metric == entry.metric
                    && $0.measure.statistic.rawValue == entry.statistic
            }
            guard let row else {
                falls.append("\(name) is not among the figures any more")
                continue
            }
            if entry.share != nil, row.share == nil {
                falls.append("\(name): no pair is told apart any more")
            }
            if let before = entry.share, let now = row.share, now < before - Self.shareMargin {
                falls.append(
                    "\(name): \(Self.percent(now)) of the pairs in the right order, and "
                        + "\(Self.percent(before)) before")
            }
            if let before = entry.error, let now = row.error?.meanAbsolute,
                now > max(before * Self.errorFactor, before + Self.errorMargin)
            {
                falls.append(
                    "\(name): a mean error of \(Self.percent(now)), and \(Self.percent(before)) "
                        + "before")
            }
        }
        let now = accuracy.losses(of: .exact)
        // By whole numbers: a share in the file is rounded.
        if let losses, now.same * losses.all < losses.same * now.all.count {
            falls.append(
                "the loss by a kill: the same in \(now.same) of \(now.all.count) topologies whose "
                    + "saves end in the store, and in \(losses.same) of \(losses.all) before")
        }
        return falls
    }

    private static func percent(_ share: Double) -> String {
        "\((share * 1000).rounded() / 10) %"
    }
}
