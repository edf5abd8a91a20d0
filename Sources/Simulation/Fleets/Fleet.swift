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

    /// The assumptions, a line each.
    package var assumptions: [String] {
        parts.map { part in
            let core = part.core == .apple ? ", Apple’s core as estimated" : ""
            return "\(Self.percent(part.share)) of sessions on \(part.device)\(core)"
        }
            + sessions.map { session in
                let settings = session.settings.map(\.text).joined(separator: ", ")
                return "\(Self.percent(session.share)) of sessions: \(session.workload)"
                    + (settings.isEmpty ? "" : " (\(settings))")
                    + ", killed in \(Self.percent(session.kills)), power lost in "
                    + Self.percent(session.powerLosses)
            }
    }

    private static func percent(_ share: Double) -> String {
        "\((share * 1e6).rounded() / 1e4) %".replacing(".0 %", with: " %")
    }

    /// The fleet in prose; lines that begin with a space are a list.
    package var explanation: [String] {
        [
            "\(name): \(title). \(about)",
            assumptions.map { "  · \($0)" }.joined(separator: "\n"),
            "Every share and rate is an assumption of its file. lab simulate --fleet draws "
                + "sessions by them.",
        ]
    }
}
