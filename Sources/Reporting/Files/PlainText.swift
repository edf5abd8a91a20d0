/// Users' words in files of other languages: names in YAML may hold any character.
///
/// Scalar by scalar: a line break of two scalars, and a sign with an accent, are one `Character`,
/// which is equal to neither.
enum PlainText {
    /// The text in one line, with a space in the place of each control character.
    static func line(_ text: String) -> String {
        replaced(text) { isControl($0) ? " " : nil }
    }

    /// The text in one line, with another text in the place of a sign.
    static func line(_ text: String, _ sign: Unicode.Scalar, with other: String) -> String {
        replaced(text) { $0 == sign ? other : isControl($0) ? " " : nil }
    }

    /// The text as XML and HTML have it, in elements and in attributes with single quotes.
    static func markup(_ text: String) -> String {
        replaced(text) { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "'": "&#39;"
            case "\n", "\t": nil
            // No version of XML 1 has these, escaped or not.
            default: isControl(scalar) ? " " : nil
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private static func replaced(
        _ text: String, _ replacement: (Unicode.Scalar) -> String?
    ) -> String {
        // Nearly all texts have nothing to replace.
        guard text.unicodeScalars.contains(where: { replacement($0) != nil }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let other = replacement(scalar) {
                result.append(contentsOf: other.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
