import Synchronization

/// An object's ID and its details in one word, because most objects have neither.
///
///     00   nothing, or an `NSManagedObjectID`
///     01   an `ObjectExtension`, which has the ID, too
///     11   an `ObjectExtension` that was given up, and has only the ID
///
/// The details belong to the context's queue. The ID may be asked for on any queue, so the word
/// changes by atomic exchanges, and an extension stays until the object is destroyed: a caller that
/// has just found it there may still read the ID.
struct RareParts: ~Copyable {
    private let word = Atomic<UInt>(0)

    private static let extensionBit: UInt = 1
    private static let givenUpBit: UInt = 2
    private static let bits: UInt = 3

    deinit {
        let word = word.load(ordering: .acquiring)
        if word & Self.extensionBit != 0 {
            Self.extensionReference(word).release()
        } else {
            Self.identityReference(word)?.release()
        }
    }

    // MARK: Details, on the context's queue

    @inline(__always)
    var details: ObjectExtension? {
        let word = word.load(ordering: .relaxed)
        guard word & Self.bits == Self.extensionBit else { return nil }
        return Self.extensionReference(word).takeUnretainedValue()
    }

    @inline(__always)
    var hasDetails: Bool { word.load(ordering: .relaxed) & Self.bits == Self.extensionBit }

    /// Calls a closure with the details, and counts no reference to them.
    ///
    /// - Precondition: there are some.
    @inline(__always)
    func withDetails<Result>(_ body: (ObjectExtension) -> Result) -> Result {
        Self.extensionReference(word.load(ordering: .relaxed))._withUnsafeGuaranteedRef(body)
    }

    /// - Precondition: there are none.
    @inline(never)
    func makeDetails(_ layout: RowLayout) -> ObjectExtension {
        var former = word.load(ordering: .acquiring)
        if former & Self.extensionBit != 0 {
            let known = Self.extensionReference(former).takeUnretainedValue()
            known.refill(layout)
            word.store(former & ~Self.givenUpBit, ordering: .releasing)
            return known
        }
        let made = ObjectExtension(layout: layout)
        let next = UInt(bitPattern: Unmanaged.passRetained(made).toOpaque()) | Self.extensionBit
        // The word's reference to the ID becomes the extension's.
        while true {
            made.identity = Self.identityReference(former)?.takeUnretainedValue()
            let (isDone, found) = word.compareExchange(
                expected: former, desired: next, ordering: .acquiringAndReleasing)
            if isDone { break }
            former = found
        }
        Self.identityReference(former)?.release()
        return made
    }

    /// Gives up the details, and all that they refer to.
    func forgetDetails() {
        guard let details else { return }
        details.empty()
        word.bitwiseOr(Self.givenUpBit, ordering: .releasing)
    }

    // MARK: The ID

    var identity: NSManagedObjectID? {
        let word = word.load(ordering: .acquiring)
        if word & Self.extensionBit != 0 {
            return Self.extensionReference(word).takeUnretainedValue().identity
        }
        return Self.identityReference(word)?.takeUnretainedValue()
    }

    func setIdentity(_ identity: NSManagedObjectID?) {
        var former = word.load(ordering: .acquiring)
        let made = identity.map { Unmanaged.passRetained($0) }
        let next = made.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
        while former & Self.extensionBit == 0 {
            let (isDone, found) = word.compareExchange(
                expected: former, desired: next, ordering: .acquiringAndReleasing)
            if isDone {
                Self.identityReference(former)?.release()
                return
            }
            former = found
        }
        made?.release()
        Self.extensionReference(former).takeUnretainedValue().identity = identity
    }

    // MARK: Words

    @inline(__always)
    private static func extensionReference(_ word: UInt) -> Unmanaged<ObjectExtension> {
        .fromOpaque(UnsafeRawPointer(bitPattern: word & ~bits)!)
    }

    @inline(__always)
    private static func identityReference(_ word: UInt) -> Unmanaged<NSManagedObjectID>? {
        UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
    }
}
