extension DocumentNode {
    /// The node at a path of keys and of indices of lists, or the deepest above it that was
    /// written.
    ///
    /// - Complexity: O(entries on the way).
    package func descending(_ path: some Sequence<String>) -> DocumentNode {
        var node = self
        for part in path {
            let next: DocumentNode? =
                switch node.content {
                case .scalar: nil
                case .sequence(let elements):
                    Int(part).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
                case .mapping(let entries): entries.first { $0.key == part }?.value
                }
            guard let next else { return node }
            node = next
        }
        return node
    }
}
