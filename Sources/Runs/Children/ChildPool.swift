/// Runs asynchronous work a few at a time.
package struct ChildPool: Sendable {
    /// How much runs at once.
    package let width: Int

    /// - Precondition: `width` ≥ 1.
    package init(width: Int) {
        precondition(width >= 1, "a pool of width \(width) would never run anything; give it 1")
        self.width = width
    }

    /// Calls `body` for each item, at most `width` at once, begun in the items' order.
    ///
    /// - Returns: the values in the items' order, whichever ended first.
    /// - Throws: the first error; the items under way are cancelled and waited for, the others are
    ///   never begun.
    package func map<Item: Sendable, Value: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Value
    ) async rethrows -> [Value] {
        var values = [Value?](repeating: nil, count: items.count)
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var waiting = items.enumerated().makeIterator()
            func beginNext() {
                guard let (index, item) = waiting.next() else { return }
                group.addTask { (index, try await body(item)) }
            }
            for _ in 0..<width { beginNext() }
            while let (index, value) = try await group.next() {
                values[index] = value
                beginNext()
            }
        }
        return values.map { $0! }
    }
}
