extension Device {
    /// Where in its range each number is taken.
    package enum End: String, Codable, Sendable, CaseIterable {
        /// The fastest device, and the smoothest storage, that the sources allow.
        case low
        case middle
        /// The slowest one.
        case high
    }

    /// The device with all of its numbers at one end of their ranges.
    ///
    /// More cores are faster, so that their number goes the other way.
    package func at(_ end: End) -> Device {
        guard end != .middle else { return self }
        func moved(_ number: SourcedNumber, isFaster: Bool = false) -> SourcedNumber {
            var number = number
            let isLow = (end == .low) != isFaster
            number.value = isLow ? number.range.lowerBound : number.range.upperBound
            return number
        }
        var device = self
        device.processor = moved(processor)
        device.apple = apple.map { moved($0) }
        device.cores = cores.map { moved($0, isFaster: true) }
        device.wake = wake.map { moved($0) }
        device.syncs = syncs.mapValues { moved($0) }
        device.syncKibibyte = moved(syncKibibyte)
        device.tail = tail.moved { moved($0) }
        device.freeing = freeing.map {
            Freeing(call: moved($0.call), kibibyte: moved($0.kibibyte))
        }
        return device
    }
}
