import Foundation

/// The options of a SQLite store, read once when it is added.
struct SQLiteStoreOptions {
    static let defaultPoolSize = 4

    private(set) var path: String
    /// Whether the store lies in memory.
    let isTemporary: Bool
    let isReadOnly: Bool
    let vfsName: String?
    let journalMode: String
    /// Names and values, sorted, so that every connection sets them in one order.
    let pragmas: [(String, String)]
    /// Connections that may work at once; 1 gives the serial coordinator of iOS 9 and earlier.
    let poolSize: Int
    let checkpointThreshold: Int
    /// Broken on purpose: `SQLiteStoreOption.splitsSaves`.
    let splitsSaves: Bool
    /// Broken on purpose, too.
    let removesFilesEarly: Bool
    let tracksHistory: Bool
    let postsRemoteChanges: Bool
    /// Statements that the store executes when it is added.
    let upkeep: [String]
    /// How long to wait for another process, in seconds.
    let timeout: TimeInterval

    init(url: URL, options: [AnyHashable: Any]) {
        // On Apple's platforms this path asks for a SQLite store that leaves no file behind. Each
        // connection to it would be a database of its own, hence the one.
        isTemporary = url.path == "/dev/null"
        path = isTemporary ? ":memory:" : url.path
        isReadOnly = NSPersistentStore.isTrue(options[NSReadOnlyPersistentStoreOption])
        vfsName = options[SQLiteStoreOption.vfsName] as? String
        let given = Self.pragmas(options[NSSQLitePragmasOption])
        journalMode = given["journal_mode"] ?? "WAL"
        // Apple's own SQLite is compiled with `synchronous` NORMAL and a limit of 32 KiB for WAL;
        // Debian's with FULL and no limit.
        var pragmas = ["synchronous": "NORMAL", "journal_size_limit": "32768"]
        pragmas.merge(given) { $1 }
        pragmas["journal_mode"] = nil
        self.pragmas = pragmas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        poolSize =
            isTemporary
            ? 1
            : Self.number(options[NSPersistentStoreConnectionPoolMaxSizeKey])
                ?? Self.defaultPoolSize
        checkpointThreshold = Self.number(options[SQLiteStoreOption.checkpointThreshold]) ?? 1_000
        splitsSaves = options[SQLiteStoreOption.splitsSaves] as? Bool ?? false
        removesFilesEarly = options[SQLiteStoreOption.removesFilesEarly] as? Bool ?? false
        tracksHistory = NSPersistentStore.isTrue(options[NSPersistentHistoryTrackingKey])
        postsRemoteChanges = NSPersistentStore.isTrue(
            options[NSPersistentStoreRemoteChangeNotificationPostOptionKey])
        upkeep = [
            (NSSQLiteManualVacuumOption, "VACUUM"), (NSSQLiteAnalyzeOption, "ANALYZE"),
        ].filter { NSPersistentStore.isTrue(options[$0.0]) }.map(\.1)
        timeout = (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    }

    private static func pragmas(_ value: Any?) -> [String: String] {
        var pragmas: [String: String] = [:]
        for (name, value) in value as? [String: Any] ?? [:] {
            pragmas[name.lowercased()] = "\(value)"
        }
        return pragmas
    }

    /// - Throws: 259 if the file is missing although files beside it prove that it existed, 134080
    ///   if something other than a regular file is there.
    func checkEvidence() throws {
        guard !path.isEmpty, !isTemporary else { return }
        for file in RegularFile.database(path) { _ = try file.exists() }
        try StoreEvidence(path).check()
    }

    /// The same options for another file.
    func moved(to url: URL) -> SQLiteStoreOptions {
        var options = self
        options.path = url.path
        return options
    }

    private static func number(_ value: Any?) -> Int? {
        (value as? Int) ?? (value as? NSNumber)?.intValue
    }
}
