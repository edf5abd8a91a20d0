extension Document {
    /// The document in one fixed form, which depends on its values, not on their spelling.
    ///
    /// JSON without blanks, keys sorted by their UTF-8, comments gone, numbers and quantities in
    /// one spelling (`0.50` is `0.5`, `1.5s` is `1500000000ns`, `4KiB` is `4096B`). Two files with
    /// one canonical form are one workload.
    package var canonical: String { canonical(without: []) }

    /// The canonical form without some keys of the root, which a comparison does not depend on.
    func canonical(without keys: Set<String>) -> String {
        var text = ""
        Self.write(root, without: keys, to: &text)
        return text
    }

    private static func write(
        _ node: DocumentNode, without keys: Set<String> = [], to text: inout String
    ) {
        switch node.content {
        case .scalar where node.isNull:
            text += "null"
        case .scalar(let scalar, let isQuoted):
            write(isQuoted ? scalar : normalised(scalar), to: &text)
        case .sequence(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element, to: &text)
            }
            text += "]"
        case .mapping(let entries):
            text += "{"
            let sorted = entries.filter { !keys.contains($0.key) }.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            for (index, entry) in sorted.enumerated() {
                if index > 0 { text += "," }
                write(entry.key, to: &text)
                text += ":"
                write(entry.value, to: &text)
            }
            text += "}"
        }
    }

    private static func normalised(_ scalar: String) -> String {
        guard let quantity = Quantity(scalar) else { return scalar }
        if let nanoseconds = quantity.scaled(by: Quantity.durationUnits) {
            return "\(nanoseconds)ns"
        }
        if let bytes = quantity.scaled(by: Quantity.sizeUnits) { return "\(bytes)B" }
        return quantity.digits + quantity.unit
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
