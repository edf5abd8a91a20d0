/// What was left out of a trace, so that it stays small enough to open.
///
/// The shortest slices go first, of all topologies alike: spans below the least length with which
/// the rest fits. Where a trace without spans is still too large, blocks and all else below a
/// length go, too. Arrows go with either of their ends. Counters and instants have bounds of their
/// own.
package struct TraceThinning: Sendable, Hashable {
    /// The most points of a counter: a wide screen has fewer columns.
    static let mostPoints = 20_000
    /// The most instants of a topology, such as frames missed.
    static let mostInstants = 20_000

    /// How many slices were left out.
    package let omitted: Int
    /// Spans that are shorter were left out, in nanoseconds; `nil` if all were.
    package let spanLength: Int64?
    /// All else that is shorter was left out, in nanoseconds; `nil` if only spans were.
    package let otherLength: Int64?

    /// The rule and its effect, in a sentence.
    package var sentence: String {
        let spans = spanLength.map { "spans shorter than \(Self.text($0))" } ?? "all spans"
        let rest =
            otherLength.map {
                ", and blocks, operations and calls shorter than \(Self.text($0)), so that blocks "
                    + "add up to less than main.busy"
            } ?? "; every block is there"
        return "\(NumberText.short(Double(omitted))) slices are left out: \(spans)\(rest)"
    }

    private static func text(_ nanoseconds: Int64) -> String {
        NumberText.short(Double(nanoseconds) / 1e3) + " µs"
    }

    /// Thins processes until they have at most `most` slices together.
    static func thinned(
        _ processes: [TraceProcess], to most: Int
    ) -> ([TraceProcess], TraceThinning?) {
        let bounded = processes.map(bounded)
        let all = bounded.flatMap(\.tracks).flatMap(\.slices)
        guard all.count > most else { return (bounded, nil) }
        let others = all.filter { !$0.kind.isDetail }.map(\.length)
        let details = all.filter(\.kind.isDetail).map(\.length)
        let span = others.count < most ? least(of: details, keeping: most - others.count) : nil
        let other = others.count > most ? least(of: others, keeping: most) : nil
        let thinned = bounded.map { process in
            var process = process
            for index in process.tracks.indices {
                process.tracks[index].slices.removeAll { slice in
                    slice.length < (slice.kind.isDetail ? span ?? .max : other ?? 0)
                }
            }
            return withWholeFlows(process)
        }
        let left = thinned.flatMap(\.tracks).reduce(0) { $0 + $1.slices.count }
        return (
            thinned,
            TraceThinning(
                omitted: all.count - left, spanLength: span, otherLength: other)
        )
    }

    /// The least length of which no more than `room` values are, or longer.
    private static func least(of lengths: [Int64], keeping room: Int) -> Int64? {
        let sorted = lengths.sorted(by: >)
        return sorted.indices.contains(room) ? sorted[room] + 1 : sorted.last
    }

    /// Keeps the extreme points of a counter, and the first instants.
    private static func bounded(_ process: TraceProcess) -> TraceProcess {
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
        process.instants = Array(process.instants.prefix(mostInstants))
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
