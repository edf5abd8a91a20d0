import ArgumentParser

/// The value of an option `--shard`.
enum ShardOption {
    /// - Throws: `ValidationError` if the text is malformed.
    static func shard(_ text: String) throws -> Shard {
        guard let shard = Shard(text) else {
            throw ValidationError("--shard \(text): write N/OF, as 2/5")
        }
        return shard
    }
}
