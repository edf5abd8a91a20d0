import Documents

/// One number of a device that takes the place of its own: `device.sync=1ms`.
///
/// The kind of sync that SQLite's sync becomes stays; `sync` is the median of that kind.
package struct DeviceSetting: Sendable, Hashable {
    /// The numbers that can be set.
    package enum Key: String, Sendable, CaseIterable {
        case processor = "device.processor"
        case apple = "device.apple"
        case cores = "device.cores"
        case wake = "device.wake"
        case sync = "device.sync"
        case kibibyte = "device.per-kib"
        case freeing = "device.free"
        case freedKibibyte = "device.free-per-kib"
    }

    package let key: Key
    /// In the unit of the device's number: a multiple, a count, nanoseconds.
    package let value: Double

    /// The prefix of every key.
    package static let prefix = "device."

    /// Reads a setting.
    ///
    /// - Throws: `DeviceError` for an unknown key, with the nearest one, and for a value that the
    ///   number cannot have.
    package init(key text: String, value: String) throws(DeviceError) {
        guard let key = Key(rawValue: text) else {
            throw .unknownSetting(text, known: Key.allCases.map(\.rawValue))
        }
        let quantity = Quantity(value)
        let number: Double?
        switch key {
        case .processor, .apple:
            number = quantity.flatMap {
                let isMultiple =
                    $0.unit.isEmpty && $0.value > 0 && $0.value <= Device.greatestMultiple
                return isMultiple ? $0.value : nil
            }
        case .cores:
            number = Int(value).flatMap { (1...1024).contains($0) ? Double($0) : nil }
        case .wake, .sync, .kibibyte, .freeing, .freedKibibyte:
            number = quantity?.scaled(by: Quantity.durationUnits)
                .flatMap { $0 >= 0 && Double($0) <= Device.longestTime ? Double($0) : nil }
        }
        guard let number else {
            throw .invalidSetting("\(text)=\(value)", remedy: key.remedy)
        }
        self.key = key
        self.value = number
    }
}

extension DeviceSetting.Key {
    fileprivate var remedy: String {
        switch self {
        case .processor, .apple: "write a multiple above 0 and up to 1000, such as 1.5"
        case .cores: "write a number of cores from 1 to 1024"
        case .wake, .sync, .kibibyte, .freeing, .freedKibibyte:
            "write a time, such as 2ms, up to 10s"
        }
    }
}

extension Device {
    /// The device with one of its numbers set.
    package func with(_ setting: DeviceSetting) -> Device {
        var device = self
        let number = SourcedNumber(setting.value, mark: .assumed, source: "set on the command line")
        switch setting.key {
        case .processor: device.processor = number
        case .apple: device.apple = number
        case .cores: device.cores = number
        case .wake: device.wake = number
        case .sync: device.syncs[sync] = number
        case .kibibyte: device.syncKibibyte = number
        case .freeing: device.freeing = freeing(call: number)
        case .freedKibibyte: device.freeing = freeing(kibibyte: number)
        }
        return device
    }

    /// Its freeing with some numbers of its own; where neither is known, the other one is 0.
    private func freeing(
        call: SourcedNumber? = nil, kibibyte: SourcedNumber? = nil
    ) -> Freeing {
        let none = SourcedNumber(0, mark: .assumed, source: "not set")
        return Freeing(
            call: call ?? freeing?.call ?? none,
            kibibyte: kibibyte ?? freeing?.kibibyte ?? none)
    }
}
