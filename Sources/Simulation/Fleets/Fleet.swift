import Results

/// Who uses an app: shares of devices and of sessions, and how often a session ends in a crash.
///
/// All of it are assumptions, in a file that says so.
package struct Fleet: Sendable {
    /// A device, and the share of sessions on it.
    package struct Part: Sendable {
        /// By name or file.
        package var device: String
        package var core: Device.Core
        package var share: Double
    }

    /// What a user does in a session.
    package struct Session: Sendable {
        package var workload: String
        package var settings: [WorkloadSetting]
        package var share: Double
        /// The probability that the process is killed in such a session, at a random instant.
        package var kills: Double
        /// The probability that the power goes.
        package var powerLosses: Double
    }

    package var name: String
    package var title: String
    package var about: String
    package var parts: [Part]
    package var sessions: [Session]
    /// The digest of the file, hexadecimal.
    package var digest: String
}
