import Foundation
import Testing

/// A user's topology, from the file to the report.
struct `A stack of one's own` {
    /// A file as `lab list --yaml` prints it.
    private func stack(_ name: String, in folder: TemporaryFolder, as file: String = "stack.yaml")
        async throws -> String
    {
        let result = try await LabProcess("list", "--yaml", name).run()
        #expect(result.code == 0, "\(result.errors)")
        try folder.write(result.output, to: file)
        return folder.file(file)
    }

    private func lab(_ arguments: [String]) async throws -> LabProcess.Result {
        var lab = LabProcess()
        lab.arguments = arguments
        return try await lab.run()
    }

    private func run(_ arguments: String..., in folder: TemporaryFolder) async throws
        -> LabProcess.Result
    {
        try await lab(
            ["--workload", "smoke", "--output", folder.file("report"), "--no-charts", "--quiet"]
                + arguments)
    }

    @Test func `A printed topology runs as it is, and varied by its name`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("writer-siblings", in: folder)
        let varied = "my-writer-siblings:flush=20ms"
        let result = try await run(
            "--topology", "my-writer-siblings", "--topology", varied, "--topology-file", file,
            in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let results = ResultsFile(try folder.text("report/results.csv"))
        let own = results.rows.filter { $0["topology"] == "my-writer-siblings" }
        #expect(Set(own.map { $0["variant"] }) == ["my-writer-siblings", varied])
        #expect(own.count == results.rows.count)
        let crashes = ResultsFile(try folder.text("report/crashes.csv")).rows
        #expect(crashes.count == 2)
        for crash in crashes { #expect(crash["verdict"].hasPrefix("predicted")) }
    }

    @Test func `It runs beside those that are named, and a change meanwhile changes nothing`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("siblings", in: folder)
        var lab = LabProcess(
            "--workload", "smoke", "--output", folder.file("report"), "--no-charts", "--quiet",
            "--topology", "single-main", "--topology-file", file)
        lab.folder = folder.path
        let result = try await lab.run { _ in
            // The report's folder is made when the file has been read.
            while !FileManager.default.fileExists(atPath: folder.file("report")) {
                Thread.sleep(forTimeInterval: 0.002)
            }
            try? folder.write("no topology any more", to: "stack.yaml")
        }
        #expect(result.code == 0, "\(result.errors)")
        let results = ResultsFile(try folder.text("report/results.csv"))
        #expect(Set(results.rows.map { $0["variant"] }) == ["single-main", "my-siblings"])
    }

    // MARK: Precedence of fields

    /// A field of a topology as run.json has it.
    private struct Setting: Decodable, Equatable {
        var field: String
        var value: String
        var source: String
        var instead: String?
    }

    /// The field `flush` of each topology that ran, by variant.
    private func flushes(in folder: TemporaryFolder) throws -> [String: Setting] {
        struct Run: Decodable {
            struct Topology: Decodable {
                var variant: String
                var settings: [Setting]?
            }
            var topologies: [Topology]
        }
        let data = Data(try folder.text("report/run.json").utf8)
        let run = try JSONDecoder().decode(Run.self, from: data)
        return run.topologies.reduce(into: [:]) { flushes, topology in
            flushes[topology.variant] = topology.settings?.first { $0.field == "flush" }
        }
    }

    @Test func `A crash report names each field that stands over another, and its source`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("private-writer", in: folder)
        try folder.write(
            folder.text("stack.yaml").replacing("flush: every 1s", with: "flush: idle 300ms"),
            to: "stack.yaml")
        // The workload smoke has `flush: every 100ms`.
        let result = try await lab([
            "crash", "--workload", "smoke", "--quick", "--output", folder.file("report"),
            "--no-charts", "--quiet", "--set", "topology.flush=every 70ms", "--topology-file",
            file, "--topology", "my-private-writer", "--topology", "private-writer",
        ])
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.output.contains(
                "my-private-writer ran with flush idle 300ms (its file; the workload says every "
                    + "70ms)\n"), "\(result.output)")
        #expect(
            result.output.contains(
                "private-writer ran with flush every 70ms (the workload, instead of every 1s)\n"))
        let page = try folder.text("report/report.md")
        #expect(page.contains("- `my-private-writer`: **flush idle 300ms** (its file; "))
        #expect(page.contains("- `private-writer`: **flush every 70ms** (the workload, "))
        struct Run: Decodable {
            struct Configuration: Decodable {
                var variant: String
                var settings: [Setting]
            }
            var configurations: [Configuration]
        }
        let run = try JSONDecoder().decode(
            Run.self, from: Data(folder.text("report/run.json").utf8))
        for configuration in run.configurations where configuration.variant == "private-writer" {
            #expect(
                configuration.settings.contains(
                    Setting(
                        field: "flush", value: "every 70ms", source: "workload",
                        instead: "every 1s")))
        }
        #expect(run.configurations.count == 4)
        let warnings = result.errors.split(separator: "\n").filter { $0.contains("does not reach") }
        #expect(warnings.count == 1 && warnings[0].contains("my-private-writer"))
    }

    @Test func `What its file says stands over the workload, and what it leaves out does not`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let says = try await stack("private-writer", in: folder)
        try folder.write(
            folder.text("stack.yaml").replacing("flush: every 1s", with: "flush: idle 300ms"),
            to: "stack.yaml")
        let silent = folder.file("silent.yaml")
        try folder.write(
            folder.text("stack.yaml").replacing("flush: idle 300ms", with: "")
                .replacing("my-private-writer", with: "silent"), to: "silent.yaml")
        let varied = "my-private-writer:flush=20ms"
        // The workload smoke has `flush: every 100ms`.
        let result = try await run(
            "--set", "crash.kills=0", "--topology-file", says, "--topology-file", silent,
            "--topology", "my-private-writer", "--topology", varied, "--topology",
            "private-writer", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let flushes = try flushes(in: folder)
        #expect(
            flushes["my-private-writer"]
                == Setting(
                    field: "flush", value: "idle 300ms", source: "file", instead: "every 100ms"))
        #expect(
            flushes[varied]
                == Setting(
                    field: "flush", value: "every 20ms", source: "variant", instead: "idle 300ms"))
        #expect(
            flushes["silent"]
                == Setting(
                    field: "flush", value: "every 100ms", source: "workload",
                    instead: "immediate"))
        #expect(
            flushes["private-writer"]
                == Setting(
                    field: "flush", value: "every 100ms", source: "workload", instead: "every 1s"))
        let page = try folder.text("report/report.md")
        for line in [
            "`my-private-writer`: **flush idle 300ms** (its file; the workload says every 100ms)",
            "`private-writer`: **flush every 100ms** (the workload, instead of every 1s)",
        ] {
            #expect(page.contains(line), "\(page)")
        }
    }

    @Test func `A setting that its file stands over is told, with what reaches it`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("private-writer", in: folder)
        let result = try await run(
            "--set", "crash.kills=0", "--set", "topology.flush=every 40ms", "--topology-file", file,
            "--topology", "private-writer", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let words = "topology.flush does not reach my-private-writer, whose file says every 1s"
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.contains("add --topology 'my-private-writer:flush=every 40ms'"))
        #expect(!result.errors.contains("does not reach private-writer"))
    }

    @Test func `What a crash takes from it is explored and killed too`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("private-writer", in: folder)
        let result = try await lab([
            "crash", "--workload", "smoke", "--topology", "my-private-writer", "--topology-file",
            file, "--mode", "wal/full", "--quick", "--samples", "20", "--output",
            folder.file("crash"), "--no-charts", "--quiet",
        ])
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output.contains("my-private-writer"))
    }

    @Test func `It is drawn and explained like the catalogue's`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("child-of-main", in: folder)
        let list = try await LabProcess("list", "--topology-file", file).run()
        #expect(list.code == 0)
        #expect(list.output.hasPrefix("my-child-of-main\n"))
        #expect(list.output.contains("│ child"))
        let explained = try await LabProcess("explain", file).run()
        #expect(explained.code == 0)
        let text = explained.output.replacing("\n", with: " ")
        #expect(text.contains("Promise: what is saved is committed"))
        #expect(text.contains("a save passes it, then main, which is waited for"))
        #expect(text.contains("each save hands its whole batch to main on the main queue"))
        #expect(explained.output.contains("child.hops"))
    }

    @Test func `Every mistake in its file is told at once, and nothing runs`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("siblings", in: folder)
        let text = try folder.text("stack.yaml")
            .replacing("queue: private", with: "queue: privat")
            .replacing("pool: default", with: "pol: 2")
            .replacing("mode: did-save", with: "mode: did-safe")
        try folder.write(text, to: "stack.yaml")
        let result = try await run("--topology-file", file, in: folder)
        #expect(result.code == 3)
        for words in [
            "unknown queue “privat”; did you mean “private”?", "unknown key “pol”", "“did-save”",
        ] {
            #expect(result.errors.contains(words), "\(result.errors)")
        }
        let line = #/stack\.yaml:\d+:\d+: /#
        #expect(result.errors.matches(of: line).count == 3)
        #expect(result.lastLine.contains("code=3 report=none"))
        #expect(folder.names == ["stack.yaml"])
    }

    @Test func `The name of another topology is refused in its place`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("siblings", in: folder)
        let text = try folder.text("stack.yaml")
        try folder.write(
            text.replacing("name: my-siblings", with: "name: siblings"), to: "stack.yaml")
        let result = try await run("--topology-file", file, in: folder)
        #expect(result.code == 3)
        #expect(result.errors.contains("the catalogue has a topology “siblings”"))
    }

    @Test func `A variant of one's own that is misspelled is answered with its name`() async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try await stack("siblings", in: folder)
        let result = try await run(
            "--topology-file", file, "--topology", "my-sibling", in: folder)
        #expect(result.code == 2)
        #expect(result.errors.contains("did you mean “my-siblings”?"))
    }

    // MARK: lint

    @Test func `Well files are ok, and all mistakes of the others are told`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        let file = try await stack("two-coordinators", in: copy.folder)
        let well = try await LabProcess("lint", copy.workload, file).run()
        #expect(well.code == 0, "\(well.errors)")
        #expect(well.output.contains("ok  \(copy.workload): workload smoke with"))
        #expect(well.output.contains("ok  \(file): topology my-two-coordinators with main"))
        #expect(well.lastLine == "lab: result=ok code=0 report=none")

        try copy.replace("pace: 30ms", by: "pace: 30", in: "smoke.yaml")
        try copy.replace("repetitions: 1", by: "repetitons: 1", in: "smoke.yaml")
        try copy.replace("coordinators: 2", by: "coordinators: 1", in: "stack.yaml")
        try copy.folder.write("schema: 1\n", to: "other.yaml")
        let ill = try await LabProcess(
            "lint", copy.workload, file, copy.folder.file("other.yaml"), "missing.yaml"
        ).run()
        #expect(ill.code == 3)
        for words in [
            "“30” has no unit", "“repetitons”", "importing stands on coordinator 2 of 1",
            "write coordinators: 2", "neither a workload nor a topology", "missing.yaml",
        ] {
            #expect(ill.errors.contains(words), "\(ill.errors)")
        }
        #expect(!ill.output.contains("ok "))
        #expect(ill.lastLine == "lab: result=invalid-input code=3 report=none")
    }

    @Test func `A fleet's sessions of several workloads run the same stacks, and a file's own too`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // The second has topologies of its own, fewer than the usual ones.
        try folder.write(
            """
            schema: 1
            title: Two kinds
            about: "Assumed."
            devices:
              - { device: iphone-15, share: 1 }
            sessions:
              - { workload: smoke, set: { roles.importer.take: 40 }, share: 0.5 }
              - { workload: batch-insert, set: { roles.importer.take: 40 }, share: 0.5 }

            """, to: "two.yaml")
        let file = try await stack("siblings", in: folder)
        let result = try await lab([
            "simulate", "--fleet", folder.file("two.yaml"), "--sessions", "100", "--draws", "1",
            "--topology-file", file, "--output", folder.file("report"), "--quiet",
        ])
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("report/fleet.csv")).rows
        var names: [String] = []
        for row in rows where !names.contains(row["topology"]) { names.append(row["topology"]) }
        #expect(
            names == [
                "single-main", "private-writer", "siblings", "child-of-main", "my-siblings",
            ])
        #expect(rows.allSatisfy { $0["error"].isEmpty })
    }

    @Test func `Lint looks for what a fleet names`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let fleet = """
            schema: 1
            title: Ours
            about: "Assumed."
            devices:
              - { device: iphone-8, share: 1 }
            sessions:
              - { workload: smoke, share: 1 }

            """
        try folder.write(fleet, to: "well.yaml")
        try folder.write(
            fleet.replacing("iphone-8", with: "iphone-9"), to: "device.yaml")
        try folder.write(fleet.replacing("smoke", with: "smoek"), to: "session.yaml")
        try folder.write(
            fleet.replacing("iphone-8", with: "emmc-phone, core: apple"), to: "core.yaml")
        let well = try await LabProcess("lint", folder.file("well.yaml")).run()
        #expect(well.code == 0, "\(well.errors)")
        let ill = try await LabProcess(
            arguments: ["lint"] + ["device.yaml", "session.yaml", "core.yaml"].map(folder.file)
        ).run()
        #expect(ill.code == 3)
        for words in [
            "the fleet's device “iphone-9”", "the fleet's session “smoek”",
            "the fleet's device “emmc-phone”",
        ] {
            #expect(ill.errors.contains(words), "\(ill.errors)")
        }
    }

    @Test func `A limit that no metric has is a mistake to lint too`() async throws {
        let copy = try WorkloadCopy()
        defer { copy.folder.remove() }
        try copy.replace("main.stall.max", by: "main.stal.max", in: "smoke.yaml")
        let result = try await LabProcess("lint", copy.workload).run()
        #expect(result.code == 3)
        #expect(result.errors.contains("main.stal.max"))
    }

    // MARK: explain and operations

    @Test func `A workload is told in prose, with its operations and defaults`() async throws {
        let result = try await LabProcess("explain", "smoke", "--set", "roles.ui.page=7").run()
        #expect(result.code == 0, "\(result.errors)")
        let text = result.output.replacing("\n", with: " ")
        for words in [
            "Question. Does everything work", "The first 200 lines of Data/cities-10k.jsonl",
            "in batches of 50 lines, one every 30ms", "A page has 7 rows",
            "main.stall.max < 250ms", "import-batch", "store.checkpoint", "with the seed 20130429",
        ] {
            #expect(text.contains(words), "\(result.output)")
        }
        let unknown = try await LabProcess("explain", "siblngs").run()
        #expect(unknown.code == 2)
        #expect(unknown.errors.contains("did you mean “siblings”?"))
        let setting = try await LabProcess("explain", "siblings", "--seed", "1").run()
        #expect(setting.code == 2)
    }

    @Test func `The operations are those of a run, and a reader may leave early`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let printed = try await LabProcess("operations", "smoke", "--seed", "9").run()
        #expect(printed.code == 0)
        _ = try await run(
            "--topology", "siblings", "--seed", "9", "--set", "crash.kills=0", in: folder)
        #expect(try folder.text("report/operations.csv") == printed.output)

        var lab = LabProcess(
            "operations", "smoke", "--set", "roles.ui.arrivals=poisson 20000/s")
        lab.wrapper = ["/bin/bash", "-c", #""$0" "$@" | head -n 1; exit ${PIPESTATUS[0]}"#]
        let head = try await lab.run()
        #expect(head.code == 0, "\(head.errors)")
        #expect(head.errors.isEmpty)
        #expect(head.output.hasPrefix("index,phase,role,kind"))
        #expect(head.output.split(separator: "\n").count == 1)
    }
}
