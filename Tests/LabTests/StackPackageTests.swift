import Foundation
import Testing

/// The package that `lab new --stack` writes, as a user gets it: its manifest is read by SwiftPM,
/// and its sources are type-checked against the modules of this build.
///
/// Building it compiles the whole lab again, which takes minutes and finds nothing more: what is
/// linked is the lab's own, and `OwnStacks` links the same class.
struct `A package for a stack in Swift` {
    private static let products = URL(filePath: LabProcess.executable).deletingLastPathComponent()

    /// What SwiftPM prints of a package.
    private struct Manifest: Decodable {
        struct Dependency: Decodable {
            struct Folder: Decodable {
                var nameForTargetDependencyResolutionOnly: String?
                var path: String
            }
            var fileSystem: [Folder]?
        }
        struct Product: Decodable { var name: String }
        struct Target: Decodable {
            struct Dependency: Decodable { var product: [String?]? }
            var name: String
            var dependencies: [Dependency]
        }
        var dependencies: [Dependency]
        var products: [Product]
        var targets: [Target]
    }

    private func call(_ line: [String], in folder: String) async throws -> LabProcess.Result {
        var process = LabProcess(arguments: line)
        process.executable = "/usr/bin/env"
        process.folder = folder
        return try await process.run()
    }

    /// Has the command write a package of this name.
    private func write(_ name: String, in folder: TemporaryFolder) async throws {
        var lab = LabProcess("new", "--stack", name)
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 0, "\(result.errors)")
    }

    private func manifest(
        of package: String, in folder: TemporaryFolder
    ) async throws -> Manifest {
        let read = try await call(
            [
                "swift", "package", "--scratch-path", folder.file("scratch"), "--package-path",
                package, "dump-package",
            ], in: folder.path)
        try #require(read.code == 0, "\(read.errors)")
        return try JSONDecoder().decode(Manifest.self, from: Data(read.output.utf8))
    }

    @Test func `It depends on products of this clone, which has them`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await write("ShopStack", in: folder)
        let own = try await manifest(of: folder.file("ShopStack"), in: folder)
        let target = try #require(own.targets.first)
        #expect(own.targets.count == 1 && target.name == "ShopStack")
        let clone = try #require(own.dependencies.first?.fileSystem?.first)
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        #expect(URL(filePath: clone.path).standardizedFileURL.path == root.path)
        let lab = try await manifest(of: clone.path, in: folder)
        let wanted = target.dependencies.compactMap(\.product)
        #expect(wanted.count == 2)
        for product in wanted {
            #expect(lab.products.contains { $0.name == product[0] }, "\(product)")
            #expect(product[1] == clone.nameForTargetDependencyResolutionOnly)
        }
    }

    /// The compiler's arguments for the modules that this build has made, those of C included.
    private static func modules() throws -> [String] {
        let scratch = products.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
        func names(in folder: URL) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }
        var folders = names(in: products).filter { $0.hasSuffix(".build") }
            .map { products.appending(path: $0) }
        let checkouts = scratch.appending(path: "checkouts")
        for package in names(in: checkouts) {
            let sources = checkouts.appending(path: package).appending(path: "Sources")
            folders += names(in: sources).map {
                sources.appending(path: $0).appending(path: "include")
            }
        }
        let maps = folders.map { $0.appending(path: "module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        return ["-I", products.appending(path: "Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    private func check(_ sources: [String], in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        try await call(
            ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors"]
                + ["-module-name", "ShopStack"] + Self.modules() + sources, in: folder.path)
    }

    @Test func `Its sources compile without a warning, and need each other`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await write("ShopStack", in: folder)
        let sources = ["main.swift", "ShopStack.swift"].map { "ShopStack/Sources/ShopStack/\($0)" }
        let whole = try await check(sources, in: folder)
        #expect(whole.code == 0, "\(whole.errors)")
        // Had the compiler looked at nothing, this would be well, too.
        let half = try await check([sources[0]], in: folder)
        #expect(half.code != 0)
        #expect(half.errors.contains("expected element type 'any AppStack.Type'"), "\(half.errors)")
    }
}
