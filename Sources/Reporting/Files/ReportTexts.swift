import Execution

/// The texts of a report, made on all cores: none depends on another.
enum ReportTexts {
    /// A result in place of a typed error: the compiler crashes on closures that throw one.
    typealias Maker = @Sendable () -> Result<[UInt8], ReportingError>

    /// Makes all texts, in their order.
    ///
    /// - Throws: the error of the first that could not be made.
    static func made(_ makers: [Maker]) throws(ReportingError) -> [[UInt8]] {
        var made: [[UInt8]] = []
        for text in AllCores.values(of: makers) { made.append(try text.get()) }
        return made
    }
}
