import Foundation
import Testing

/// `lab simulate`, from the option to the files.
struct `A simulated run` {
    private func simulate(
        _ arguments: String..., into folder: TemporaryFolder, as name: String = "report"
    ) async throws -> LabProcess.Result {
        try await LabProcess(
            arguments: ["simulate", "--workload", "smoke", "--output", folder.file(name)]
                + ["--no-charts", "--quiet"] + arguments
        ).run()
    }

    @Test func `The same input makes the same files`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["first", "second"] {
            let result = try await simulate(
                "--topology", "siblings", "--topology", "private-writer",
                "--topology", "container-background", "--draws", "3", "--device", "iphone-8",
                into: folder, as: name)
            #expect(result.code == 0, "\(result.errors)")
        }
        for file in ["results.csv", "loss.csv", "stretches.csv", "operations.csv", "pairs.csv"] {
            let texts = try ["first", "second"].map { try folder.text("\($0)/\(file)") }
            #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(file)")
        }
        let rows = ResultsFile(try folder.text("first/results.csv")).rows
        #expect(Set(rows.map { $0["mode"] }) == ["simulated"])
        #expect(Set(rows.map { $0["device"] }) == ["iphone-8"])
        #expect(Set(rows.map { $0["build"] }) == ["any"])
        #expect(Set(rows.map { $0["repetition"] }) == ["", "1", "2", "3"])
        // One for the contexts of all background tasks, whatever addresses their queues had.
        let importing = rows.filter {
            $0["metric"] == "queue.cpu" && $0["role"] == "importer" && $0["phase"] == "import"
                && $0["topology"] == "container-background" && $0["repetition"] != ""
        }
        #expect(importing.count == 3 && Set(importing.map { $0["n"] }) == ["1"])
    }

    @Test func `Draws are other worlds, and a slower device takes longer`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "single-main", "--draws", "2", "--device", "iphone-15", "--device",
            "emmc-phone", into: folder)
        #expect(result.code == 0, "\(result.errors)")
        let busy = try ["iphone-15", "emmc-phone"].map { device in
            let rows = ResultsFile(try folder.text("report/\(device)/results.csv")).rows.filter {
                $0["metric"] == "main.busy" && $0["stat"] == "total" && $0["phase"] == "import"
            }
            return rows.filter { $0["repetition"] != "" }.compactMap { Double($0["value"]) }
        }
        try #require(busy.allSatisfy { $0.count == 2 })
        #expect(busy[0][0] != busy[0][1])
        #expect(busy[1][0] > 5 * busy[0][0], "\(busy)")
    }

    @Test func `A report says that nothing was measured, and what costs rest on`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "siblings", "--draws", "1", "--device", "iphone-8", "--core", "apple",
            into: folder)
        #expect(result.code == 0, "\(result.errors)")
        for text in [result.output, try folder.text("report/report.md")] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Simulated: iPhone 8 (2017), Apple’s core as estimated"))
            #expect(words.contains("No measured run of this device exists"))
            #expect(words.contains("time slices"))
            #expect(!words.contains("Linux, this core, this machine"))
        }
    }

    @Test(arguments: [
        (["--device", "iphone-9"], "did you mean “iphone-6”", Int32(2)),
        (["--device", "iphone-8", "--device", "iphone-8"], "is given twice", 2),
        (["--draws", "0"], "give a number from 1 to 1000", 2),
        (["--device", "nvme-plp", "--core", "apple"], "has no key “apple”", 2),
        (["--sweep", "device.synk=1ms,2ms"], "did you mean “device.sync”", 2),
        (["--sweep", "device.sync=1ms,-2ms"], "write a time, such as 2ms", 2),
        (["--sweep", "device.sync=1ms,1h"], "up to 10s", 2),
        (["--sweep", "device.processor=1,100000000000000000000"], "up to 1000", 2),
        (["--sweep", "device.cores=1,2.5"], "write a number of cores", 2),
        (["--sweep", "device.apple=2,3"], "add --core apple", 2),
        (["--sweep", "device=iphone-8,iphone-9"], "did you mean “iphone-6”", 2),
        (["--set", "device.sync=2ms"], "can be swept", 2),
        (["--uncertainty", "19"], "--uncertainty 19: give a number from 20 to 1000", 2),
        (["--uncertainty", "20", "--draws", "20"], "leave --draws out", 2),
        (["--uncertainty", "20", "--sweep", "device.sync=1ms,2ms"], "exclude", 2),
        (["--map", "device.sync=1ms,2ms"], "--map is given once: give it twice", 2),
        (
            ["--map", "device.sync=1ms,2ms", "--map", "device.cores=1,2", "--map", "batch=1,2"],
            "--map is given 3 times: give it twice", 2
        ),
        (["--map", "device.sync=1ms", "--map", "device.cores=1,2"], "--map device.sync=1ms: ", 2),
        (["--map", "device.sync=1ms,2ms", "--map", "device.sync=1ms,2ms"], "two keys", 2),
        (
            ["--map", "device.sync=1ms,2ms", "--map", "device.cores=1,2", "--sweep", "a=1,2"],
            "--map and --sweep exclude", 2
        ),
        (["--sweep", "device=m1,m2", "--device", "m1", "--device", "m2"], "exclude", 2),
        (["--sweep", "device=iphone-6,iphone-8", "--device", "mac-m1"], "exclude", 2),
        (["--uncertainty", "20", "--baseline", "last"], "exclude", 2),
        (["--sweep", "repetitions=2,4"], "as many as --draws says", 2),
        (
            ["--map", "flush=1s,2s", "--map", "device.sync=1ms,2ms", "--topology"]
                + ["private-writer:flush=3s"],
            "--map flush and --topology private-writer:flush=3s set the same", 2
        ),
        (
            ["--map", "topology.flush=1s,2s", "--map", "device.sync=1ms,2ms", "--topology"]
                + ["private-writer:flush=3s"],
            "--map topology.flush and --topology private-writer:flush=3s set the same", 2
        ),
        (["--map", "topology.flush=1s,2s", "--map", "flush=1s,2s"], "two keys", 2),
        (
            ["--map", "topology.flush=1s,2s", "--map", "device.sync=1ms,2ms", "--topology"]
                + ["siblings"],
            "--map topology.flush: no topology that runs has this field", 2
        ),
        (
            ["--map", "seed=1,2", "--map", "device.sync=1ms,2ms", "--seed", "3"],
            "--map seed and --seed set the same", 2
        ),
    ])
    func `A request that cannot be simulated is refused with the remedy`(
        arguments: [String], wanted: String, code: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            arguments: ["simulate", "--workload", "smoke", "--output", folder.file("report")]
                + arguments
        ).run()
        #expect(result.code == code)
        #expect(result.errors.contains(wanted), "\(result.errors)")
    }

    @Test func `A run is identical to itself, and a bound and another device fail the command`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let arguments = ["--topology", "private-writer", "--draws", "1"]
        func simulate(_ more: String..., as name: String) async throws -> LabProcess.Result {
            try await LabProcess(
                arguments: ["simulate", "--workload", "smoke", "--output", folder.file(name)]
                    + ["--no-charts", "--quiet"] + arguments + more
            ).run()
        }
        let first = try await simulate(as: "first")
        #expect(first.code == 0, "\(first.errors)")
        let same = try await simulate("--baseline", folder.file("first"), as: "same")
        #expect(same.code == 0, "\(same.output)")
        #expect(same.output.contains("Identical"), "\(same.output)")
        let more = try await simulate(
            "--baseline", folder.file("first"), "--fail-on", "work.statements<1", as: "more")
        #expect(more.code == 4, "\(more.output)")
        let other = try await simulate(
            "--baseline", folder.file("first"), "--device", "iphone-8", as: "other")
        #expect(other.code == 7)
        #expect(other.errors.contains("device is reference in the baseline"), "\(other.errors)")
        let two = try await simulate(
            "--baseline", folder.file("first"), "--device", "iphone-8", "--device", "nvme-plp",
            as: "two")
        #expect(two.code == 2)
        #expect(two.errors.contains("give one --device"))
    }

    @Test func `A part of a result and a device with other numbers are no baseline`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let library = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Workloads/Devices/iphone-8.yaml")
        let text = try String(contentsOf: library, encoding: .utf8)
        try #require(text.contains("value: 1.13"))
        try text.replacing("value: 1.13", with: "value: 1.2").write(
            toFile: folder.file("iphone-8.yaml"), atomically: true, encoding: .utf8)
        func simulate(_ more: String..., as name: String) async throws -> LabProcess.Result {
            try await LabProcess(
                arguments: ["simulate", "--workload", "smoke", "--output", folder.file(name)]
                    + ["--topology", "siblings", "--draws", "1", "--no-charts", "--quiet"] + more
            ).run()
        }
        let part = try await simulate("--device", "iphone-8", "--shard", "1/1", as: "part")
        #expect(part.code == 0, "\(part.errors)")
        let refused = try await simulate(
            "--device", "iphone-8", "--baseline", folder.file("part"), as: "refused")
        #expect(refused.code == 7)
        #expect(refused.errors.contains("is one part of a result"), "\(refused.errors)")
        let whole = try await simulate("--device", "iphone-8", as: "whole")
        #expect(whole.code == 0, "\(whole.errors)")
        let changed = try await simulate(
            "--device", folder.file("iphone-8.yaml"), "--baseline", folder.file("whole"),
            as: "changed")
        #expect(changed.code == 7, "\(changed.output)")
        #expect(changed.errors.contains("digest of iphone-8's numbers"), "\(changed.errors)")
    }

    @Test func `More work is found by one run of each arm`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await LabProcess(
            "selftest", "--simulate", "iphone-8", "--workload", "smoke", "--topology", "siblings",
            "--output", folder.file("selftest"), "--quiet"
        ).run()
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("found in 3 of 3"), "\(words)")
        for counter in ["work.statements", "work.objects_merged", "store.syncs"] {
            #expect(words.contains("1 × regressed, 5, \(counter)"), "\(words)")
        }
    }

    @Test func `A sweep over a number of the device says up to where a limit is kept`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--device", "iphone-8", "--topology", "single-main", "--topology", "siblings",
            "--draws", "1", "--sweep", "device.processor=1,100", "--limit",
            "main.stall.max<40ms", into: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("report/results.csv")).rows.filter {
            $0["metric"] == "main.stall" && $0["stat"] == "max" && $0["repetition"] == "1"
                && $0["phase"] == "import" && $0["topology"] == "single-main"
        }
        try #require(rows.count == 2, "\(rows)")
        let stalls = rows.compactMap { Double($0["value"]) }
        #expect(stalls[1] > 50 * stalls[0], "\(stalls)")
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("sweep of device.processor: 1 and 100"), "\(words)")
        #expect(words.contains("NOT by single-main at 100"), "\(words)")
        #expect(try folder.text("report/charts/sweep.gp").contains("device.processor"))
    }

    @Test func `A report says that wakes are not modelled unless they are swept`() async throws {
        let wakes = "the time until a thread wakes"
        for (sweep, isSwept) in [("device.wake=10us,50us", true), ("device.cores=1,2", false)] {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let result = try await simulate(
                "--device", "iphone-6", "--topology", "siblings", "--draws", "1", "--sweep",
                sweep, into: folder)
            #expect(result.code == 0, "\(result.errors)")
            let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Not modelled: "), "\(words)")
            #expect(words.contains(wakes) != isSwept, "\(words)")
        }
    }

    @Test func `A sweep over devices has all of them in one table`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "single-main", "--draws", "1", "--sweep", "device=iphone-15,emmc-phone",
            into: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("report/results.csv")).rows
        #expect(Set(rows.map { $0["device"] }) == ["iphone-15+emmc-phone"])
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("sweep of device: iphone-15 and emmc-phone"), "\(words)")
    }

    @Test func `A decision map has the best stack of each cell, in text, table and chart`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await simulate(
            "--topology", "single-main", "--topology", "siblings", "--device", "iphone-8",
            "--map", "device.processor=1,100", "--map", "roles.importer.batch=10,50",
            "--limit", "main.stall.max<40ms", into: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rows = ResultsFile(try folder.text("report/map.csv")).rows
        #expect(rows.count == 8)
        func row(_ processor: String, _ batch: String, _ topology: String) throws
            -> ResultsFile.Row
        {
            try #require(
                rows.first {
                    $0["value1"] == processor && $0["value2"] == batch
                        && $0["topology"] == topology
                })
        }
        #expect(try row("1", "10", "siblings")["best"] != "no")
        #expect(try row("1", "10", "single-main")["kept"] == "yes")
        #expect(try row("100", "50", "single-main")["kept"] == "no")
        #expect(try row("100", "50", "single-main")["best"] == "no")
        let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("A single-main, B siblings"), "\(words)")
        #expect(words.contains("of those that keep"), "\(words)")
        #expect(try folder.text("report/report.md").contains("## The map"))
        #expect(try folder.text("report/charts/map.gp").contains("roles.importer.batch"))
    }

    @Test(arguments: [["--draws", "2"], ["--uncertainty", "20"]])
    func `Three parts become what one machine writes`(draws: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let arguments = [
            "simulate", "--workload", "smoke", "--set", "roles.importer.take=40", "--topology",
            "siblings", "--topology", "single-main", "--device", "iphone-8", "--no-charts",
            "--quiet",
        ]
        func lab(_ more: [String], _ name: String) async throws -> LabProcess.Result {
            try await LabProcess(
                arguments: arguments + draws + more + ["--output", folder.file(name)]
            ).run()
        }
        let one = try await lab([], "one")
        #expect(one.code == 0, "\(one.errors)")
        if draws[0] == "--uncertainty" { try Self.checkSureness(one.output, folder) }
        var parts: [String] = []
        for number in 1...3 {
            let part = try await lab(["--shard", "\(number)/3"], "part-\(number)")
            #expect(part.code == 0, "\(part.errors)")
            parts.append(folder.file("part-\(number)"))
        }
        func merge(_ parts: [String]) async throws -> LabProcess.Result {
            try await LabProcess(
                arguments: ["merge"] + parts + ["--no-charts", "--output", folder.file("merged")]
            ).run()
        }
        // In another order than their numbers'.
        let merged = try await merge([parts[2], parts[0], parts[1]])
        #expect(merged.code == 0, "\(merged.errors)")
        let files = ["results.csv", "stretches.csv", "loss.csv", "operations.csv", "pairs.csv"]
        for file in files + (draws[0] == "--draws" ? [] : ["orders.csv", "effects.csv"]) {
            let texts = try ["one", "merged"].map { try folder.text("\($0)/\(file)") }
            #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(file)")
        }
        let missing = try await merge([parts[0], parts[2]])
        #expect(missing.code == 7)
        #expect(missing.errors.contains("2/3 is missing"), "\(missing.errors)")
        let twice = try await merge([parts[0], parts[0], parts[2]])
        #expect(twice.code == 2)
    }

    // shard 1/2: siblings, single-main     shard 2/2: the other way round
    @Test func `Parts of other topologies, or of nothing, are not merged`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let topologies = ["siblings", "single-main"]
        for (number, names) in [(1, topologies), (2, topologies.reversed())] {
            let part = try await simulate(
                "--draws", "2", "--shard", "\(number)/2", "--topology", names[0], "--topology",
                names[1], into: folder, as: "part-\(number)")
            #expect(part.code == 0, "\(part.errors)")
        }
        func merge(_ words: String...) async throws -> LabProcess.Result {
            try await LabProcess(
                arguments: ["merge"] + words + ["--output", folder.file("merged")]
            ).run()
        }
        let other = try await merge(folder.file("part-1"), folder.file("part-2"))
        #expect(other.code == 7)
        #expect(other.errors.contains("is no part of the result that"), "\(other.errors)")
        let nothing = try await merge(folder.file("prat-1"), folder.file("part-2"))
        #expect(nothing.code == 2)
        #expect(nothing.errors.contains("holds no part of a suite"), "\(nothing.errors)")
    }

    @Test func `A merge judges the workload's gates, and writes where one machine writes`()
        async throws
    {
        let copy = try WorkloadCopy()
        let folder = copy.folder
        defer { folder.remove() }
        try copy.replace(
            "limits:", by: "gates: { main.stall.max: < 1us }\nlimits:", in: "smoke.yaml")
        func lab(_ words: [String]) async throws -> LabProcess.Result {
            var lab = LabProcess(arguments: words + ["--no-charts"])
            lab.folder = folder.path
            return try await lab.run()
        }
        let simulate = [
            "simulate", "--workload", copy.workload, "--topology", "siblings", "--draws", "2",
            "--device", "iphone-8", "--sweep", "device.sync=1ms,2ms", "--quiet",
        ]
        for number in 1...2 {
            let part = try await lab(
                simulate + ["--shard", "\(number)/2", "--output", "part-\(number)"])
            #expect(part.code == 0, "\(part.errors)")
        }
        let merged = try await lab(["merge", "part-1", "part-2"])
        let one = try await lab(simulate + ["--output", "one"])
        #expect(one.code == 4 && merged.code == 4, "\(one.errors) \(merged.errors)")
        #expect(
            try folder.text("one/results.csv")
                == folder.text("Reports/smoke-iphone-8-sweep/results.csv"))
    }

    @Test func `Parts on several devices are merged device by device`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for number in 1...2 {
            let part = try await LabProcess(arguments: [
                "simulate", "--workload", "smoke", "--topology", "siblings", "--device",
                "iphone-8", "--device", "emmc-phone", "--draws", "2", "--no-charts", "--quiet",
                "--shard", "\(number)/2", "--output", folder.file("part-\(number)"),
            ]).run()
            #expect(part.code == 0, "\(part.errors)")
        }
        func merge(_ parts: [String]) async throws -> LabProcess.Result {
            var lab = LabProcess(
                arguments: ["merge"] + parts + ["--no-charts", "--output", "merged"])
            lab.folder = folder.path
            return try await lab.run()
        }
        let together = try await merge(["part-1", "part-2"])
        #expect(together.code == 2)
        #expect(
            together.errors.contains(
                "part-1 has a part for each of emmc-phone and iphone-8: merge those of one device, "
                    + "as lab merge part-1/emmc-phone part-2/emmc-phone"), "\(together.errors)")
        let alone = try await merge(["part-1/iphone-8", "part-2/iphone-8"])
        #expect(alone.code == 0, "\(alone.errors)")
    }

    /// The words on how sure an order is, and the effect of each cost alone.
    private static func checkSureness(_ output: String, _ folder: TemporaryFolder) throws {
        let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("In 20 draws all"), "\(words)")
        #expect(words.contains("siblings waits least (main.delay.p99): before single-main in"))
        #expect(!(try folder.text("one/charts/tornado.dat")).isEmpty)
        let effects = ResultsFile(try folder.text("one/effects.csv")).rows.filter {
            $0["factor"] == "work.rows_bound" && $0["metric"] == "main.busy"
        }
        let busy = try #require(effects.first { $0["topology"] == "single-main" })
        let values = ["value_low", "value", "value_high"].compactMap { Double(busy[$0]) }
        #expect(values.count == 3 && values == values.sorted() && values[0] < values[2])
    }

    @Test func `A fleet's sessions are the runs of its devices, weighted`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: Two phones
            about: "Assumed."
            devices:
              - { device: iphone-15, share: 0.5 }
              - { device: emmc-phone, share: 0.5 }
            sessions:
              - { workload: smoke, set: { roles.importer.take: 40 }, share: 1, kills: 0.5,
                  power-losses: 0.5 }

            """, to: "two.yaml")
        var tables: [String] = []
        for _ in 1...2 {
            let result = try await LabProcess(
                "simulate", "--fleet", folder.file("two.yaml"), "--sessions", "1000", "--draws",
                // Of the ninth draw no record is kept.
                "9", "--topology", "single-main", "--topology", "siblings", "--output",
                folder.file("report"), "--quiet"
            ).run()
            #expect(result.code == 0, "\(result.errors)")
            tables.append(try folder.text("report/fleet.csv"))
        }
        #expect(tables[0] == tables[1])
        let rows = ResultsFile(tables[0]).rows
        func delay(_ topology: String, _ device: String) throws -> Double {
            try #require(
                rows.first {
                    $0["topology"] == topology && $0["device"] == device
                        && $0["statistic"] == "delay_p99.p99"
                }
            ).value
        }
        #expect(
            Set(rows.map { $0["statistic"] }).isSuperset(of: ["lost_by_kill", "lost_by_power"]))
        // The slow phone's half of the sessions holds the worst hundredth.
        #expect(try delay("single-main", "") == delay("single-main", "emmc-phone"))
        #expect(try delay("single-main", "emmc-phone") > 2 * delay("single-main", "iphone-15"))
        let page = try folder.text("report/report.md")
        #expect(page.contains("50 % of sessions on emmc-phone"))
        let wrong = try await LabProcess(
            "simulate", "--fleet", folder.file("two.yaml"), "--workload", "smoke"
        ).run()
        #expect(wrong.code == 2 && wrong.errors.contains("--fleet and --workload exclude"))
        let hidden = try await LabProcess(
            "simulate", "--fleet", folder.file("two.yaml"), "--set", "roles.importer.take=20"
        ).run()
        #expect(hidden.code == 2 && hidden.errors.contains("--fleet and --set exclude"))
    }

    @Test func `A fleet loses and waits as its runs do over all phases`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(
            """
            schema: 1
            title: One phone
            about: "Assumed."
            devices:
              - { device: iphone-15, share: 1 }
            sessions:
              - { workload: smoke, share: 1, kills: 0, power-losses: 1 }

            """, to: "one.yaml")
        let run = ["--draws", "1", "--topology", "siblings", "--quiet"]
        var lab = LabProcess()
        lab.arguments =
            ["simulate", "--fleet", folder.file("one.yaml"), "--sessions", "10"]
            + ["--output", folder.file("fleet")] + run
        let fleet = try await lab.run()
        #expect(fleet.code == 0, "\(fleet.errors)")
        lab.arguments =
            ["simulate", "--workload", "smoke", "--device", "iphone-15", "--no-charts"]
            + ["--output", folder.file("single")] + run
        let single = try await lab.run()
        #expect(single.code == 0, "\(single.errors)")
        let rows = ResultsFile(try folder.text("fleet/fleet.csv")).rows
        func value(_ statistic: String) throws -> Double {
            try #require(rows.first { $0["statistic"] == statistic }).value
        }
        let figures = ResultsFile(try folder.text("single/results.csv"))
        func figure(_ name: String, _ phase: String) throws -> Double {
            try #require(figures.value(name, "siblings", phase))
        }
        let lost = try value("lost_by_power") / 1000
        #expect(abs(lost - (try figure("loss.power.exposure", "all"))) < 0.01)
        #expect(abs(lost - (try figure("loss.power.exposure", "import"))) > 1)
        #expect(try value("delay_p99.p50") == figure("main.delay.p99", "all"))
    }

    @Test func `A device to fill in is a device already, and never written over another file`()
        async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.file("mine.yaml")
        let written = try await LabProcess("new", "--device", file).run()
        #expect(written.code == 0, "\(written.errors)")
        let lint = try await LabProcess("lint", file).run()
        #expect(lint.code == 0 && lint.output.contains("device mine"), "\(lint.errors)")
        let again = try await LabProcess("new", "--device", file).run()
        #expect(again.code == 2 && again.errors.contains("is there already"))
        let both = try await LabProcess("new", "--device", file, "--model", "M").run()
        #expect(both.code == 2 && both.errors.contains("give --model"))
        let list = try await LabProcess("list", "--devices").run()
        #expect(list.output.contains("iphone-8") && !list.output.contains("child-of-main"))
    }
}
