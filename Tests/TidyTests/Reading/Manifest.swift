import Foundation

/// The targets of Package.swift with their declared dependencies.
struct Manifest {
    struct Target: Equatable {
        let name: String
        /// Targets of this package and products of others, by name.
        let dependencies: Set<String>
    }

    let targets: [Target]
    /// The targets that the thread sanitizer's build has.
    let concurrency: Set<String>
    /// The files that this build has of CoreDataTests.
    let concurrencyFiles: Set<String>

    /// Reads the manifest's text: calls such as `.target(name: "A", dependencies: ["B"])`.
    init(_ text: String) {
        let call = /\.(?:target|executableTarget|testTarget)\(\s*name: "(\w+)"/
        targets = text.matches(of: call).map { match in
            let arguments = Self.arguments(of: text[match.range.lowerBound...])
            return Target(name: String(match.1), dependencies: Self.dependencies(arguments))
        }
        let list = text.firstMatch(of: /let concurrency: Set = \[([^\]]*)\]/)
        concurrency = Self.names(list?.1 ?? "")
        let files = text.firstMatch(of: /let concurrencyFiles = \[([^\]]*)\]/)
        concurrencyFiles = Self.names(files?.1 ?? "")
    }

    /// A call's text up to the parenthesis that closes it.
    private static func arguments(of call: Substring) -> Substring {
        var depth = 0
        for index in call.indices {
            if call[index] == "(" { depth += 1 }
            guard call[index] == ")" else { continue }
            depth -= 1
            if depth == 0 { return call[...index] }
        }
        return call
    }

    private static func dependencies(_ arguments: Substring) -> Set<String> {
        guard let list = arguments.firstMatch(of: /dependencies: \[([^\]]*)\]/) else { return [] }
        // The package of a product does not name a dependency itself.
        return names(list.1.replacing(/, package: "[^"]*"/, with: ""))
    }

    private static func names(_ list: Substring) -> Set<String> {
        Set(list.matches(of: /"([\w.-]+)"/).map { String($0.1) })
    }

    /// Imports of a target's files that are not declared, and declared dependencies that are never
    /// imported.
    func violations(in files: [SourceFile]) -> [String] {
        let names = Set(targets.flatMap { [$0.name] + $0.dependencies })
        return targets.flatMap { target -> [String] in
            let own = files.filter { $0.target == target.name && $0.isSwift }
            guard !own.isEmpty else { return [] }
            let imported = Set(own.flatMap(\.imports).map(\.module)).intersection(names)
            let missing = imported.subtracting(target.dependencies).sorted().map {
                "“\(target.name)” imports “\($0)” without declaring it: add it to Package.swift"
            }
            let unused = target.dependencies.subtracting(imported)
                .subtracting(Self.notImported).sorted().map {
                    "“\(target.name)” declares “\($0)”, which no file of it imports: remove it"
                }
            return missing + unused
        }
    }

    /// Suites of concurrency that the thread sanitizer would not see.
    func unsanitized(in files: [SourceFile]) -> [String] {
        files.filter { file in
            file.isSwift && file.lines.contains { $0.contains(/struct \w*ConcurrencyTests\b/) }
                && !isSanitized(file)
        }.map {
            "\($0.path) has tests of concurrency: add it or its target to those of Package.swift"
        }
    }

    private func isSanitized(_ file: SourceFile) -> Bool {
        guard let target = file.target, concurrency.contains(target) else { return false }
        return target != "CoreDataTests"
            || concurrencyFiles.contains { file.path.hasSuffix("/\($0)") }
    }

    /// Needed without an import: one is linked in, the other a program that tests start.
    private static let notImported: Set = ["CThreadSanitizer", "LabMain", "OwnStacks"]
}
