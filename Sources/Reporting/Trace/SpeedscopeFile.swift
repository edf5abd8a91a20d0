/// trace.speedscope.json: one profile a queue, for speedscope's flame graphs.
///
/// Events open and close frames in the order of time; frames are shared by name. The profiles
/// weigh wall time. Its schema: https://www.speedscope.app/file-format-schema.json.
package enum SpeedscopeFile {
    package static let name = "trace.speedscope.json"

    private static let schema = "https://www.speedscope.app/file-format-schema.json"

    /// The file's bytes: the same trace gives the same.
    package static func bytes(of trace: RunTrace) -> [UInt8] {
        var frames: [String: Int] = [:]
        var names: [String] = []
        var profiles: [String] = []
        for process in trace.processes {
            for track in process.tracks where track.isQueue {
                let events = events(of: track) { name in
                    if let number = frames[name] { return number }
                    frames[name] = names.count
                    names.append(name)
                    return names.count - 1
                }
                let began = track.slices.first?.began ?? 0
                let ended = track.slices.map(\.ended).max() ?? 0
                profiles.append(
                    "{\"type\":\"evented\","
                        + "\"name\":\(TraceText.quoted("\(process.name): \(track.name)")),"
                        + "\"unit\":\"microseconds\","
                        + "\"startValue\":\(TraceText.microseconds(began)),"
                        + "\"endValue\":\(TraceText.microseconds(ended)),"
                        + "\"events\":[\n\(events.joined(separator: ",\n"))\n]}")
            }
        }
        let shared = names.map { "{\"name\":\(TraceText.quoted($0))}" }.joined(separator: ",")
        let text =
            "{\"$schema\":\(TraceText.quoted(schema)),\"exporter\":\"lab\","
            + "\"name\":\(TraceText.quoted("\(trace.result.workload), \(trace.result.run)")),"
            + "\"activeProfileIndex\":0,\"shared\":{\"frames\":[\(shared)]},"
            + "\"profiles\":[\(profiles.joined(separator: ",\n"))]}\n"
        return Array(text.utf8)
    }

    private static func events(
        of track: TraceTrack, number: (String) -> Int
    ) -> [String] {
        var events: [String] = []
        var open: [(frame: Int, ended: Int64)] = []
        func close(until instant: Int64) {
            while let last = open.last, last.ended <= instant {
                events.append(event("C", last.frame, at: last.ended))
                open.removeLast()
            }
        }
        for slice in track.slices {
            close(until: slice.began)
            let frame = number(slice.name)
            events.append(event("O", frame, at: slice.began))
            open.append((frame, slice.ended))
        }
        close(until: .max)
        return events
    }

    private static func event(_ type: String, _ frame: Int, at instant: Int64) -> String {
        "{\"type\":\"\(type)\",\"frame\":\(frame),\"at\":\(TraceText.microseconds(instant))}"
    }
}
