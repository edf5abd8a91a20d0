/// trace.json: the Trace Event format, which Perfetto, Chromium and others open.
///
///     process   a topology                      X  a slice, with `ts` and `dur` in µs
///     thread    a queue, a connection, the      s, f  a flow from a save to its commit or merge
///               disk, the operations of a role  C  a counter      i  an instant
///
/// One event a line. Google: *Trace Event Format*.
package enum TraceEventFile {
    package static let name = "trace.json"

    /// Threads of one topology: there are some dozens of tracks at most.
    private static let processDistance = 1_000

    /// Flows of one topology: a trace has fewer slices, of all topologies together.
    private static let flowDistance = 1_000_000

    /// The file's bytes: the same trace gives the same.
    package static func bytes(of trace: RunTrace) -> [UInt8] {
        var text = "{\"displayTimeUnit\":\"ms\",\"otherData\":\(metadata(of: trace)),"
        text += "\"traceEvents\":[\n"
        var isFirst = true
        for (index, process) in trace.processes.enumerated() {
            for event in events(of: process, number: index + 1) {
                if !isFirst { text += ",\n" }
                isFirst = false
                text += event
            }
        }
        text += "\n]}\n"
        return Array(text.utf8)
    }

    private static func metadata(of trace: RunTrace) -> String {
        let head = trace.result
        return TraceText.object([
            ("run", .text(head.run)), ("workload", .text(head.workload)),
            ("commit", .text(head.commit)), ("build", .text(head.build)),
            ("mode", .text(head.mode)), ("device", .text(head.device)),
            ("thinning", .text(trace.thinning?.sentence ?? "nothing is left out")),
        ])
    }

    private static func events(of process: TraceProcess, number: Int) -> [String] {
        let pid = number * processDistance
        var events = [
            name("process_name", process.name, pid: pid, tid: pid),
            sorting("process_sort_index", number, pid: pid, tid: pid),
        ]
        for (index, track) in process.tracks.enumerated() {
            let tid = pid + 1 + index
            events.append(name("thread_name", track.name, pid: pid, tid: tid))
            events.append(sorting("thread_sort_index", index, pid: pid, tid: tid))
        }
        for (index, track) in process.tracks.enumerated() {
            let place = "\"pid\":\(pid),\"tid\":\(pid + 1 + index)"
            for slice in track.slices { events += self.events(of: slice, at: place, pid) }
        }
        for counter in process.counters {
            events += counter.points.map { point in
                let values = zip(counter.series, point.values).map {
                    (name: $0, value: TraceSlice.Value.number($1))
                }
                return "{\"ph\":\"C\",\"pid\":\(pid),\"tid\":\(pid),"
                    + "\"ts\":\(TraceText.microseconds(point.time)),"
                    + "\"name\":\(TraceText.quoted(counter.name)),"
                    + "\"args\":\(TraceText.object(values))}"
            }
        }
        return events
            + process.instants.map { instant in
                let scope = instant.track == nil ? "p" : "t"
                return "{\"ph\":\"i\",\"s\":\"\(scope)\",\"pid\":\(pid),"
                    + "\"tid\":\(pid + 1 + (instant.track ?? 0)),"
                    + "\"ts\":\(TraceText.microseconds(instant.time)),"
                    + "\"name\":\(TraceText.quoted(instant.name)),"
                    + "\"cat\":\(TraceText.quoted(instant.kind)),"
                    + "\"args\":\(TraceText.object(instant.arguments))}"
            }
    }

    /// The slice, and behind it the ends of its flows, which are drawn at its begin.
    private static func events(of slice: TraceSlice, at place: String, _ pid: Int) -> [String] {
        let time = "\"ts\":\(TraceText.microseconds(slice.began))"
        let own =
            "{\"ph\":\"X\",\(place),\(time),\"dur\":\(TraceText.microseconds(slice.length)),"
            + "\"name\":\(TraceText.quoted(slice.name)),\"cat\":\"\(slice.kind.rawValue)\","
            + "\"args\":\(TraceText.object(slice.arguments))}"
        return [own]
            + slice.flowEnds.map { end in
                // Its number is of its topology; Perfetto takes numbers only.
                let phase = end.isStart ? "\"ph\":\"s\"" : "\"ph\":\"f\",\"bp\":\"e\""
                return "{\(phase),\(place),\(time),\"id\":\(pid * flowDistance + end.flow),"
                    + "\"name\":\"\(end.name)\",\"cat\":\"flow\"}"
            }
    }

    private static func name(_ what: String, _ name: String, pid: Int, tid: Int) -> String {
        "{\"ph\":\"M\",\"pid\":\(pid),\"tid\":\(tid),\"name\":\"\(what)\","
            + "\"args\":{\"name\":\(TraceText.quoted(name))}}"
    }

    private static func sorting(_ what: String, _ place: Int, pid: Int, tid: Int) -> String {
        "{\"ph\":\"M\",\"pid\":\(pid),\"tid\":\(tid),\"name\":\"\(what)\","
            + "\"args\":{\"sort_index\":\(place)}}"
    }
}
