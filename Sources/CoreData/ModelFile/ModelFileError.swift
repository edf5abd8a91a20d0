/// The reason why a model file cannot be used, with its position and a remedy.
package struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Code: String, Sendable {
        /// The file does not exist, or cannot be read.
        case unreadable
        /// The file is not a model in Xcode's source format, but compiled or of another kind.
        case notAModel
        /// The file is not well-formed XML.
        case notWellFormed
        /// The current version is not marked, or the marked one does not exist.
        case currentVersion
        /// An element lacks a required attribute.
        case missingAttribute
        /// An attribute has an invalid value.
        case invalidValue
        /// A reference names an entity, property or composite that does not exist.
        case unknownName
        /// The parts are readable but contradict one another.
        case contradiction
    }

    package let code: Code

    /// The file, as the caller named it, or as it was found inside the named folder.
    package let path: String

    /// The line, counted from 1; `nil` if the error concerns the whole file.
    package let line: Int?
    package let column: Int?

    /// The problem and the element that has it, one sentence.
    package let message: String

    /// The remedy, one sentence.
    package let remedy: String

    package var description: String {
        let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
        return "\(path)\(place): \(message) \(remedy)"
    }
}
