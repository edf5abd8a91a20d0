import Documents

/// Why a device cannot be simulated.
package struct DeviceError: Error, CustomStringConvertible, Sendable {
    package enum Code: Sendable {
        case unknownDevice
        case unknownFleet
        case noAppleFactor
        /// A key that no device has, or a value that no number of a device can have.
        case notASetting
        /// A file is no accuracy.csv.
        case notAnAccuracy
        /// A file is not a whole report of the probe.
        case notProbed
        /// A file could not be written and synced to time it.
        case notSynced
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    static func unknown(_ name: String, known: [String]) -> DeviceError {
        let remedy = NearestName.remedy(for: name, among: known, what: "there are")
        return DeviceError(
            code: .unknownDevice, message: "there is no device “\(name)”; \(remedy)")
    }

    static func unknownFleet(_ name: String, known: [String]) -> DeviceError {
        let remedy = NearestName.remedy(for: name, among: known, what: "there are")
        return DeviceError(
            code: .unknownFleet, message: "there is no fleet “\(name)”; \(remedy)")
    }

    static func unknownSetting(_ key: String, known: [String]) -> DeviceError {
        let remedy = NearestName.remedy(for: key, among: known, what: "there are")
        return DeviceError(
            code: .notASetting, message: "no device has a number “\(key)” to set; \(remedy)")
    }

    static func invalidSetting(_ text: String, remedy: String) -> DeviceError {
        DeviceError(code: .notASetting, message: "\(text) is no such number: \(remedy)")
    }

    /// The error of `--core apple` for a device without Apple's framework.
    package static func noAppleFactor(_ device: Device) -> DeviceError {
        DeviceError(
            code: .noAppleFactor,
            message: "\(device.name) has no key “apple”, the factor of Apple's implementation: "
                + "simulate it with --core lab, in a fleet core: lab, or add the key to its file")
    }

    static func notAnAccuracy(_ file: String) -> DeviceError {
        DeviceError(
            code: .notAnAccuracy,
            message: "\(file) is no accuracy.csv of lab calibrate: name one, or calibrate again")
    }

    static func notProbed(_ file: String, reason: String) -> DeviceError {
        DeviceError(
            code: .notProbed,
            message: "\(file) makes no device: \(reason); run Workloads/Devices/Probe on the "
                + "device and give its output")
    }

    static func notSynced(_ path: String, reason: String) -> DeviceError {
        DeviceError(
            code: .notSynced,
            message: "\(path) could not be written and synced: \(reason); set TMPDIR to a folder "
                + "on a disk with 150 MB to spare")
    }
}
