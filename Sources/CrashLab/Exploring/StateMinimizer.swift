import StoreIO

/// Finds the smallest difference that breaks a store: a write that survived while another was lost.
///
/// First it loses as many of the surviving writes as possible, then it restores as many of the lost
/// ones as possible; the rest is needed.
struct StateMinimizer {
    /// Each try recovers a store; a log between two checkpoints has some thousand writes.
    private static let tries = 2_000

    let isBroken: ([OperationFate]) -> Bool

    init(isBroken: @escaping ([OperationFate]) -> Bool) {
        self.isBroken = isBroken
    }

    func minimal(_ fates: [OperationFate]) -> [OperationFate] {
        var tries = Self.tries
        let fewest = shrunk(fates, to: .lost, &tries)
        return shrunk(fewest, to: .kept, &tries)
    }

    /// Sets stretches of fates, long ones first, as long as the store stays broken.
    private func shrunk(
        _ start: [OperationFate], to fate: OperationFate, _ tries: inout Int
    ) -> [OperationFate] {
        var fates = start
        var length = max(1, fates.count / 2)
        while true {
            var begin = 0
            while begin < fates.count, tries > 0 {
                let part = begin..<min(begin + length, fates.count)
                var candidate = fates
                for index in part { candidate[index] = fate }
                if candidate != fates {
                    tries -= 1
                    // Keeping everything again would only undo the first half of the work.
                    if isBroken(candidate), fate == .lost || candidate.contains(where: \.isLost) {
                        fates = candidate
                    }
                }
                begin += length
            }
            if length == 1 || tries == 0 { return fates }
            length = max(1, length / 2)
        }
    }

    /// `write 412 (main, page 7) survived while write 398 (wal, offset 4120) was lost`.
    static func text(
        _ undecided: [UndecidedOperation], _ fates: [OperationFate], _ log: StoreLog
    ) -> String {
        let pairs = zip(undecided, fates)
        let kept = pairs.filter { !$0.1.isLost }.map { name($0.0, log) }
        let lost = pairs.filter { $0.1 != .kept }.map { name($0.0, log) }
        func list(_ names: [String]) -> String {
            let shown = names.prefix(3).joined(separator: ", ")
            return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
        }
        if kept.isEmpty { return "\(list(lost)) lost" }
        if lost.isEmpty { return "\(list(kept)) survived" }
        return "\(list(kept)) survived while \(list(lost)) was lost"
    }

    private static func name(_ operation: UndecidedOperation, _ log: StoreLog) -> String {
        let logged = log.operations[operation.index]
        let file = log.files[logged.file].class
        let place = file == .main ? "page \(logged.offset / 4096 + 1)" : "offset \(logged.offset)"
        return "\(logged.kind) \(operation.index) (\(file), \(place))"
    }
}
