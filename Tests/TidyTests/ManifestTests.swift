import Testing

@Suite struct ManifestTests {
    private static let manifest = Manifest(
        """
        .target(name: "Low"),
        .target(
            name: "Middle",
            dependencies: ["Low", .product(name: "Yams", package: "Yams-package")],
            swiftSettings: optimised),
        .testTarget(name: "MiddleTests", dependencies: ["Middle"]),
        let concurrencyFiles = [
            "BConcurrencyTests.swift", "Support",
        ]
        let concurrency: Set = [
            "Low", "MiddleTests", "CoreDataTests",
        ]
        """)

    private func violations(_ files: [String: String]) -> [String] {
        Self.manifest.violations(
            in: files.keys.sorted().map { SourceFile(path: $0, text: files[$0]!) })
    }

    @Test func `Targets are read with what they depend on`() {
        #expect(
            Self.manifest.targets == [
                Manifest.Target(name: "Low", dependencies: []),
                Manifest.Target(name: "Middle", dependencies: ["Low", "Yams"]),
                Manifest.Target(name: "MiddleTests", dependencies: ["Middle"]),
            ])
    }

    @Test func `An import that is not declared is found, also in tests`() {
        let files = [
            "Sources/Low/A.swift": "import Foundation\nimport Yams\n",
            "Sources/Middle/A.swift": "import Low\nimport Yams\n",
            "Tests/MiddleTests/A.swift": "import Low\nimport Middle\nimport Testing\n",
        ]
        #expect(
            violations(files) == [
                "“Low” imports “Yams” without declaring it: add it to Package.swift",
                "“MiddleTests” imports “Low” without declaring it: add it to Package.swift",
            ])
    }

    @Test func `A dependency that no file imports is found`() {
        #expect(
            violations(["Sources/Middle/A.swift": "import Low\n"]) == [
                "“Middle” declares “Yams”, which no file of it imports: remove it"
            ])
    }

    @Test func `The manifest declares what is imported, and nothing else`() {
        let manifest = Manifest(Repository.text(of: "Package.swift"))
        #expect(manifest.targets.count > 30)
        for violation in manifest.violations(in: Repository.files) { Issue.record("\(violation)") }
    }

    @Test func `A suite of concurrency outside the sanitizer's build is found`() {
        let paths = [
            "MiddleTests/A.swift", "LowTests/A.swift", "CoreDataTests/A.swift",
            "CoreDataTests/BConcurrencyTests.swift",
        ]
        let files = paths.map {
            SourceFile(path: "Tests/\($0)", text: "@Suite struct \("Some")ConcurrencyTests {}")
        }
        #expect(Self.manifest.concurrency == ["Low", "MiddleTests", "CoreDataTests"])
        #expect(
            Self.manifest.unsanitized(in: files) == [
                "Tests/LowTests/A.swift has tests of concurrency: add it or its target to those of "
                    + "Package.swift",
                "Tests/CoreDataTests/A.swift has tests of concurrency: add it or its target to "
                    + "those of Package.swift",
            ])
    }

    @Test func `The sanitizer's build has every suite of concurrency, and what it needs`() {
        let manifest = Manifest(Repository.text(of: "Package.swift"))
        #expect(manifest.unsanitized(in: Repository.files) == [])
        for target in manifest.targets where manifest.concurrency.contains(target.name) {
            #expect(target.dependencies.isSubset(of: manifest.concurrency), "\(target.name)")
        }
    }
}
