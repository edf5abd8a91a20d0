import Foundation

/// The file format of an atomic store.
protocol AtomicFormat: Sendable {
    /// The type of the stores that have this format.
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
