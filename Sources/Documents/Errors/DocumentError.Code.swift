extension DocumentError {
    /// The kind of an issue's mistake.
    package enum Code: String, Sendable, CaseIterable {
        case unreadableFile = "unreadable-file"
        case invalidSyntax = "invalid-syntax"
        case duplicateKey = "duplicate-key"
        case unknownKey = "unknown-key"
        case missingKey = "missing-key"
        case wrongType = "wrong-type"
        case unknownName = "unknown-name"
        case wrongUnit = "wrong-unit"
        case outOfRange = "out-of-range"
        case wrongSum = "wrong-sum"
        case unknownPath = "unknown-path"
        case invalidSpecification = "invalid-specification"
    }
}
