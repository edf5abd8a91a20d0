import Foundation

/// A state of a coordinator's stores that contexts read, see
/// `NSManagedObjectContext.setQueryGenerationFrom(_:)`.
///
/// The state lasts as long as a token or a context refers to it. Meanwhile the write-ahead log of
/// its stores cannot begin anew.
// @unchecked: nothing in it changes.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// `nil` for the newest state at the time of the next read.
    final let generation: QueryGeneration?

    init(_ generation: QueryGeneration?) {
        self.generation = generation
    }

    private static let newest = NSQueryGenerationToken(nil)

    /// The newest state at the time when a context next reads.
    open class var current: NSQueryGenerationToken { newest }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archived `current`; `nil` for any other token, whose state ended with its process.
    public required init?(coder: NSCoder) {
        guard coder.decodeBool(forKey: "isCurrent") else { return nil }
        generation = nil
    }

    open func encode(with coder: NSCoder) {
        coder.encode(generation == nil, forKey: "isCurrent")
    }

    /// The token itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSQueryGenerationToken else { return false }
        return generation === other.generation
    }

    open override var hash: Int { generation.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
