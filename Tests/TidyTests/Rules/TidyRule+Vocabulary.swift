import Foundation

extension TidyRule {
    /// The files that spell the lab's nouns, each once.
    private static let tables = [
        "Sources/Results/Metrics/MetricTable.swift", "Sources/Results/Metrics/Statistic.swift",
        "Sources/Results/Vocabulary/OperationKind.swift",
        "Sources/Results/Vocabulary/CrashVerdict.swift", "Sources/Results/Vocabulary/Mark.swift",
        "Sources/Execution/Cause.swift",
    ]

    /// A metric, cause, kind of operation, mark or verdict is a value of its type, so that an
    /// unknown name does not compile.
    static let vocabulary = vocabulary(tables.map { Repository.text(of: $0) })

    /// Makes the rule for some tables.
    ///
    /// A rule cannot distinguish a name from a plain word of files and options, such as `save` or
    /// `max`; such names are left to the types.
    static func vocabulary(_ tables: [String]) -> TidyRule {
        let words = Set(tables.flatMap(literals))
        let names = words.filter { $0.contains(".") || $0.contains("-") || $0.contains("+") }
            .union(["predicted", "violation", "disturbed"])
        let metrics = names.filter { $0.contains(".") }.map { $0.prefix { $0 != "\\" } }
        return TidyRule("A noun of the lab is spelled in its table alone") { file in
            guard file.path.hasPrefix("Sources/"), file.isSwift,
                !Self.tables.contains(file.path)
            else { return [] }
            let comments = Set(file.comments.map(\.line))
            return file.lines.enumerated().flatMap { index, line -> [(line: Int, String)] in
                guard !comments.contains(index + 1) else { return [] }
                return literals(in: String(line)).filter { literal in
                    names.contains(literal)
                        || metrics.contains { metric in
                            literal == metric || literal.hasPrefix(metric + ".")
                                || (metric.hasSuffix(".") && literal.hasPrefix(metric))
                        }
                }.map { (index + 1, "“\($0)”: write the value, such as Metric.mainBusy[.total]") }
            }
        }
    }

    /// The texts between quotes, interpolations as they are written.
    private static func literals(in text: String) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}
