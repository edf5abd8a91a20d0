import Foundation
import Testing

/// Command lines that the parser alone has no good answer for.
struct `The words of a command line` {
    @Test(arguments: [
        (["nope"], "there is no command “lab nope”"),
        (["runn", "--workload", "smoke"], "there is no command “lab runn”; did you mean “run”?"),
        (["help", "nope"], "there is no command “lab nope”"),
        (
            ["help", "baseline", "sav"],
            "there is no command “lab baseline sav”; did you mean “save”?"
        ),
        (["help", "lint", "run"], "lab lint has no commands below it: leave “run” out"),
        (["run", "--workload", "smoke", "--output", ""], "--output has an empty value"),
        (["run", "--workload", "smoke", "--keep-stores="], "--keep-stores has an empty value"),
        (
            ["list", "-com.apple.CoreData.ConcurencyDebug", "1"],
            "did you mean “-com.apple.CoreData.ConcurrencyDebug”?"
        ),
        (["list", "-com.apple.CoreData.Nope", "1"], "reads no launch argument"),
        (["list", "-com.apple.CoreData.ConcurrencyDebug", "x"], "give 0 or 1"),
        (["list", "-com.apple.CoreData.ConcurrencyDebug"], "has no value: give 0 or 1"),
    ])
    func `A mistake is told in its own words, and ends with 2`(
        arguments: [String], words: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var lab = LabProcess()
        lab.arguments = arguments
        lab.folder = folder.path
        let result = try await lab.run()
        #expect(result.code == 2)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.lastLine == "lab: result=usage code=2 report=none")
        #expect(folder.names == [])
    }

    @Test(arguments: [
        ["help"], ["help", "baseline"], ["help", "baseline", "save"], ["help", "help"],
    ])
    func `Help for what there is ends with 0`(arguments: [String]) async throws {
        var lab = LabProcess()
        lab.arguments = arguments
        let result = try await lab.run()
        #expect(result.code == 0)
        #expect(result.output.contains("USAGE: lab"))
    }

    @Test func `The version names the commit, the build and SQLite`() async throws {
        let result = try await LabProcess("--version").run()
        #expect(result.code == 0)
        let form =
            #/
            lab\ at\ (commit\ [0-9a-f]{12}|an\ unknown\ commit),\ (debug|release)\ build,
            \ with\ SQLite\ 3\.[0-9.]+\n
            /#
        #expect(result.output.wholeMatch(of: form) != nil, "\(result.output)")
    }

    @Test(arguments: ["missing.json", "/dev/zero", "README.md"])
    func `A noise floor that cannot be read is told, with or without a baseline`(
        file: String
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("# Not a noise floor", to: "README.md")
        try SampleRun().write(to: folder, as: "a")
        for arguments in [["compare", "a", "a"], ["--workload", "smoke"]] {
            var lab = LabProcess()
            lab.arguments = arguments + ["--noise-floor", file, "--output", "out"]
            lab.folder = folder.path
            let result = try await lab.run()
            #expect(result.code == (file == "README.md" ? 3 : 2), "\(result.errors)")
            #expect(result.errors.contains(file))
            #expect(folder.names == ["README.md", "a"])
        }
    }
}
