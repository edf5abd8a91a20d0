import Foundation
import Glibc
import Testing

/// `lab calibrate`, from the option to the device and its error.
@Suite(.serialized) struct `A calibration` {
    private func calibrate(
        _ arguments: String..., into folder: TemporaryFolder
    ) async throws -> LabProcess.Result {
        try await LabProcess(
            arguments: ["calibrate", "--report", folder.file("report"), "--quiet"] + arguments
        ).run()
    }

    @Test func `A machine is measured, written as a device, simulated and compared`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let device = folder.file("here.yaml")
        let result = try await calibrate(
            "--workload", "smoke", "--workload", "save-each", "--topology", "siblings",
            "--topology", "private-writer", "--repetitions", "2", "--output", device,
            into: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.lastLine.hasSuffix("report=\(folder.file("report"))/accuracy.md"))
        for line in result.output.split(separator: "\n").dropLast() {
            #expect(line.count <= 108, "\(line)")
        }
        #expect(result.output.contains("machine halves"))

        let lint = try await LabProcess("lint", device).run()
        #expect(lint.code == 0 && lint.output.contains("device here, This machine"))
        // A part that met a slow disk is left out, and said; p99.9 takes all thousand syncs.
        let tail = try folder.text("Tails/here.yaml")
        #expect(tail.contains("p99:"), "\(tail)")
        #expect(tail.contains("p99.9") == !tail.contains("the disk was slow"), "\(tail)")
        let text = try folder.text("here.yaml")
        for word in [
            "commit", "sqlite", "store_requests", "mark: measured", "held-out", "wake: {",
        ] {
            #expect(text.contains(word), "\(text)")
        }

        let accuracy = ResultsFile(try folder.text("report/accuracy.csv")).rows
        let subjects = [
            "held out", "fitted", "all", "other topology", "counts alone", "machine halves",
        ]
        let busy = accuracy.filter { $0["metric"] == "main.busy" }
        #expect(busy.map { $0["subject"] } == subjects)
        let error = try #require(Double(busy[2]["error"]))
        #expect(error < 3, "off by \(error) of what was measured")
        let residuals = ResultsFile(try folder.text("report/residuals.csv")).rows
        #expect(residuals.count { $0["metric"] == "main.busy" } == 4)
        #expect(try folder.text("report/accuracy.md").contains("## Where it is off"))

        // The device serves as any other, and can be compared again.
        let simulated = try await LabProcess(
            "simulate", "--workload", "smoke", "--topology", "siblings", "--draws", "1",
            "--device", device, "--output", folder.file("simulated"), "--no-charts", "--quiet"
        ).run()
        #expect(simulated.code == 0, "\(simulated.errors)")
        #expect(!simulated.errors.contains("was calibrated on"))
        let checked = try await calibrate(
            "--workload", "smoke", "--topology", "siblings", "--repetitions", "1", "--check",
            device, into: folder)
        #expect(checked.code == 0, "\(checked.errors)")
        #expect(try folder.text("here.yaml") == text)
    }

    /// A loss is compared only where the simulation has executed what was measured.
    @Test func `What is compared executes the measured operations in each draw`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var losses = ResultsFile.Row(cells: [:])
        // What runs of one draw lose is compared if two of them count and agree, which a busy
        // machine may prevent. Without the draw's operations it never is.
        for _ in 1...5 where losses["told"] != "1" {
            let result = try await calibrate(
                "--workload", "smoke", "--topology", "siblings", "--repetitions", "4", "--check",
                "reference", into: folder)
            #expect(result.code == 0, "\(result.errors)")
            let accuracy = ResultsFile(try folder.text("report/accuracy.csv")).rows
            losses = try #require(
                accuracy.first { $0["metric"] == "loss.kill" && $0["subject"] == "exact" })
        }
        #expect(losses["told"] == "1")
        #expect(losses["in_order"] == "1")
        let page = try folder.text("report/accuracy.md").replacing("\n", with: " ")
        #expect(page.contains("medians of 4 runs against those of the 2 draws"))
    }

    @Test func `A device of another engine is simulated with a warning`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: Another
            about: Made up.
            measured: true
            processor: { value: 1, mark: measured, source: by definition }
            sync:
              becomes: fsync
              fsync: { value: 1ms, mark: measured, source: here }
              per-kib: { value: 1us, mark: measured, source: here }
              tail: ssd
            calibrated:
              machine: "a machine"
              commit: "0123456789abcdef"
              sqlite: "3.46.1"
              date: "2026-11-23"
              costs: { objects_inserted: 2us, store_requests: 9us }

            """, to: "another.yaml")
        let result = try await LabProcess(
            "simulate", "--workload", "smoke", "--topology", "siblings", "--draws", "1",
            "--device", folder.file("another.yaml"), "--output", folder.file("simulated"),
            "--no-charts", "--quiet"
        ).run()
        #expect(result.code == 0, "\(result.errors)")
        let warning = "another was calibrated on 2026-11-23 with the engine of commit 0123456789ab"
        #expect(result.errors.contains(warning), "\(result.errors)")
        let explained = try await LabProcess("explain", folder.file("another.yaml")).run()
        #expect(explained.output.contains("that lab calibrate fitted"), "\(explained.output)")
    }

    @Test func `An interrupted calibration writes nothing`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            "calibrate", "--workload", "smoke", "--topology", "siblings", "--repetitions", "50",
            "--report", folder.file("report"), "--output", folder.file("here.yaml"), "--quiet"
        ).run { process in
            Child.wait(for: 2, of: process)
            kill(process, SIGINT)
        }
        #expect(result.code == 130, "\(result.errors)")
        #expect(result.errors.contains("nothing is written"), "\(result.errors)")
        #expect(!folder.names.contains("here.yaml"))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("report"))
        #expect(left == [])
    }

    @Test(arguments: [
        (["--repetitions", "0"], "give a number from 1 to 1000", Int32(2)),
        (["--workload", "smoke", "--workload", "smoke"], "is given twice", 2),
        (["--output", "device"], "ends with .yaml", 2),
        (["--check", "reference", "--output", "a.yaml"], "leave one out", 2),
        (["--check", "iphone-9"], "did you mean “iphone-6”", 2),
        (["--workload", "smok"], "did you mean “smoke”", 2),
        (["--workload", "smoke", "--topology", "child-of-main"], "nothing is left to fit to", 2),
    ])
    func `A calibration that cannot be made is refused with the remedy`(
        arguments: [String], wanted: String, code: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            arguments: ["calibrate", "--report", folder.file("report")] + arguments
        ).run()
        #expect(result.code == code)
        #expect(result.errors.contains(wanted), "\(result.errors)")
    }

    @Test func `The probe's output becomes a device that can be simulated`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let source = WorkloadCopy.shipped.appending(path: "Devices/Probe/Probe.swift").path
        var compiler = LabProcess("-O", "-parse-as-library", "-o", folder.file("probe"), source)
        compiler.executable = "swiftc"
        let compiled = try await compiler.run()
        #expect(compiled.code == 0, "\(compiled.errors)")
        var probe = LabProcess("A test machine")
        probe.executable = folder.file("probe")
        let printed = try await probe.run()
        #expect(printed.code == 0, "\(printed.errors)")
        try folder.write(printed.output, to: "probe.json")
        let device = folder.file("mine.yaml")
        let made = try await LabProcess(
            "calibrate", "--from", folder.file("probe.json"), "--output", device
        ).run()
        #expect(made.code == 0, "\(made.errors)")
        let explained = try await LabProcess("explain", device).run()
        #expect(explained.output.contains("A test machine"), "\(explained.output)")
        let run = try await LabProcess(
            "simulate", "--workload", "smoke", "--topology", "siblings", "--draws", "1",
            "--device", device, "--no-charts", "--output", folder.file("report"), "--quiet"
        ).run()
        #expect(run.code == 0, "\(run.errors)")

        try folder.write(String(printed.output.prefix(200)), to: "cut.json")
        let cut = try await LabProcess(
            "calibrate", "--from", folder.file("cut.json"), "--output", device
        ).run()
        #expect(cut.code == 3)
        #expect(cut.errors.contains("cut.json makes no device"), "\(cut.errors)")
        let nowhere = try await LabProcess("calibrate", "--from", folder.file("probe.json")).run()
        #expect(nowhere.code == 2 && nowhere.errors.contains("--output"))
    }
}
