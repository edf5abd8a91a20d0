/// The keys of a fetch with a batch size, in the order of its result: which rows to read together.
struct BatchedFetch {
    private let keys: [ObjectKey]
    private let positions: [UInt64: Int]
    private let size: Int
    let root: Int

    init(_ keys: [ObjectKey], size: Int, root: Int) {
        self.keys = keys
        self.size = size
        self.root = root
        positions = Dictionary(
            keys.enumerated().map { ($1.bits, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The batch that a key is in; `nil` when the fetch did not find it.
    func keys(beside key: ObjectKey) -> ArraySlice<ObjectKey>? {
        guard let position = positions[key.bits] else { return nil }
        let start = position / size * size
        return keys[start..<min(start + size, keys.count)]
    }

    /// Whether an object of the result lives whose values were not read.
    func isAwaited(in registry: ObjectRegistry) -> Bool {
        keys.contains { key in
            registry.object(key, root: root).map { $0.row == nil } ?? false
        }
    }
}
