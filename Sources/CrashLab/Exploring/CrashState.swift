/// One state that a crash may leave of a store's files.
package struct CrashState {
    private let address: StateAddress
    private let disk: DiskImage
    /// The operations of the log before this one have happened.
    package let end: Int

    init(_ address: StateAddress, end: Int, _ disk: DiskImage) {
        self.address = address
        self.end = end
        self.disk = disk
    }

    /// How it came about, and after which operation of the log.
    package var name: String { address.description }

    /// Whether the machine died with the process, and took what was not synced.
    package var isPowerLoss: Bool { address.model.isPowerLoss }

    /// Writes the store's files into an existing folder, without recovering them.
    ///
    /// - Throws: errors of the file system.
    package func dump(to folder: String, as name: String) throws {
        try disk.dump(to: folder, as: name)
    }
}
