/// The pending events, the earliest first: a binary heap.
struct VirtualAgenda {
    private var events: [VirtualEvent] = []

    /// The instant of the earliest event; `nil` when nothing is to happen.
    var nextTime: Int64? { events.first?.time }

    mutating func add(_ event: VirtualEvent) {
        events.append(event)
        var index = events.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard events[index].precedes(events[parent]) else { return }
            events.swapAt(index, parent)
            index = parent
        }
    }

    mutating func removeFirst() -> VirtualEvent? {
        guard let first = events.first else { return nil }
        let last = events.removeLast()
        guard !events.isEmpty else { return first }
        events[0] = last
        sink()
        return first
    }

    private mutating func sink() {
        var index = 0
        while true {
            var earliest = index
            for child in (2 * index + 1)..<(2 * index + 3) where child < events.count {
                if events[child].precedes(events[earliest]) { earliest = child }
            }
            if earliest == index { return }
            events.swapAt(index, earliest)
            index = earliest
        }
    }
}
