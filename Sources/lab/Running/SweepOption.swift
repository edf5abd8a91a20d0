import ArgumentParser
import Results

/// `--sweep key=a,b,c`, and one side of a `--map`: the setting to sweep, and its values.
enum SweepOption {
    /// Reads a sweep.
    ///
    /// - Parameter option: what the text was given to.
    /// - Returns: two values or more, without duplicates.
    /// - Throws: `ValidationError` if the text is malformed.
    static func sweep(_ text: String, of option: String = "--sweep") throws -> SweepRecord {
        let example = "as roles.importer.batch=100,500 or flush=200ms,1s"
        guard let swept = WorkloadSetting(text) else {
            throw ValidationError("\(option) \(text): write key=value,value,…, \(example)")
        }
        let values = elements(of: swept.value)
        guard values.count > 1, !values.contains("") else {
            throw ValidationError("\(option) \(text): give two or more values, \(example)")
        }
        for (index, value) in values.enumerated() where values[..<index].contains(value) {
            throw ValidationError("\(option) \(text): the value \(value) stands there twice")
        }
        return SweepRecord(key: swept.key, values: values)
    }

    /// Splits a list at its commas, except in brackets: a value may be a list or a mapping.
    private static func elements(of list: String) -> [String] {
        var elements = [""]
        var depth = 0
        for character in list {
            if "[{".contains(character) { depth += 1 }
            if "]}".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
        }
        return elements.map { element in
            String(element.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}
