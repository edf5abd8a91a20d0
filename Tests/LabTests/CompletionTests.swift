import Foundation
import Testing

/// What a shell offers for a word of a command line.
struct `Completion in a shell` {
    /// The words that bash offers for the last one, after it has read the command's own script.
    private static func offers(_ line: String...) async throws -> [String] {
        let script = """
            source <("$LAB" --generate-completion-script bash)
            lab() { "$LAB" "$@"; }
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"
            COMP_POINT=${#COMP_LINE}
            _lab lab "${@: -1}" "${@: -2:1}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        var bash = LabProcess(arguments: ["-c", script, "bash"] + line)
        let lab = URL(filePath: LabProcess.executable)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        bash.executable = "/bin/bash"
        bash.environment = [
            "LAB": lab.path, "PATH": lab.deletingLastPathComponent().path + ":" + path,
        ]
        bash.folder = URL(filePath: #filePath).deletingLastPathComponent().path
        return try await bash.run().output.split(separator: "\n").map(String.init)
    }

    @Test func `Workloads, topologies, fields, studies, figures and keys are offered`() async throws
    {
        let workloads = try await Self.offers("lab", "run", "--workload", "im")
        #expect(workloads.sorted() == ["import-100k", "import-10k"])
        let topologies = try await Self.offers("lab", "run", "--topology", "si")
        #expect(
            topologies == [
                "single-main", "siblings", "siblings-refetch", "siblings-history",
                "siblings-pinned",
            ])
        let fields = try await Self.offers("lab", "run", "--topology", "private-writer:fl")
        #expect(fields == ["private-writer:flush="])
        #expect(try await Self.offers("lab", "study", "kug") == ["kugler-2013"])
        let figures = try await Self.offers("lab", "run", "--limit", "main.delay.p9")
        #expect(figures == ["main.delay.p95", "main.delay.p99"])
        let keys = try await Self.offers(
            "lab", "run", "--workload", "smoke", "--set", "roles.importer.b")
        #expect(keys == ["roles.importer.batch="])
        #expect(try await Self.offers("lab", "explain", "siblings-").count == 3)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `There is a script for each shell`(shell: String) async throws {
        let result = try await LabProcess("--generate-completion-script", shell).run()
        #expect(result.code == 0 && result.output.contains("---completion"))
    }
}
