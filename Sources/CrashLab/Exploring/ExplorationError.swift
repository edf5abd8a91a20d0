/// Why a crash state cannot be rebuilt.
struct ExplorationError: Error, CustomStringConvertible {
    enum Code: Sendable {
        case noSuchState, otherRecording
    }

    let code: Code
    let message: String

    var description: String { message }

    static func noSuchState(_ address: StateAddress) -> ExplorationError {
        ExplorationError(
            code: .noSuchState,
            message: """
                the recording has no state \(address): its operation lies outside of the run, or a \
                kill there cuts no write; take an address that this workload and seed printed
                """)
    }

    static func otherRecording(_ found: String, expected: String) -> ExplorationError {
        ExplorationError(
            code: .otherRecording,
            message: """
                this lab records another run (\(found.prefix(12))) than the report's \
                (\(expected.prefix(12))): its states have no place here; replay it with the lab, \
                the SQLite, and the data that made the report
                """)
    }
}
