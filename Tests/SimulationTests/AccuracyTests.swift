import Execution
import Results
import Simulation
import Testing

/// The error of a simulation, by figures that are given.
@Suite struct AccuracyTests {
    private static let busy = Metric.mainBusy[.total]
    private static let variants = ["siblings", "single-main", "private-writer", "child-of-main"]

    /// Topologies whose n-th repetition has the median of each, a little more or less.
    private static func measured(
        _ medians: [Double], repetitions: Int = 12, loss: [[Double]] = []
    ) -> [TopologyResult] {
        medians.enumerated().map { index, median in
            var topology = TopologyResult(
                topology: variants[index], variant: variants[index], promise: "")
            topology.repetitions = (1...repetitions).map { number in
                let noise = 1 + 0.004 * Double((number + index) % 3 - 1)
                var figures = [
                    Figure(busy, median * noise, phase: "import", role: "", count: 1)
                ]
                if index < loss.count {
                    figures.append(
                        Figure(
                            Metric.lossKill[.max], loss[index][number % loss[index].count],
                            phase: "import", role: "", count: 1))
                }
                return RepetitionResult(
                    record: RunRecord(
                        topology: variants[index], variant: variants[index], repetition: number,
                        build: "debug"),
                    figures: figures)
            }
            topology.summary = [Figure(busy, median, phase: "import", role: "", count: 12)]
            return topology
        }
    }

    private static func simulated(_ values: [Double], loss: [Double] = []) -> [TopologyResult] {
        values.enumerated().map { index, value in
            var topology = TopologyResult(
                topology: variants[index], variant: variants[index], promise: "")
            topology.summary = [Figure(busy, value, phase: "import", role: "", count: 1)]
            if index < loss.count {
                topology.summary.append(
                    Figure(
                        Metric.lossKill[.max], loss[index], phase: "import", role: "", count: 1))
            }
            topology.repetitions = [
                RepetitionResult(
                    record: RunRecord(
                        topology: variants[index], variant: variants[index], repetition: 1,
                        build: "any"),
                    figures: topology.summary)
            ]
            return topology
        }
    }

    private static func accuracy(
        _ measured: [TopologyResult], _ simulated: [TopologyResult]
    ) -> Accuracy {
        Accuracy(of: [
            AccuracyCase(
                workload: "made-up", headlinePhase: "import", measured: measured,
                simulated: simulated)
        ])
    }

    @Test func `A simulation that has every figure has no error, and every pair in order`() throws {
        let medians = [10.0, 40, 20, 80]
        let accuracy = Self.accuracy(Self.measured(medians), Self.simulated(medians))
        let row = try #require(accuracy.row(Self.busy, .all))
        #expect(row.told == 6 && row.inOrder == 6 && row.share == 1)
        #expect(row.error?.meanAbsolute == 0 && row.error?.count == 4)
        #expect(try #require(row.rho) > 0.99)
        let halves = try #require(accuracy.row(Self.busy, .machineHalves))
        #expect(try #require(halves.error).meanAbsolute < 0.01 && halves.inOrder == 6)
    }

    // single-main and child-of-main change places: one pair of six.
    @Test func `A wrong order is counted, and the error has the sign of what is missed`() throws {
        let accuracy = Self.accuracy(
            Self.measured([10, 40, 20, 80]), Self.simulated([5, 20, 10, 15]))
        let row = try #require(accuracy.row(Self.busy, .all))
        #expect(row.told == 6 && row.inOrder == 5)
        let error = try #require(row.error)
        #expect(abs(error.meanAbsolute - (0.5 * 3 + 65.0 / 80) / 4) < 1e-9)
        #expect(abs(error.bias + error.meanAbsolute) < 1e-9)
    }

    @Test func `Topologies that are not told apart have no order to get wrong`() throws {
        let accuracy = Self.accuracy(
            Self.measured([10, 10.001, 20]), Self.simulated([11, 10, 20]))
        let row = try #require(accuracy.row(Self.busy, .all))
        #expect(row.told == 2 && row.inOrder == 2)
    }

    @Test func `Without a model a figure is that of another topology`() throws {
        let accuracy = Self.accuracy(Self.measured([10, 20]), Self.simulated([10, 20]))
        let row = try #require(accuracy.row(Self.busy, .otherTopology))
        #expect(row.told == 1 && row.inOrder == 0)
        #expect(row.error?.meanAbsolute == 0.75)
    }

    /// Topologies of which each has counted so many pieces of work, half of them on main.
    private static func withWork(
        _ topologies: [TopologyResult], _ pieces: [Double]
    ) -> [TopologyResult] {
        zip(topologies, pieces).map { topology, pieces in
            var topology = topology
            for (family, kind) in [
                (Metric.work, Work.savesBegun), (Metric.work, .rowsBound),
                (Metric.mainWork, .rowsBound),
            ] {
                topology.summary.append(
                    Figure(
                        family[kind]![.total], pieces / 2, phase: "import", role: "", count: 1))
            }
            // Of another phase: none of the import's.
            topology.summary.append(
                Figure(
                    Metric.mainWork[.savesBegun]![.total], 1000, phase: PhaseName.all, role: "",
                    count: 1))
            return topology
        }
    }

    // Of the four, siblings are fitted to: 10 ms for 5 pieces.
    @Test func `Counts alone are the work of all kinds times one factor of the fitted pairs`()
        throws
    {
        let medians = [10.0, 40, 20, 80]
        let measured = Self.withWork(Self.measured(medians), [10, 20, 80, 80])
        let accuracy = Self.accuracy(measured, Self.simulated(medians))
        let fitted = accuracy.values.filter { $0.part == .fitted }.map(\.variant)
        #expect(fitted == ["siblings"])
        #expect(accuracy.values.map(\.work) == [5, 10, 40, 40])
        #expect(accuracy.values.map(\.counted) == [10, 20, 80, 80])
        let row = try #require(accuracy.row(Self.busy, .countsAlone))
        #expect(row.told == 6 && row.inOrder == 4)
        #expect(row.error?.meanAbsolute == (0.5 + 3) / 4)
    }

    @Test func `Without counted work nothing is said of it`() throws {
        let accuracy = Self.accuracy(Self.measured([10, 20]), Self.simulated([10, 20]))
        let row = try #require(accuracy.row(Self.busy, .countsAlone))
        #expect(row.told == 0 && row.error == nil)
    }

    @Test func `Parts are held out or fitted, and a pair of both is in neither`() throws {
        let medians = [10.0, 40, 20, 80]
        let accuracy = Self.accuracy(Self.measured(medians), Self.simulated(medians))
        let rows = [Accuracy.Subject.heldOut, .fitted].map { accuracy.row(Self.busy, $0) }
        let counts = rows.map { $0?.error?.count ?? 0 }
        #expect(counts.reduce(0, +) == 4)
        for (row, count) in zip(rows, counts) { #expect(row?.told == count * (count - 1) / 2) }
    }

    @Test func `A figure below a millisecond has an order and no error`() throws {
        let accuracy = Self.accuracy(Self.measured([0.1, 40]), Self.simulated([0.9, 40]))
        let row = try #require(accuracy.row(Self.busy, .all))
        #expect(row.told == 1 && row.inOrder == 1 && row.error?.count == 1)
        #expect(accuracy.values.map(\.error) == [nil, 0])
    }

    @Test func `A loss that every repetition repeats is to be the same, one that varies is not`() {
        let accuracy = Self.accuracy(
            Self.measured([10, 20, 30], loss: [[0], [7], [3, 4]]),
            Self.simulated([10, 20, 30], loss: [0, 8, 3]))
        #expect(accuracy.losses.map(\.variant) == ["siblings", "single-main"])
        #expect(accuracy.losses.map(\.isSame) == [true, false])
    }

    private static let delay = Metric.mainDelay[.p99]

    /// The same topologies, with a delay of their busy time's length beside it.
    private static func withDelays(_ topologies: [TopologyResult]) -> [TopologyResult] {
        topologies.map { topology in
            var topology = topology
            func delayed(_ figures: [Figure]) -> [Figure] {
                figures + [Figure(delay, figures[0].value, phase: "import", role: "", count: 1)]
            }
            topology.summary = delayed(topology.summary)
            for index in topology.repetitions.indices {
                topology.repetitions[index].figures = delayed(topology.repetitions[index].figures)
            }
            return topology
        }
    }

    // 10 against 20 ms; the others are right.
    @Test func `A delay of a main queue that is simulated as saturated has an order and no error`()
        throws
    {
        let measured = Self.withDelays(Self.measured([10, 40, 80]))
        var simulated = Self.withDelays(Self.simulated([20, 40, 80]))
        func row() throws -> Accuracy.Row {
            try #require(Self.accuracy(measured, simulated).row(Self.delay, .all))
        }
        #expect(try row().error?.meanAbsolute == 1.0 / 3)
        // 20 ms are a tenth of the phase.
        simulated[0].summary += [
            Figure(Metric.mainBusy[.share], 10, phase: "import", role: "", count: 1),
            Figure(Metric.mainStall[.max], 99, phase: "import", role: "", count: 1),
        ]
        #expect(try row().error?.count == 3)
        simulated[0].summary[3] = Figure(
            Metric.mainStall[.max], 100, phase: "import", role: "", count: 1)
        #expect(try row().error?.meanAbsolute == 0)
        #expect(try row().error?.count == 2)
        #expect(try row().inOrder == 3)
        let accuracy = Self.accuracy(measured, simulated)
        #expect(
            accuracy.values(of: Self.delay, inDoubt: .saturated).map(\.variant) == ["siblings"])
        #expect(accuracy.row(Self.busy, .all)?.error?.count == 3)
    }

    @Test func `A delay of which the machine disturbed every repetition has no error`() throws {
        var measured = Self.withDelays(Self.measured([10, 40]))
        let simulated = Self.withDelays(Self.simulated([20, 40]))
        for index in measured[0].repetitions.indices.dropLast() {
            measured[0].repetitions[index].mark = .disturbed
        }
        let accuracy = Self.accuracy(measured, simulated)
        #expect(accuracy.row(Self.delay, .all)?.error?.meanAbsolute == 0.5)
        measured[0].repetitions[11].mark = .disturbed
        let disturbed = Self.accuracy(measured, simulated)
        #expect(disturbed.row(Self.delay, .all)?.error?.meanAbsolute == 0)
        #expect(disturbed.row(Self.busy, .all)?.error?.meanAbsolute == 0.5)
        #expect(
            disturbed.values(of: Self.delay, inDoubt: .disturbed).map(\.variant) == ["siblings"])
    }

    // The operations of odd repetitions lose other edits than those of even ones.
    @Test(arguments: [("3", 4.0, true), ("3", 5, false), ("another", 4, nil)])
    func `A loss is compared where the same operations were simulated`(
        operations: String, simulated: Double, isSame: Bool?
    ) throws {
        var measured = Self.measured([10, 20], loss: [[0], [4, 3]])
        for topology in measured.indices {
            for index in measured[topology].repetitions.indices {
                let number = measured[topology].repetitions[index].record.repetition
                measured[topology].repetitions[index].record.executedDigest =
                    number % 2 == 1 ? "3" : "4"
            }
        }
        var draws = Self.simulated([10, 20], loss: [0, 3])
        for (topology, other) in Self.simulated([10, 20], loss: [0, simulated]).enumerated() {
            draws[topology].repetitions[0].record.executedDigest = operations
            draws[topology].repetitions += other.repetitions
            draws[topology].repetitions[1].record.executedDigest = "4"
        }
        let losses = Self.accuracy(measured, draws).losses
        #expect(losses.map(\.isSame) == isSame.map { [true, $0] } ?? [])
        #expect(losses.last?.simulated == (isSame == false ? 5 : isSame.map { _ in 3 }))
    }

    @Test func `The loss of a topology that flushes is counted by itself`() throws {
        var measured = Self.measured([10, 20, 30], loss: [[0], [7], [4]])
        measured[1].settings = [TopologySetting(field: "flush", value: "immediate", source: .own)]
        let accuracy = Self.accuracy(measured, Self.simulated([10, 20, 30], loss: [0, 8, 4]))
        #expect(accuracy.losses(of: .exact).all.map(\.variant) == ["siblings", "private-writer"])
        #expect(accuracy.losses(of: .exact).same == 2)
        #expect(accuracy.losses(of: .flushed).all.map(\.variant) == ["single-main"])
        #expect(accuracy.losses(of: .flushed).same == 0)
    }

    @Test func `A topology that failed is left out of both sides`() throws {
        var measured = Self.measured([10, 20, 30])
        measured[0].failure = RunFailure(kind: .stuck, message: "it stands")
        var simulated = Self.simulated([10, 20, 30])
        simulated[1].failure = RunFailure(kind: .stuck, message: "it stands")
        let row = try #require(Self.accuracy(measured, simulated).row(Self.busy, .all))
        #expect(row.error?.count == 1 && row.told == 0 && row.share == nil && row.rho == nil)
    }

    // MARK: The accuracy of an earlier calibration

    private static let head =
        "metric,stat,subject,told,in_order,share,rho,figures,error,p50,p90,bias\n"

    @Test(arguments: ["", "a,b\n1,2\n", head, head + "main.busy,total,all,1\n"])
    func `A baseline that is no accuracy is refused`(text: String) {
        let error = #expect(throws: DeviceError.self) {
            try AccuracyBaseline(csv: text, file: "old.csv")
        }
        #expect(error?.message.contains("old.csv is no accuracy.csv") == true)
    }

    @Test func `Fewer pairs in order and a larger error are falls, noise is not`() throws {
        // Three pairs of three in order, with an error of a tenth.
        let accuracy = Self.accuracy(
            Self.measured([10, 20, 40]), Self.simulated([11, 22, 44]))
        func falls(_ share: Double, _ error: Double) throws -> Int {
            try AccuracyBaseline(
                csv: Self.head + "main.busy,total,all,3,3,\(share),,3,\(error),,,\n",
                file: "old.csv"
            ).falls(in: accuracy).count
        }
        #expect(try falls(1, 0.1) == 0)
        #expect(try falls(1, 0.085) == 0)
        #expect(try falls(1, 0.06) == 1)
        #expect(try falls(0.5, 0.5) == 0)
        let worse = Self.accuracy(Self.measured([10, 20, 40]), Self.simulated([22, 11, 44]))
        let baseline = try AccuracyBaseline(
            csv: Self.head + "main.busy,total,all,3,3,1,,3,2,,,\n", file: "old.csv")
        #expect(baseline.falls(in: worse).count == 1)
        let untold = Self.accuracy(Self.measured([10, 10, 10]), Self.simulated([10, 10, 10]))
        #expect(baseline.falls(in: untold) == ["main.busy.total: no pair is told apart any more"])
    }

    @Test func `A loss that was the same and is no more is a fall`() throws {
        let baseline = try AccuracyBaseline(
            csv: Self.head + """
                main.busy,total,all,3,3,1,,3,2,,,
                loss.kill,max,exact,2,2,1,,2,,,,
                loss.kill,max,flushed,2,0,0,,2,,,,

                """, file: "old.csv")
        let measured = Self.measured([10, 20], loss: [[0], [7]])
        func falls(_ loss: [Double]) -> [String] {
            baseline.falls(in: Self.accuracy(measured, Self.simulated([10, 20], loss: loss)))
        }
        #expect(falls([0, 7]).isEmpty)
        #expect(falls([0, 8]).count == 1)
    }

    // 2 of 3 are more than 0.6666, and less than the file's 0.666667.
    @Test func `As many losses that are the same as before are no fall, whatever the rounding`()
        throws
    {
        let baseline = try AccuracyBaseline(
            csv: Self.head + """
                main.busy,total,all,3,3,1,,3,2,,,
                loss.kill,max,exact,3,2,0.666667,,3,,,,

                """, file: "old.csv")
        let accuracy = Self.accuracy(
            Self.measured([10, 20, 30], loss: [[0], [7], [4]]),
            Self.simulated([10, 20, 30], loss: [0, 8, 4]))
        #expect(baseline.falls(in: accuracy).isEmpty)
    }
}
