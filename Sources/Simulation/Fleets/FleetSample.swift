import Execution

/// Sessions of a fleet, drawn: how many have each run, and how many of them a crash ends.
///
/// Sessions that agree in device, kind and world are the same run, so that a hundred thousand of
/// them need as many runs as there are such combinations.
package struct FleetSample: Sendable {
    /// One combination of a device and a kind of session.
    package struct Cell: Sendable {
        package var weight: Double
        package var kills: Double
        package var powerLosses: Double

        package init(weight: Double, kills: Double, powerLosses: Double) {
            self.weight = weight
            self.kills = kills
            self.powerLosses = powerLosses
        }
    }

    /// By cell and world: how many sessions, and how many of them are killed or lose power.
    package private(set) var sessions: [[Int]]
    package private(set) var kills: [[Int]]
    package private(set) var powerLosses: [[Int]]

    /// Draws sessions.
    ///
    /// - Precondition: at least one world; two to be drawn anew.
    /// - Parameters:
    ///   - worlds: the simulated worlds of each cell.
    ///   - resampled: whether the worlds are drawn anew with replacement, as other worlds might
    ///     have been simulated: one less than there are, so that means scatter as those of as many
    ///     new worlds would, and not less.
    package init(
        of cells: [Cell], worlds: Int, count: Int, resampled: Bool = false,
        from stream: inout RandomStream
    ) {
        let none = Array(repeating: Array(repeating: 0, count: worlds), count: cells.count)
        (sessions, kills, powerLosses) = (none, none, none)
        // The n-th world has the same chance on every device: what is slow in it is slow on all of
        // them, so that one choice is for all cells.
        let choices =
            resampled
            ? (1..<worlds).map { _ in Int(stream.next() % UInt64(worlds)) } : Array(0..<worlds)
        var bounds: [Double] = []
        for cell in cells { bounds.append((bounds.last ?? 0) + cell.weight) }
        let total = bounds.last ?? 0
        for _ in 0..<count {
            let place = Self.share(&stream) * total
            let cell = bounds.firstIndex { place < $0 } ?? cells.count - 1
            let world = choices[Int(stream.next() % UInt64(choices.count))]
            sessions[cell][world] += 1
            // One session has one end.
            let end = Self.share(&stream)
            if end < cells[cell].kills {
                kills[cell][world] += 1
            } else if end < cells[cell].kills + cells[cell].powerLosses {
                powerLosses[cell][world] += 1
            }
        }
    }

    private static func share(_ stream: inout RandomStream) -> Double {
        Double(stream.next() >> 11) / Double(UInt64(1) << 53)
    }
}
