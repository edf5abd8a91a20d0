import Testing

/// trace.speedscope.json for tests.
struct SpeedscopeProfiles: Decodable {
    struct Shared: Decodable {
        struct Frame: Decodable {
            var name: String
        }

        var frames: [Frame]
    }

    struct Profile: Decodable {
        struct Event: Decodable {
            var type: String
            var frame: Int
            var at: Double
        }

        var type: String
        var name: String
        var unit: String
        var startValue: Double
        var endValue: Double
        var events: [Event]

        /// Events are in order, frames close in the opposite order of their opening, and all do.
        func check(frames: Int) {
            #expect(type == "evented" && unit == "microseconds")
            var open: [Int] = []
            var last = startValue
            for event in events {
                #expect(event.at >= last, "\(name) goes back to \(event.at)")
                last = event.at
                #expect((0..<frames).contains(event.frame))
                if event.type == "O" {
                    open.append(event.frame)
                } else {
                    #expect(event.type == "C" && open.popLast() == event.frame)
                }
            }
            #expect(open.isEmpty && last <= endValue && !events.isEmpty)
        }
    }

    var shared: Shared
    var profiles: [Profile]
}
