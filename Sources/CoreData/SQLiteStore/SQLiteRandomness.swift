import CSQLite

/// SQLite's own random numbers, from which it makes the salts of a write-ahead log.
package enum SQLiteRandomness {
    /// Restarts them from a seed, so that two runs write the same bytes.
    ///
    /// The numbers belong to the process: seed them before the first store of a run, while no other
    /// store is open, and only in a process that uses its stores in virtual time.
    ///
    /// - Precondition: the seed is not 0, for which SQLite would ask the operating system.
    package static func seed(_ seed: UInt32) {
        precondition(seed != 0, "SQLite takes 0 for no seed; give it another")
        csqlite_seed_randomness(seed)
    }
}
