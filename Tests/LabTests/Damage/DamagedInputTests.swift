import Foundation
import Testing

/// Files that are damaged by bytes, tokens and structure end every command that reads them with one
/// clear error: no signal, no 1, no hang, no silence.
///
///     LAB_TEST_DAMAGED_INPUTS=100000   how many cases
///     LAB_TEST_DAMAGED_SEED=7          of which seed
///     LAB_TEST_DAMAGED_FIRST=4711      from which on: to repeat one
///     LAB_TEST_COMMAND=/path/to/lab    which build, instead of the one beside the tests
@Suite(.serialized) struct `Damaged files` {
    private static let environment = ProcessInfo.processInfo.environment

    private static func number(_ name: String, _ usual: Int) -> Int {
        environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func `No damaged file ends a command by a signal, with 1, in a hang or in silence`()
        async throws
    {
        let seed = Self.number("LAB_TEST_DAMAGED_SEED", 20_261_122)
        let first = Self.number("LAB_TEST_DAMAGED_FIRST", 0)
        let count = Self.number("LAB_TEST_DAMAGED_INPUTS", 2_000)
        let inputs = try await SoundInputs()
        defer { inputs.folder.remove() }
        let damaged = DamagedInputs(
            seed: UInt64(seed), inputs: inputs,
            executable: Self.environment["LAB_TEST_COMMAND"] ?? LabProcess.executable)
        for finding in try await damaged.findings(in: first..<(first + count)) {
            Issue.record(
                """
                \(finding)
                again: LAB_TEST_DAMAGED_SEED=\(seed) LAB_TEST_DAMAGED_FIRST=\(finding.number) \
                LAB_TEST_DAMAGED_INPUTS=1
                """)
        }
    }

    @Test func `Sound files are well, with all commands that are given damaged ones`() async throws
    {
        let inputs = try await SoundInputs()
        defer { inputs.folder.remove() }
        var linted: [String] = []
        var number = 0
        for kind in DamagedKind.allCases {
            for (place, bytes) in inputs.originals(of: kind).enumerated() {
                number += 1
                let files = try inputs.write(bytes, of: kind, original: place, as: "sound\(number)")
                if kind.isLinted { linted.append(files.linted) }
                for command in kind.commands where place == 0 {
                    var lab = LabProcess()
                    lab.arguments = command.map {
                        $0.replacing("FILE", with: files.file)
                            .replacing("SOUND", with: inputs.folder.path)
                    }
                    lab.folder = inputs.folder.path
                    let result = try await lab.run()
                    #expect(result.code == 0, "\(command): \(result.errors)")
                }
            }
        }
        let lint = LabProcess(arguments: ["lint"] + linted)
        let result = try await lint.run()
        #expect(
            result.output.split(separator: "\n").count { $0.hasPrefix("ok  ") } > linted.count / 2)
        // One topology's name may stand in one file only, and the shipped workloads are all well.
        #expect(!result.errors.contains("case"))
    }
}
