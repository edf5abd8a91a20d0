import Foundation
import Testing

/// trace.json for tests: its events, as a reader of the format takes them.
struct TraceEvents {
    struct Event: Decodable {
        struct Arguments: Decodable {
            var name: String?
            var cpu_us: Double?
            var bytes: Int?
        }

        var ph: String
        var pid: Int
        var tid: Int
        var name: String
        var cat: String?
        var ts: Double?
        var dur: Double?
        var id: Int?
        var bp: String?
        var s: String?
        var args: Arguments?

        /// In nanoseconds, which three decimals of microseconds hold exactly.
        var began: Int64 { Int64(((ts ?? 0) * 1_000).rounded()) }
        var ended: Int64 { Int64((((ts ?? 0) + (dur ?? 0)) * 1_000).rounded()) }
    }

    private struct File: Decodable {
        var displayTimeUnit: String
        var otherData: [String: String]
        var traceEvents: [Event]
    }

    let events: [Event]
    let metadata: [String: String]

    init(_ data: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: data)
        #expect(file.displayTimeUnit == "ms")
        events = file.traceEvents
        metadata = file.otherData
    }

    var slices: [Event] { events.filter { $0.ph == "X" } }

    /// The names of processes, or of threads, by their numbers.
    func names(of what: String) -> [Int: String] {
        let named = events.filter { $0.ph == "M" && $0.name == what }
        return Dictionary(
            uniqueKeysWithValues: named.map {
                (what == "process_name" ? $0.pid : $0.tid, $0.args?.name ?? "")
            })
    }

    /// What the format demands of each event.
    func checkFields() {
        let threads = names(of: "thread_name")
        for event in events {
            switch event.ph {
            case "M":
                let known = [
                    "process_name", "process_sort_index", "thread_name", "thread_sort_index",
                ]
                #expect(known.contains(event.name))
                continue
            case "X": #expect(event.dur != nil && event.dur! >= 0 && event.cat != nil)
            case "s": #expect(event.id != nil && event.cat == "flow")
            case "f": #expect(event.id != nil && event.cat == "flow" && event.bp == "e")
            case "i": #expect(event.s == "t" || event.s == "p")
            case "C": #expect(event.args != nil)
            default: Issue.record("an event of the unknown kind \(event.ph)")
            }
            #expect(event.ts != nil && event.ts! >= 0, "\(event.name)")
            #expect(!event.name.isEmpty)
            if event.ph != "C", event.s != "p" {
                #expect(threads[event.tid] != nil, "\(event.name) is on no named thread")
            }
        }
    }

    /// Of two slices of one thread one encloses the other, or they share no time.
    func checkNesting() {
        for (thread, slices) in Dictionary(grouping: slices, by: \.tid) {
            var open: [Int64] = []
            var last = Int64.min
            for slice in slices {
                #expect(last <= slice.began, "thread \(thread) goes back to \(slice.began)")
                last = slice.began
                while let end = open.last, end <= slice.began { open.removeLast() }
                if let end = open.last {
                    #expect(slice.ended <= end, "\(slice.name) ends behind what encloses it")
                }
                open.append(slice.ended)
            }
        }
    }

    /// Each flow begins and ends once, at slices, and in the order of time.
    ///
    /// - Returns: how many flows of each name there are.
    func checkFlows() -> [String: Int] {
        let begins = Set(slices.map { "\($0.tid) \($0.began)" })
        var counts: [String: Int] = [:]
        let ends = events.filter { $0.ph == "s" || $0.ph == "f" }
        for (id, pair) in Dictionary(grouping: ends, by: { $0.id ?? 0 }) {
            let start = pair.filter { $0.ph == "s" }
            let finish = pair.filter { $0.ph == "f" }
            guard start.count == 1, finish.count == 1 else {
                Issue.record("flow \(id) has \(start.count) begins and \(finish.count) ends")
                continue
            }
            #expect(start[0].began <= finish[0].began, "flow \(id) goes back in time")
            for end in pair { #expect(begins.contains("\(end.tid) \(end.began)")) }
            counts[start[0].name, default: 0] += 1
        }
        return counts
    }

    /// The milliseconds that main was busy in each measured phase of a process, without drawing:
    /// as `main.busy` cuts blocks at a phase's ends.
    func busy(of process: Int) -> [String: Double] {
        let threads = names(of: "thread_name")
        let own = slices.filter { $0.pid == process }
        let blocks = own.filter {
            $0.cat == "block" && $0.name != "display" && threads[$0.tid] == "main"
        }
        var busy: [String: Double] = [:]
        for phase in own where phase.cat == "phase" {
            busy[phase.name] = blocks.reduce(0) { sum, block in
                let inside = min(block.ended, phase.ended) - max(block.began, phase.began)
                guard inside > 0 else { return sum }
                let share = Double(inside) / Double(block.ended - block.began)
                return sum + (block.args?.cpu_us ?? .nan) * share / 1e3
            }
        }
        return busy
    }
}
