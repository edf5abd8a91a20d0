import Documents
import Execution
import Foundation
import Results
import Simulation
import Statistics
import Testing

/// From measured times to the costs of a device.
@Suite struct CalibrationTests {
    private static func observation(
        _ amounts: [Work: Double], busy: Double, variant: String = "siblings"
    ) -> CostObservation {
        CostObservation(
            workload: "made-up", variant: variant, phase: "import", busyNanoseconds: busy,
            amounts: amounts)
    }

    /// Times that these costs make, in nanoseconds: an insert 2,000, a request 9,000, a row 100.
    private static let observations = [
        [100.0, 3, 0], [10, 40, 2_000], [1, 90, 50], [500, 500, 10_000], [0, 7, 900],
    ].map { amounts in
        observation(
            [
                .objectsInserted: amounts[0], .storeRequests: amounts[1],
                .objectsFetched: 2 * amounts[1], .rowsStepped: amounts[2], .faultsFired: 0,
            ], busy: 2_000 * amounts[0] + 9_000 * amounts[1] + 100 * amounts[2])
    }

    private static func calibration(_ fit: CostFit) -> Device.Calibration {
        Device.Calibration(
            machine: "a \"machine\"", commit: "0123456789abcdef", sqlite: "3.46.1",
            date: "2026-11-23", costs: fit.rounded, together: fit.together,
            errors: .init(fitted: 0.1234, heldOut: 0.5))
    }

    @Test func `The costs that made the times come out, those of kinds that go together as one`() {
        let fit = CostFit(Self.observations)
        #expect(fit.rounded[.objectsInserted] == 2_000)
        #expect(fit.rounded[.storeRequests] == 9_000)
        #expect(fit.rounded[.rowsStepped] == 100)
        #expect(fit.together == [.objectsFetched: .storeRequests])
        #expect(fit.absent.contains(.faultsFired) && fit.absent.contains(.objectsMerged))
        #expect(fit.costs.count == 3)
    }

    @Test func `What was fitted predicts its times, and a kind that was never seen has a cost`()
        throws
    {
        let calibration = Self.calibration(CostFit(Self.observations))
        let error = try #require(PredictionError(of: Self.observations, by: calibration))
        #expect(error.count == 5 && error.meanAbsolute < 1e-6)
        #expect(calibration.nanoseconds(of: .objectsFetched) == 0)
        #expect(calibration.nanoseconds(of: .statements) == 0)
        #expect(calibration.nanoseconds(of: .valuesSet) == 0)
        #expect(
            calibration.nanoseconds(of: .objectsMerged) == UnitCosts.reference[.objectsMerged])
        #expect(calibration.absent.contains(.objectsMerged))
    }

    @Test func `What goes together is told apart by its causes`() throws {
        // Decoded, inserted and saved alike: 14, 3 and 4 µs.
        let rows = [50.0, 500].map { count in
            var row = Self.observation(
                [.linesDecoded: count, .objectsInserted: count, .rowsBound: count],
                busy: 21_000 * count)
            row.causes = [.decode: 14.0 / 21, .execute: 3.0 / 21, .save: 4.0 / 21]
            return row
        }
        #expect(CostFit(rows).rounded[.linesDecoded] == 14_000)
        #expect(CostFit(rows).rounded[.objectsInserted] == 3_000)
        #expect(CostFit(rows).rounded[.rowsBound] == 4_000)
    }

    @Test func `A phase counts as much as another, however long it is`() throws {
        let rows = [1.0, 1_000].map { Self.observation([.rowsStepped: $0 * 10], busy: $0 * 1e6) }
        let odd = Self.observation([.rowsStepped: 5], busy: 1e6)
        let costs = CostFit(rows + [odd]).costs
        // Of 100 µs twice and 200 µs once: too dear by 20 % twice, too cheap by 40 % once.
        #expect(abs(try #require(costs[.rowsStepped]) - 120_000) < 1)
    }

    @Test func `Only phases that were busy for a millisecond are observed, each by itself`() {
        var topology = TopologyResult(topology: "siblings", variant: "siblings", promise: "")
        let inserted = Metric.mainWork[.objectsInserted]![.total]
        for (phase, busy) in [("idle", 0.9), ("import", 20), ("settle", 1), ("all", 21.9)] {
            topology.summary += [
                Figure(Metric.mainBusy[.total], busy, phase: phase, role: "", count: 6),
                Figure(inserted, busy * 10, phase: phase, role: "", count: 6),
            ]
        }
        let observed = CostObservation.observations(of: topology, workload: "made-up")
        #expect(observed.map(\.phase) == ["import", "settle"])
        #expect(observed.map(\.busyNanoseconds) == [20e6, 1e6])
        #expect(observed.map { $0.amounts[.objectsInserted] } == [200, 10])
        topology.failure = RunFailure(kind: .stuck, message: "it stands")
        #expect(CostObservation.observations(of: topology, workload: "made-up").isEmpty)
    }

    @Test func `About half of the pairs are held out, and always the same`() {
        let parts = (0..<400).map { CalibrationPart(workload: "w\($0 % 20)", variant: "t\($0)") }
        let heldOut = parts.count { $0 == .heldOut }
        #expect((160...240).contains(heldOut), "\(heldOut)")
        // The hash of “smoke” and “siblings”, a line each, ends with a.
        #expect(CalibrationPart(workload: "smoke", variant: "siblings") == .fitted)
        #expect(CalibrationPart(workload: "smoke", variant: "child-of-main") == .heldOut)
    }

    // MARK: Syncs

    private static let syncs = SyncTimes(
        small: (1...1_000).map { $0 == 1_000 ? 90_000_000 : $0 > 980 ? 8_000_000 : 1_004_000 },
        smallBytes: 4 << 10,
        large: [Int64](repeating: 1_256_000, count: 30), largeBytes: 256 << 10)

    @Test func `A sync has a price of its own and one for each KiB, and a tail`() {
        #expect(Self.syncs.kibibyte.value == 1_000)
        #expect(Self.syncs.base.value == 1_000_000)
        #expect(Self.syncs.base.mark == .measured)
        let tail = Self.syncs.tail(named: "here")
        #expect(tail.points.map(\.name) == ["p90", "p99", "p99.9"])
        let multiples = tail.points.map { ($0.multiple.value * 1.004).rounded() }
        #expect(multiples == [1, 8, 8])
        #expect((tail.cap.value * 1.004).rounded() == 90)
    }

    // Two parts of twenty in spells of 3 and 5 times the usual; single slow syncs in all.
    @Test func `A spell in which the disk is slow is left out of the tail, a slow sync is not`()
        throws
    {
        let parts = (0..<20).map { number in
            let usual: Int64 = number == 7 ? 3_000_000 : number == 9 ? 5_000_000 : 1_000_000
            return SyncKernel.Series.Part(
                small: (0..<50).map { $0 == 25 ? 9_000_000 : usual }, large: [2_000_000])
        }
        let times = SyncTimes(SyncKernel.Series(parts: parts))
        let tail = times.tail(named: "here")
        // p99.9 takes a thousand.
        #expect(tail.points.map(\.name) == ["p90", "p99"])
        #expect(tail.points.map { $0.multiple.value.rounded() } == [1, 9])
        let source = try #require(tail.points.first).multiple.source
        #expect(
            source == "950 appends of 4 KiB, each synced, without a part in which the disk was slow"
        )
    }

    @Test func `Syncs of a file are timed, and the file is gone`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "syncs-\(UUID().uuidString)").path
        var series = SyncKernel.Series()
        var shares: [Double] = []
        let isDone = try SyncKernel(at: path).run(into: &series) {
            shares.append($0)
            return true
        }
        #expect(isDone)
        #expect(SyncTimes(series).tail(named: "here").cap.value >= 1)
        #expect(shares.first == 0 && shares == shares.sorted() && shares.count > 40)
        #expect(try !SyncKernel(at: path).run(into: &series) { _ in false })
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(throws: DeviceError.self) {
            try SyncKernel(at: "/nosuch/folder/file").run(into: &series) { _ in true }
        }
    }

    @Test func `Syncs in parts are together as many as in one`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "syncs-\(UUID().uuidString)").path
        let kernel = SyncKernel(at: path, parts: 13)
        var series = SyncKernel.Series()
        for part in 0..<13 {
            let before = series.small.count + series.large.count
            #expect(try kernel.run(part, into: &series) { _ in true })
            #expect((78...80).contains(series.small.count + series.large.count - before))
        }
        #expect(series.small.count == 1_000)
        #expect(series.large.count == 30)
    }

    @Test func `What a freed KiB takes follows from small and large files`() throws {
        let times = FreeingKernel.Times(
            small: [260_000, 264_000, 900_000], large: [4_296_000, 4_100_000, 9_000_000])
        let numbers = FreeingKernel.numbers(of: times)
        #expect(numbers.kibibyte.value == 1_000)
        #expect(numbers.call.value == 200_000)
        #expect(numbers.call.mark == .measured)
        let free = FreeingKernel.Times(small: [9_000], large: [8_000])
        #expect(FreeingKernel.numbers(of: free).kibibyte.value == 0)
    }

    @Test func `Files that are cut are timed, and gone`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "cuts-\(UUID().uuidString)").path
        let kernel = FreeingKernel(at: path)
        var times = FreeingKernel.Times()
        try kernel.run(3, into: &times)
        #expect(times.small.count == 3 && times.large.count == 3)
        #expect((times.small + times.large).allSatisfy { $0 >= 0 })
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(throws: DeviceError.self) {
            try FreeingKernel(at: "/nosuch/folder/file").run(1, into: &times)
        }
    }

    @Test func `Wakes take time, each of them`() {
        let times = WakeKernel().times(5)
        #expect(times.count == 5)
        #expect(times.allSatisfy { $0 > 0 })
    }

    @Test func `A draw's first chance is its own, and others differ`() {
        let seeds = (1...3).map { SimulationRun.seed(ofChance: $0, from: 7) }
        #expect(seeds[0] == 7)
        #expect(Set(seeds).count == 3)
    }

    // MARK: The device

    private static let host = Results.Host(
        system: "Linux", processor: "A processor", cores: 2, memoryBytes: 1, sqlite: "3.46.1",
        fileSystem: "ext4")

    private static func device() -> Device {
        Device(
            calibratedBy: CostFit(observations), syncs,
            freeing: FreeingKernel.numbers(of: FreeingKernel.Times(small: [9], large: [9])),
            wake: WakeKernel.number(of: [3, 1, 2]), on: host, commit: "0123456789abcdef",
            at: "2026-11-23T09:17:12Z", observations: observations, name: "here")
    }

    @Test func `A device that was written is the same when it is read, its tail beside it`() throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "devices-\(UUID().uuidString)")
        let tails = folder.appending(path: "Tails")
        try FileManager.default.createDirectory(at: tails, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = Self.device()
        let writer = DeviceWriter(device)
        let file = folder.appending(path: "here.yaml")
        try Data(writer.text.utf8).write(to: file)
        try Data(writer.tailText.utf8).write(to: tails.appending(path: "here.yaml"))
        let read = try DeviceLibrary(beside: []).device(file.path)
        #expect(DeviceWriter(read).text == writer.text)
        #expect(DeviceWriter(read).tailText == writer.tailText)
        #expect(read.calibration?.costs == device.calibration?.costs)
        #expect(read.calibration?.together == [.objectsFetched: .storeRequests])
        #expect(read.calibration?.date == "2026-11-23")
        #expect(read.syncs == device.syncs && read.isMeasured)
        #expect(read.wake == device.wake && read.wake?.value == 2)
        #expect(read.freeing == device.freeing && read.freeing?.call.value == 9)
    }

    @Test func `Fitted costs stand in the reference's place, and calls but syncs are free`() {
        let costs = Self.device().costs(core: .lab)
        #expect(costs[.objectsInserted] == 2_000)
        #expect(costs[.statements] == 0)
        #expect(costs[.objectsMerged] == UnitCosts.reference[.objectsMerged])
        #expect(costs.nanoseconds(of: .write, bytes: 1 << 20) == 0)
        #expect(costs.nanoseconds(of: .open, bytes: 0) == 0)
        #expect(costs.nanoseconds(of: .sync, bytes: 4_096) == 1_004_000)
    }

    @Test func `A calibrated device is explained with its costs and its error`() {
        let text = DeviceExplanation(Self.device()).paragraphs.joined(separator: "\n")
        #expect(text.contains("objects_inserted  2 µs"), "\(text)")
        #expect(text.contains("part of store_requests"))
        #expect(text.contains("off by 0 %"))
        #expect(text.contains("Never seen"))
        #expect(text.contains("A sleeping thread goes on 2 ns after"))
    }

    private static let calibrated =
        DeviceFile.whole + """

            calibrated:
              machine: "a machine"
              commit: "0123"
              sqlite: "3.46.1"
              date: "2026-11-23"
              errors: { fitted: 0.1, held-out: 0.2 }
              costs: { objects_inserted: 2us, store_requests: 9us }
              together: { statements: store_requests }
            """

    @Test func `The costs of a file are scaled by its processor`() throws {
        let device = try DeviceFile.device(Self.calibrated)
        #expect(device.costs(core: .lab)[.objectsInserted] == 4_000)
        #expect(device.calibration?.errors?.heldOut == 0.2)
    }

    @Test(arguments: [
        ("objects_inserted: 2us", "objects_insertd: 2us", "did you mean “objects_inserted”"),
        ("objects_inserted: 2us", "objects_inserted: 2", "“2”"),
        ("objects_inserted: 2us", "objects_inserted: -2us", "zero or more"),
        ("objects_inserted: 2us", "values_set: 2us", "unknown kind of work “values_set”"),
        ("statements: store_requests", "statements: requests", "unknown kind of work “requests”"),
        ("commit: \"0123\"", "comit: \"0123\"", "the key “commit” is missing"),
        ("fitted: 0.1", "fited: 0.1", "the key “fitted” is missing"),
    ])
    func `A mistake in the costs is found, with its place`(
        text: String, replacement: String, wanted: String
    ) throws {
        try #require(Self.calibrated.contains(text))
        do {
            _ = try DeviceFile.device(Self.calibrated.replacing(text, with: replacement))
            Issue.record("no error")
        } catch {
            let message = "\(error)"
            #expect(message.contains(wanted), "\(message)")
            #expect(message.contains(/phone\.yaml:\d+/), "\(message)")
        }
    }
}
