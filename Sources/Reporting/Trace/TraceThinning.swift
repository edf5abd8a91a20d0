/// What was left out of a trace, so that it stays small enough to open.
///
/// First go spans, the shortest of all topologies first, until the rest fits; where that is not
/// enough, operations, saves and the store's transactions and calls in the same way, and at last
/// blocks. Arrows go with either of their ends. Counters and instants have bounds of their own:
/// a counter keeps its extremes, a topology every kill, and of its other instants those at equal
/// steps, so that there is room.
package struct TraceThinning: Sendable, Hashable {
    /// What is left out together, in this order.
    enum Rank: Int, CaseIterable, Sendable {
        case spans, operations, blocks
    }

    /// The most points of a counter, and the most instants of a topology, such as frames missed;
    /// kills stay, however many.
    ///
    /// A fifth of the slices: of a whole trace's 100,000 these are 20,000, and a wide screen has
    /// fewer columns.
    static func mostPoints(beside most: Int) -> Int { max(1, most / 5) }

    /// How many slices were left out.
    package var omitted: Int
    /// The last rank of which something was left out; of those before it nothing is left.
    let rank: Rank
    /// Of it all was left out that was shorter, in nanoseconds.
    let length: Int64
    /// How many instants were left out.
    package var omittedInstants = 0

    /// Whether every block is there.
    package var hasAllBlocks: Bool { rank != .blocks }

    /// The rule and its effect, in a sentence.
    package var sentence: String {
        let instants =
            "\(NumberText.short(Double(omittedInstants))) of the frames missed and checkpoints are "
            + "left out, in equal steps"
        guard omitted > 0 else { return instants }
        return omittedInstants == 0 ? slices : "\(slices); \(instants)"
    }

    private var slices: String {
        let shorter = "shorter than \(NumberText.short(Double(length) / 1e3)) µs"
        let what =
            switch rank {
            case .spans: "spans \(shorter); every block is there"
            case .operations:
                "all spans, and operations, saves and the store's calls \(shorter); every block is "
                    + "there"
            case .blocks:
                "all spans, operations, saves and calls of the store, and blocks \(shorter): "
                    + "blocks add up to less than main.busy"
            }
        return "\(NumberText.short(Double(omitted))) slices are left out: \(what)"
    }

    /// The effect of another thinning after this one, and of both.
    func followed(by further: TraceThinning) -> TraceThinning {
        var both = further.omitted == 0 ? self : further
        both.omitted = omitted + further.omitted
        both.omittedInstants = omittedInstants + further.omittedInstants
        return both
    }

    /// Thins processes until they have at most `most` slices together.
    static func thinned(
        _ processes: [TraceProcess], to most: Int
    ) -> ([TraceProcess], TraceThinning?) {
        let bounded = processes.map { Self.bounded($0, to: mostPoints(beside: most)) }
        let omittedInstants = zip(processes, bounded).reduce(0) {
            $0 + $1.0.instants.count - $1.1.instants.count
        }
        let lengths = Dictionary(
            grouping: bounded.flatMap(\.tracks).flatMap(\.slices), by: \.kind.rank
        ).mapValues { $0.map(\.length) }
        let count = lengths.values.reduce(0) { $0 + $1.count }
        guard count > most else {
            let thinning = TraceThinning(
                omitted: 0, rank: .spans, length: 0, omittedInstants: omittedInstants)
            return (bounded, omittedInstants == 0 ? nil : thinning)
        }
        // What stays whole behind each rank.
        var rest = count
        var found = (rank: Rank.blocks, length: Int64.max)
        for rank in Rank.allCases {
            let own = lengths[rank] ?? []
            rest -= own.count
            guard rest < most else { continue }
            found = (rank, least(of: own, keeping: most - rest))
            break
        }
        let thinned = bounded.map { process in
            var process = process
            for index in process.tracks.indices {
                process.tracks[index].slices.removeAll { slice in
                    let rank = slice.kind.rank
                    return rank.rawValue < found.rank.rawValue
                        || rank == found.rank && slice.length < found.length
                }
            }
            return withWholeFlows(process)
        }
        let left = thinned.flatMap(\.tracks).reduce(0) { $0 + $1.slices.count }
        return (
            thinned,
            TraceThinning(
                omitted: count - left, rank: found.rank, length: found.length,
                omittedInstants: omittedInstants)
        )
    }

    /// The least length that no more than `room` of the lengths have.
    private static func least(of lengths: [Int64], keeping room: Int) -> Int64 {
        let sorted = lengths.sorted(by: >)
        return sorted.indices.contains(room) ? sorted[room] + 1 : 0
    }

    /// Keeps the extreme points of a counter, every kill, and the other instants in equal steps.
    private static func bounded(_ process: TraceProcess, to mostPoints: Int) -> TraceProcess {
        var process = process
        for index in process.counters.indices {
            let points = process.counters[index].points
            guard points.count > mostPoints else { continue }
            // A column keeps up to four points for each series.
            let series = process.counters[index].series.indices
            let width = (points.count * 4 * series.count + mostPoints - 1) / mostPoints
            process.counters[index].points = stride(from: 0, to: points.count, by: width).flatMap {
                Thinning.outline(
                    Array(points[$0..<min(points.count, $0 + width)]),
                    by: series.map { place in { Double($0.values[place]) } })
            }
        }
        let kills = process.instants.count { $0.kind == "kill" }
        let room = max(mostPoints - kills, 1)
        let width = (process.instants.count - kills + room - 1) / room
        guard width > 1 else { return process }
        var place = -1
        process.instants.removeAll { instant in
            guard instant.kind != "kill" else { return false }
            place += 1
            return place % width != 0
        }
        return process
    }

    /// Leaves out the arrows that have lost an end.
    private static func withWholeFlows(_ process: TraceProcess) -> TraceProcess {
        var ends: [Int: Int] = [:]
        for end in process.tracks.flatMap(\.slices).flatMap(\.flowEnds) {
            ends[end.flow, default: 0] += 1
        }
        var process = process
        for track in process.tracks.indices {
            for slice in process.tracks[track].slices.indices
            where !process.tracks[track].slices[slice].flowEnds.isEmpty {
                process.tracks[track].slices[slice].flowEnds.removeAll { ends[$0.flow] != 2 }
            }
        }
        return process
    }
}
