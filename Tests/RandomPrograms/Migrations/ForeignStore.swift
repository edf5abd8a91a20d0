import CSQLite
import CoreData
import Foundation

/// Stores that look like Apple's, and the versions of a model as Xcode keeps them.
package enum ForeignStore {
    /// Takes the marks from a closed SQLite store by which this core knows its own: its version
    /// hashes and its model mean nothing any more.
    package static func disguise(_ url: URL, entities: [String]) throws {
        let hashes = entities.enumerated().map { index, name in
            (name, Data(repeating: UInt8(truncatingIfNeeded: index), count: 32))
        }
        let metadata: [String: Any] = [
            "NSPersistenceFrameworkVersion": 637, NSStoreModelVersionIdentifiersKey: [""],
            NSStoreModelVersionHashesKey: Dictionary(uniqueKeysWithValues: hashes),
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: metadata, format: .binary, options: 0)
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        try execute(
            """
            UPDATE Z_METADATA SET Z_PLIST = x'\(hex)';
            UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'
            """, in: url)
    }

    private static func execute(_ statements: String, in url: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(url.path, &handle) == SQLITE_OK,
            sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
        else {
            let message = String(cString: sqlite3_errmsg(handle))
            throw CocoaError(.fileWriteUnknown, userInfo: [NSDebugDescriptionErrorKey: message])
        }
    }

    /// Writes a version's `contents` into a package.
    package static func write(_ xml: String, version: Int, to package: URL) throws {
        let folder = package.appendingPathComponent("V\(version).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(xml.utf8).write(to: folder.appendingPathComponent("contents"))
    }

    /// A version of a package.
    package static func model(_ version: Int, in package: URL) throws -> NSManagedObjectModel {
        let url = package.appendingPathComponent("V\(version).xcdatamodel")
        guard let model = NSManagedObjectModel(contentsOf: url) else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        return model
    }
}
