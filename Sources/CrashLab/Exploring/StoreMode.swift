import WorkloadEngine

/// SQLite's journal mode and synchronous setting for a store: `wal/full`.
package struct StoreMode: Hashable, Sendable, CustomStringConvertible {
    package var journal: StoreSettings.Journal
    package var synchronous: StoreSettings.Synchronous

    package init(_ journal: StoreSettings.Journal, _ synchronous: StoreSettings.Synchronous) {
        self.journal = journal
        self.synchronous = synchronous
    }

    /// Reads `wal/full`; `nil` if the text is malformed.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let journal = StoreSettings.Journal(rawValue: String(parts[0])),
            let synchronous = StoreSettings.Synchronous(rawValue: String(parts[1]))
        else { return nil }
        self.init(journal, synchronous)
    }

    package var description: String { "\(journal.rawValue)/\(synchronous.rawValue)" }

    /// The modes of `--matrix`: Apple's default first.
    package static let matrix = [
        StoreMode(.wal, .normal), StoreMode(.wal, .full), StoreMode(.delete, .full),
        StoreMode(.delete, .extra), StoreMode(.truncate, .full),
    ]

    /// The number of last committed transactions that a loss of power may take by SQLite's own
    /// rules; `nil` for no bound.
    ///
    /// In `delete/full` the journal's deletion is the commit, and SQLite does not sync the
    /// directory after it.
    var commitsAtRisk: Int? {
        switch (journal, synchronous) {
        case (.wal, .full), (.wal, .extra), (.delete, .extra): 0
        case (.truncate, .full), (.truncate, .extra), (.persist, .full), (.persist, .extra): 0
        case (.delete, .full): 1
        default: nil
        }
    }
}
