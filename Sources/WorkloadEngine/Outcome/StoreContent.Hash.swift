import Documents

extension StoreContent {
    /// The SHA-256 of a content's lines, as it stood after each of the tables.
    ///
    /// The hash of a content that begins with the same tables continues from there: ten thousand
    /// imported cities are the first table of every draw of an import.
    struct Hash: Sendable {
        /// The lines are hashed when they have so many bytes: a text for each would be made for
        /// nothing else.
        private static let pieceSize = 1 << 15

        private let tables: [[Row]]
        private let states: [SHA256]
        /// In hexadecimal.
        let digest: String

        /// Hashes a content.
        ///
        /// - Parameter former: of another content, whose equal tables need not be hashed again.
        init(_ content: StoreContent, continuing former: Hash? = nil) {
            let known = former.map { former in
                zip(content.tables, former.tables).prefix { areEqual($0, $1) }.count
            }
            var states = Array(former?.states.prefix(known ?? 0) ?? [])
            for table in content.tables.dropFirst(states.count) {
                var hash = states.last ?? SHA256()
                var lines = ""
                for row in table {
                    row.values.append(to: &lines)
                    lines += "\n"
                    guard lines.utf8.count >= Self.pieceSize else { continue }
                    hash.update(lines)
                    lines.removeAll(keepingCapacity: true)
                }
                hash.update(lines)
                states.append(hash)
            }
            tables = content.tables
            self.states = states
            digest = (states.last ?? SHA256()).hex()
        }
    }
}
