/// One short run during which one call to the store's files failed, or one and all later ones.
package struct FaultTrial: Codable, Sendable, Hashable {
    /// The store's state after a save that failed, and a kill.
    package enum Ghost: String, Codable, Sendable, CaseIterable {
        /// The store holds the state after the save, although the save reported a failure.
        case wasThere = "was-there"
        /// It holds the state before.
        case wasNot = "was-not"
    }

    /// The result of a retry, once the device worked again.
    package enum Retry: String, Codable, Sendable, CaseIterable {
        /// Nothing was left to retry: a later save of the run had taken the edits along.
        case none
        /// The store holds all edits, each once.
        case ok
        /// It does not.
        case failed
    }

    /// The failed call: `write`, `sync` or another.
    package var call: String
    /// `main`, `wal`, `journal`, `other`.
    package var file: String
    /// Which of the calls of this kind to this file, from 1.
    package var occurrence: Int
    /// Whether all later ones failed, too.
    package var isLasting: Bool
    /// `ioError`, `full`, `readOnly`, `syncFailure`.
    package var code: String
    /// Calls that were made to fail.
    package var hits = 0
    /// Errors that a caller got from opening the store, editing or saving.
    package var told = 0
    /// Saves that failed after the app already believed their edits saved.
    package var silentSaves = 0
    /// Those edits, each counted once: `loss.silent`, until another save takes them.
    package var silentEdits = 0
    /// Cocoa's code and SQLite's of the first error, as `640/13`; empty without one.
    package var errorCodes = ""
    /// The ghost of the first save to the store that failed; `nil` if none failed.
    package var ghost: Ghost?
    package var retry = Retry.none
    /// Broken rules; empty as a rule.
    package var violations: [String] = []

    package init(call: String, file: String, occurrence: Int, isLasting: Bool, code: String) {
        self.call = call
        self.file = file
        self.occurrence = occurrence
        self.isLasting = isLasting
        self.code = code
    }

    /// Whether no caller got an error, and no requested call failed.
    package var isSwallowed: Bool { hits > 0 && told == 0 && silentSaves == 0 }

    /// `sync wal 3, lasting, full`.
    package var name: String {
        "\(call) \(file) \(occurrence)\(isLasting ? ", lasting" : ""), \(code)"
    }
}
