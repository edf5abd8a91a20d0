import Foundation

/// How an atomic store lies in its file.
protocol AtomicFormat: Sendable {
    /// The store type that the format is of.
    var storeType: String { get }
    func encode(_ contents: StoreContents) throws -> Data
    /// - Throws: 134080 for a file of another kind, 259 for a damaged one.
    func decode(_ data: Data, path: String) throws -> StoreContents
}

extension AtomicFormat where Self == BinaryFormat {
    static var binary: BinaryFormat { BinaryFormat() }
}

extension AtomicFormat where Self == XMLFormat {
    static var xml: XMLFormat { XMLFormat() }
}
