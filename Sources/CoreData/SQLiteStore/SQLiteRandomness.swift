import CSQLite

/// SQLite's own random numbers, which it takes for the salts of a write-ahead log.
package enum SQLiteRandomness {
    /// Begins them anew from a seed, so that two processes write the same bytes.
    ///
    /// They are the process's: seed them once, before the first store, in a process whose stores
    /// are used in virtual time only.
    ///
    /// - Precondition: the seed is not 0, which would ask the operating system again.
    package static func seed(_ seed: UInt32) {
        precondition(seed != 0, "SQLite takes 0 for no seed; give it another")
        csqlite_seed_randomness(seed)
    }
}
