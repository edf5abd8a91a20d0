/// Why a crash state cannot be rebuilt.
struct ExplorationError: Error, CustomStringConvertible {
    enum Code: Sendable {
        case noSuchState
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
}
