import Foundation

/// The report: a heading and sections, each of which one mode of the command writes.
struct ReportFile {
    let path: String

    /// Replaces the section with the same first line, or adds the section at the end.
    ///
    /// A section begins with a heading, and ends before the next one of the second level.
    func replace(_ section: String) throws {
        let present = FileManager.default.contents(atPath: path) ?? Data()
        var sections = Self.split(String(decoding: present, as: UTF8.self))
        let title = Self.title(section)
        if let index = sections.firstIndex(where: { Self.title($0) == title }) {
            sections[index] = section
        } else {
            sections.append(section)
        }
        let text = sections.map { $0.trimmingCharacters(in: .newlines) }.joined(separator: "\n\n")
        try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func split(_ text: String) -> [String] {
        var sections: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") || line.hasPrefix("## ") {
                sections.append(String(line))
            } else if !sections.isEmpty {
                sections[sections.count - 1] += "\n" + line
            }
        }
        return sections
    }

    private static func title(_ section: String) -> Substring {
        section.prefix { $0 != "\n" }
    }
}
