import CImageVFS
import CSQLite
import Foundation
import StoreIO

/// A simulated disk with the files of one store: one state that a crash may leave.
///
/// An image belongs to one thread. Copies share their pages.
final class DiskImage {
    private let pointer: OpaquePointer
    /// The files of large values, by name; SQLite does not see them.
    private(set) var externals: [String: FileImage] = [:]

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// A disk without files.
    convenience init() {
        self.init(owning: cimage_disk_make())
    }

    deinit {
        cimage_disk_free(pointer)
    }

    /// Reads `name`, `name-wal` and `name-journal` from a folder.
    ///
    /// SQLite opens nothing, so nothing is recovered.
    ///
    /// - Throws: errors of the file system.
    convenience init(folder: String, name: String) throws {
        self.init()
        for file in [StoreFile.main, .wal, .journal] {
            let url = URL(filePath: folder).appending(path: name + file.suffix)
            guard FileManager.default.fileExists(atPath: url.path) else { continue }
            let image = FileImage()
            try Data(contentsOf: url).withUnsafeBytes { image.write($0, at: 0) }
            set(DiskName(file), to: image)
        }
        let externals = URL(filePath: StoreFile.externalFolder(besides: folder + "/" + name))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: externals.path)) ?? []
        for name in names {
            let image = FileImage()
            try Data(contentsOf: externals.appending(path: name)).withUnsafeBytes {
                image.write($0, at: 0)
            }
            set(DiskName(external: name), to: image)
        }
    }

    /// A disk with the same files.
    ///
    /// - Precondition: no connection to this one is open.
    /// - Complexity: O(pages), a pointer each.
    func copy() -> DiskImage {
        let copy = DiskImage(owning: cimage_disk_copy(pointer))
        copy.externals = externals
        return copy
    }

    /// Puts a copy of a file under a name; `nil` removes the name.
    func set(_ name: DiskName, to file: FileImage?) {
        if name.role == .external {
            externals[name.suffix] = file?.copy()
        } else if let name = Self.name(name.role) {
            cimage_disk_set(pointer, name, file?.pointer)
        }
    }

    /// A digest that differs for disks with other names or bytes.
    var digest: ImageDigest {
        var digest = ImageDigest(cimage_disk_digest(pointer))
        for name in externals.keys.sorted() { digest.add(name, externals[name]!.digest) }
        return digest
    }

    /// The digest of the database's own file; `nil` if the disk has none.
    var mainDigest: ImageDigest? {
        cimage_disk_file(pointer, CIMAGE_MAIN).map { ImageDigest(cimage_file_digest($0)) }
    }

    /// Writes, truncates and deletes since the disk was made.
    var operations: Int { Int(cimage_disk_operations(pointer)) }

    /// Lets the device die after this number of further operations; `nil`: never.
    func setBudget(_ operations: Int?) {
        cimage_disk_set_budget(pointer, operations.map(Int64.init) ?? -1)
    }

    /// Opens a connection to the database on the disk.
    ///
    /// The caller closes it.
    func open() -> (handle: OpaquePointer?, code: Int32) {
        var connection: UnsafeMutableRawPointer?
        let code = cimage_disk_open(pointer, &connection)
        return (connection.map(OpaquePointer.init), code)
    }

    /// Writes the files into a folder, as `name`, `name-wal` and `name-journal`.
    ///
    /// - Throws: errors of the file system.
    func dump(to folder: String, as name: String) throws {
        for file in [StoreFile.main, .wal, .journal] {
            guard let cName = Self.name(file), let bytes = cimage_disk_file(pointer, cName)
            else { continue }
            try FileImage.data(bytes).write(
                to: URL(filePath: folder).appending(path: name + file.suffix))
        }
        guard !externals.isEmpty else { return }
        let there = StoreFile.externalFolder(besides: folder + "/" + name)
        try FileManager.default.createDirectory(
            atPath: there, withIntermediateDirectories: true)
        for (name, file) in externals {
            try file.data.write(to: URL(filePath: there).appending(path: name))
        }
    }

    private static func name(_ file: StoreFile) -> cimage_name? {
        switch file {
        case .main: CIMAGE_MAIN
        case .wal: CIMAGE_WAL
        case .journal: CIMAGE_JOURNAL
        case .other, .external: nil
        }
    }
}

extension StoreFile {
    /// The suffix that SQLite appends to the database's name.
    var suffix: String {
        switch self {
        case .main, .other, .external: ""
        case .wal: "-wal"
        case .journal: "-journal"
        }
    }
}
