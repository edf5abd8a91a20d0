import Foundation

/// A place in the history of a coordinator's stores: the number of a transaction of each.
///
/// A token is archived by secure coding, and remains equal. It says nothing about a store that it
/// does not know: history after it has everything of that store.
// @unchecked: nothing in it changes.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The number of the last transaction of each store, by the store's UUID.
    final let numbers: [String: Int64]

    init(_ numbers: [String: Int64]) {
        self.numbers = numbers
    }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    private static let storesKey = "stores"
    private static let numbersKey = "numbers"

    /// Reads a token; `nil` if the archive holds something else.
    public required init?(coder: NSCoder) {
        let stores = coder.decodeObject(
            of: [NSArray.self, NSString.self], forKey: Self.storesKey)
        let numbers = coder.decodeObject(
            of: [NSArray.self, NSNumber.self], forKey: Self.numbersKey)
        guard let stores = stores as? [String], let numbers = numbers as? [NSNumber],
            stores.count == numbers.count
        else { return nil }
        self.numbers = Dictionary(
            zip(stores, numbers.map(\.int64Value)), uniquingKeysWith: { max($0, $1) })
    }

    open func encode(with coder: NSCoder) {
        let stores = numbers.keys.sorted()
        coder.encode(stores.map { $0 as NSString } as NSArray, forKey: Self.storesKey)
        coder.encode(
            stores.map { NSNumber(value: numbers[$0]!) } as NSArray, forKey: Self.numbersKey)
    }

    /// The token itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPersistentHistoryToken)?.numbers == numbers
    }

    open override var hash: Int { numbers.hashValue }

    open override var description: String {
        let places = numbers.keys.sorted().map { "\($0): \(numbers[$0]!)" }
        return "<NSPersistentHistoryToken \(places.joined(separator: ", "))>"
    }

    /// The token that has the later place of each store.
    final func advanced(by other: NSPersistentHistoryToken) -> NSPersistentHistoryToken {
        NSPersistentHistoryToken(numbers.merging(other.numbers) { max($0, $1) })
    }
}
