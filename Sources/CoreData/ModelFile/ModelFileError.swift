/// Why a model file cannot be used: what, where, and what to do.
package struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Code: String, Sendable {
        /// There is no such file, or it cannot be read.
        case unreadable
        /// It is not what Xcode writes for a model: compiled, another kind of file.
        case notAModel
        /// It is not well-formed XML.
        case notWellFormed
        /// Which version is current is not said, or that version does not exist.
        case currentVersion
        /// An element lacks an attribute that it must have.
        case missingAttribute
        /// An attribute has a value that it cannot have.
        case invalidValue
        /// Something names an entity, property or composite that does not exist.
        case unknownName
        /// The parts are readable but contradict one another.
        case contradiction
    }

    package let code: Code

    /// The file, as the caller named it or as it was found inside what the caller named.
    package let path: String

    /// Where in the file, counted from 1; `nil` where the error is about the file as a whole.
    package let line: Int?
    package let column: Int?

    /// What is wrong and on what, one sentence.
    package let message: String

    /// What to do, one sentence.
    package let remedy: String

    package var description: String {
        let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
        return "\(path)\(place): \(message) \(remedy)"
    }
}
