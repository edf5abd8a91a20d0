/// One topology in a trace: the tracks of one repetition, its counters and its instants.
struct TraceProcess: Sendable {
    /// A quantity over time, with one value or several.
    struct Counter: Sendable {
        struct Point: Sendable {
            /// In nanoseconds after the trace's begin.
            var time: Int64
            /// In the order of `series`.
            var values: [Int]
        }

        var name: String
        var series: [String]
        /// In order.
        var points: [Point]
    }

    /// Something without a length.
    struct Instant: Sendable {
        var kind: String
        var name: String
        /// In nanoseconds after the trace's begin.
        var time: Int64
        /// The index of its track; `nil` for the whole process.
        var track: Int?
        var arguments: [(name: String, value: TraceSlice.Value)] = []
    }

    /// The topology and the repetition: `siblings, repetition 2 of 3`.
    var name: String
    var tracks: [TraceTrack]
    var counters: [Counter] = []
    var instants: [Instant] = []
}

extension TraceProcess {
    /// The same at other times.
    ///
    /// - Parameter distance: in nanoseconds, later if it is positive.
    func moved(by distance: Int64) -> TraceProcess {
        var process = self
        for track in process.tracks.indices {
            for slice in process.tracks[track].slices.indices {
                process.tracks[track].slices[slice].began += distance
                process.tracks[track].slices[slice].ended += distance
            }
        }
        for counter in process.counters.indices {
            for point in process.counters[counter].points.indices {
                process.counters[counter].points[point].time += distance
            }
        }
        for instant in process.instants.indices { process.instants[instant].time += distance }
        return process
    }
}
