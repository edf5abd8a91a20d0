/// One row of a trace: a queue, a connection, the disk; its slices are strictly nested.
///
///     block   ├───────────────────────────────┤├────────┤
///     save        ├──────────────────────┤
///     span        ├─save──┤  ├push-to-parent┤
struct TraceTrack: Sendable {
    var name: String
    /// Whether blocks run on it: a profile of its own for speedscope.
    var isQueue: Bool
    /// In the order of their begins, an enclosing slice before those inside.
    var slices: [TraceSlice]

    /// Makes a track, and further ones for what would lie across another slice: calls of two
    /// connections, operations of one role that overlap.
    ///
    /// - Parameter slices: in any order. Of two with the same times the first encloses the other.
    /// - Complexity: O(n log n) for a few tracks.
    static func tracks(
        _ name: String, isQueue: Bool = false, of slices: [TraceSlice]
    ) -> [TraceTrack] {
        let ordered = slices.enumerated().sorted {
            ($0.element.began, $1.element.ended, $0.offset)
                < ($1.element.began, $0.element.ended, $1.offset)
        }.map(\.element)
        var tracks: [TraceTrack] = []
        /// The ends of each track's slices that are open, the outermost first.
        var open: [[Int64]] = []
        for slice in ordered {
            let place = open.indices.first { index in
                while let end = open[index].last, end <= slice.began { open[index].removeLast() }
                return open[index].last.map { slice.ended <= $0 } ?? true
            }
            if let place {
                tracks[place].slices.append(slice)
                open[place].append(slice.ended)
            } else {
                let number = tracks.count + 1
                tracks.append(
                    TraceTrack(
                        name: number == 1 ? name : "\(name) (\(number))", isQueue: isQueue,
                        slices: [slice]))
                open.append([slice.ended])
            }
        }
        return tracks
    }
}
