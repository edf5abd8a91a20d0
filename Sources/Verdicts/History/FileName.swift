/// Names of files that are made from names which a history's lines hold.
package enum FileName {
    /// Leaves room for the rest of a name, below the 255 bytes of every file system.
    private static let longest = 100

    /// A safe name for a file in one folder, made of any text.
    ///
    /// A history may name a workload `../a`, or by a thousand letters. Other texts have other
    /// names.
    package static func safe(_ text: String) -> String {
        let isPlain = { (character: Character) in
            character.isASCII
                && (character.isLetter || character.isNumber || "._-".contains(character))
        }
        let plain = String(text.prefix(longest).map { isPlain($0) ? $0 : "-" })
        guard plain != text || text.isEmpty || text.hasPrefix(".") else { return text }
        // FNV-1a: two texts that look alike afterwards still differ in it.
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return "\(plain.drop { $0 == "." })-\(String(hash, radix: 16))"
    }
}
