import Documents

/// Why a device cannot be simulated.
package struct DeviceError: Error, CustomStringConvertible, Sendable {
    package enum Code: Sendable {
        case unknownDevice
        case noAppleFactor
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    static func unknown(_ name: String, known: [String]) -> DeviceError {
        let remedy = NearestName.remedy(for: name, among: known, what: "there are")
        return DeviceError(
            code: .unknownDevice, message: "there is no device “\(name)”; \(remedy)")
    }

    /// The error of `--core apple` for a device without Apple's framework.
    package static func noAppleFactor(_ device: Device) -> DeviceError {
        DeviceError(
            code: .noAppleFactor,
            message: "\(device.name) has no key “apple”, the factor of Apple's implementation: "
                + "simulate it with --core lab, or add the key to its file")
    }
}
