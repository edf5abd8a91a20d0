import Foundation
import Testing
import lab

/// The command on a terminal: widths, and emphasis.
struct `The command on a terminal` {
    private static let variants = [
        "private-writer:flush=200ms,route=perform", "siblings:merge-by=perform-and-wait,pool=1",
        "siblings",
    ]

    /// Runs a command at a width, and expects no longer line but the machine's.
    private static func check(
        _ arguments: [String], in folder: TemporaryFolder, width: Int = 80
    ) async throws {
        var lab = LabProcess(arguments: arguments)
        lab.folder = folder.path
        lab.environment = ["COLUMNS": "\(width)"]
        let result = try await lab.run()
        #expect(!result.output.isEmpty, "\(arguments): \(result.errors)")
        for line in result.output.split(separator: "\n")
        where line.count > width && !line.hasPrefix("lab: result=") {
            // A word alone is never broken, so that it can be copied.
            let isWord = !line.drop { $0 == " " }.contains(" ")
            #expect(isWord, "\(arguments.prefix(2)): \(line)")
        }
    }

    private static func samples(in folder: TemporaryFolder) throws {
        for night in 1...24 {
            var run = SampleRun(session: "s")
            run.run = "night-\(night)"
            run.variants = variants
            run.started = "2026-01-\(night < 10 ? "0" : "")\(night)T02:00:00Z"
            run.commit = String(repeating: "\(night % 10)", count: 40)
            let noise = SampleRun.noise[night % 12]
            run.factors = ["main.busy.total": noise * (night < 13 ? 1 : 1.1)]
            try run.write(to: folder, as: "n\(night)")
        }
    }

    @Test func `Comparisons, baselines and histories keep to 80 columns`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try Self.samples(in: folder)
        try await Self.check(["compare", "n1", "n20"], in: folder)
        try await Self.check(["compare", "n1", "n2"], in: folder)
        try await Self.check(["baseline", "save", "first", "n1"], in: folder)
        try await Self.check(["baseline", "list"], in: folder)
        try await Self.check(["baseline", "show", "first"], in: folder)
        try await Self.check(["history", "add"] + (1...24).map { "n\($0)" }, in: folder)
        try await Self.check(["history", "show", "--no-charts"], in: folder)
    }

    @Test func `Crashes, faults and damage keep to 80 columns`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let crash = ["crash", "--workload", "smoke", "--quiet", "--no-charts", "--output", "r"]
        try await Self.check(crash + ["--quick", "--topology", "siblings:pool=1"], in: folder)
        try await Self.check(crash + ["--faults", "--topology", "siblings"], in: folder)
        try await Self.check(crash + ["--damage"], in: folder)
    }

    @Test(arguments: [
        ["list"], ["study"], ["doctor"], ["explain", "import-10k"], ["explain", "siblings"],
        ["suite", "nightly", "--dry-run"],
    ])
    func `What is listed and explained keeps to 80 columns`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await Self.check(arguments, in: folder)
    }

    @Test func `Output that no terminal shows has a fixed width`() {
        func form(_ width: Int?, _ environment: [String: String] = [:]) -> OutputForm {
            OutputForm(terminalWidth: width, environment: environment, color: .auto)
        }
        #expect(form(nil).width == 108)
        #expect(form(80).width == 80)
        #expect(form(0).width == 108, "a terminal that does not tell its width")
        #expect(form(10).width == OutputForm.leastWidth)
        #expect(form(400).width == OutputForm.greatestWidth)
        #expect(form(120, ["COLUMNS": "90"]).width == 90)
        #expect(form(nil, ["COLUMNS": "90"]).width == 90)
        #expect(form(80, ["COLUMNS": "wide"]).width == 80)
    }

    @Test func `Emphasis is for terminals with colours, unless a user decides`() {
        func isEmphatic(
            _ width: Int?, _ environment: [String: String] = [:], _ color: ColorChoice = .auto
        ) -> Bool {
            OutputForm(terminalWidth: width, environment: environment, color: color).isEmphatic
        }
        #expect(isEmphatic(80) && !isEmphatic(nil))
        #expect(!isEmphatic(80, ["TERM": "dumb"]))
        #expect(!isEmphatic(80, ["NO_COLOR": "1"]) && isEmphatic(80, ["NO_COLOR": ""]))
        #expect(isEmphatic(nil, ["NO_COLOR": "1"], .always))
        #expect(!isEmphatic(80, [:], .never))
    }

    @Test func `Escape sequences reach standard output only when asked for, and no file`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try SampleRun(session: "s").write(to: folder, as: "a")
        try SampleRun(session: "s").candidate(["main.busy.total": 1.5]).write(to: folder, as: "b")
        var lab = LabProcess("compare", "a", "b")
        lab.folder = folder.path
        let plain = try await lab.run()
        #expect(plain.output.contains("REGRESSED") && !plain.output.contains("\u{1B}"))
        lab.arguments += ["--color", "always"]
        let colored = try await lab.run()
        #expect(colored.output.contains("\u{1B}[31mREGRESSED\u{1B}[0m"))
        #expect(colored.output.replacing(#/\u{1B}\[\d+m/#, with: "") == plain.output)
        #expect(colored.lastLine == plain.lastLine && colored.code == plain.code)
        for (name, bytes) in try GoldenFiles.files(in: folder.path) {
            #expect(!bytes.contains(0x1B), "\(name)")
        }
    }
}
