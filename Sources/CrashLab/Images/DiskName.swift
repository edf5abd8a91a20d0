import StoreIO

/// A name on a simulated disk: a file of the database, or one with a large value.
struct DiskName: Hashable {
    static let main = DiskName(.main)

    let role: StoreFile
    /// The file's own name for one with a large value; else empty.
    let suffix: String

    init(_ role: StoreFile) {
        self.role = role
        suffix = ""
    }

    /// A file with a large value.
    init(external name: String) {
        role = .external
        suffix = name
    }

    init(_ file: StoreLog.File) {
        role = file.class
        // Behind the slash.
        suffix = file.class == .external ? String(file.pathSuffix.dropFirst()) : ""
    }
}
