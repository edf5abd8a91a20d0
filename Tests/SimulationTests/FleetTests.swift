import Documents
import Execution
import Foundation
import Simulation
import Testing

/// Shares of devices and sessions, and sessions drawn from them.
struct `A fleet` {
    private static let text = """
        schema: 1
        title: Ours
        about: "Assumed."
        devices:
          - { device: iphone-8, core: apple, share: 0.75 }
          - { device: emmc-phone, share: 0.25 }
        sessions:
          - { workload: smoke, set: { crash.kills: 0 }, share: 1, kills: 0.1, power-losses: 0.01 }
        """

    private func read(_ text: String) throws -> Fleet {
        try FleetReader.read(Document(file: "ours.yaml", text: text), name: "ours")
    }

    @Test func `A file has devices, sessions and rates, each with its share`() throws {
        let fleet = try read(Self.text)
        #expect(fleet.parts.map(\.device) == ["iphone-8", "emmc-phone"])
        #expect(fleet.parts.map(\.core) == [.apple, .lab])
        #expect(fleet.sessions[0].kills == 0.1 && fleet.sessions[0].powerLosses == 0.01)
        #expect(fleet.sessions[0].settings.map(\.text) == ["crash.kills=0"])
    }

    @Test func `The lab's fleets are read by name, and another name is told the nearest`() throws {
        let library = FleetLibrary(beside: [
            URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../Workloads", directoryHint: .isDirectory)
        ])
        #expect(library.names.contains("phones"))
        for name in library.names {
            let fleet = try library.fleet(name)
            #expect(fleet.explanation[0].hasPrefix("\(name): \(fleet.title)"))
            #expect(fleet.assumptions.count == fleet.parts.count + fleet.sessions.count)
        }
        let error = #expect(throws: DeviceError.self) { try library.fleet("phone") }
        #expect(error?.message.contains("“phones”") == true)
    }

    @Test(arguments: [
        ("share: 0.25", "share: 0.3", "the shares add up to 1.05, and not to 1"),
        ("share: 0.25", "share: -1", "-1"),
        ("core: apple", "core: aple", "aple"),
        ("kills: 0.1", "kils: 0.1", "kils"),
        ("kills: 0.1", "kills: 2", "2"),
        ("kills: 0.1", "kills: 0.999", "add up to more than 1"),
        ("title: Ours\n", "", "title"),
    ])
    func `A mistake is told where it stands`(old: String, new: String, wanted: String) {
        let text = Self.text.replacing(old, with: new)
        let error = #expect(throws: DocumentError.self) { try read(text) }
        #expect(error?.description.contains(wanted) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("ours.yaml") == true)
    }

    @Test func `Sessions are drawn by their weights, and crashes by their rates`() {
        let cells = [
            FleetSample.Cell(weight: 0.75, kills: 0.1, powerLosses: 0.05),
            FleetSample.Cell(weight: 0.25, kills: 0, powerLosses: 1),
        ]
        var stream = RandomStream(seed: 3).keyed("fleet")
        let sample = FleetSample(of: cells, worlds: 4, count: 40_000, from: &stream)
        let counts = sample.sessions.map { $0.reduce(0, +) }
        #expect(counts.reduce(0, +) == 40_000)
        // Six standard deviations of a binomial count.
        #expect(abs(counts[0] - 30_000) < 520)
        #expect(abs(sample.kills[0].reduce(0, +) - counts[0] / 10) < 320)
        #expect(sample.kills[1] == [0, 0, 0, 0])
        #expect(sample.powerLosses[1] == sample.sessions[1])
        #expect(sample.sessions[0].allSatisfy { abs($0 - 7500) < 480 })
        var again = RandomStream(seed: 3).keyed("fleet")
        let same = FleetSample(of: cells, worlds: 4, count: 40_000, from: &again)
        #expect(same.sessions == sample.sessions && same.kills == sample.kills)
    }

    @Test func `Quantiles and losses count each run as often as it has sessions`() {
        let cells = [
            FleetSample.Cell(weight: 0.9, kills: 1, powerLosses: 0),
            FleetSample.Cell(weight: 0.1, kills: 0, powerLosses: 0),
        ]
        var stream = RandomStream(seed: 5).keyed("fleet")
        let sample = FleetSample(of: cells, worlds: 1, count: 10_000, from: &stream)
        let runs = [
            [SessionFigures(length: 1, delay: 1, hangRate: 0, lostByKill: 2, lostByPower: .nan)],
            [SessionFigures(length: 1, delay: 100, hangRate: 10, lostByKill: 5, lostByPower: .nan)],
        ]
        let values = FleetStatistic.values(of: sample, runs)
        #expect(values[.delayMedian] == 1)
        #expect(values[.delayMost] == 100 && values[.delayWorst] == 100)
        let share = Double(sample.sessions[1][0]) / 10_000
        #expect(abs((values[.hangRate] ?? 0) - 10 * share) < 1e-9)
        #expect(abs((values[.lostByKill] ?? 0) - 1000 * 2 * (1 - share)) < 1e-6)
        #expect(values[.lostByPower] == nil)
    }

    @Test func `The error falls with sessions, and not below that of the worlds`() throws {
        let cells = [FleetSample.Cell(weight: 1, kills: 0.5, powerLosses: 0)]
        let alike = [
            Array(
                repeating: SessionFigures(
                    length: 1, delay: 1, hangRate: 0, lostByKill: 1, lostByPower: 0), count: 8)
        ]
        let unlike = [
            (0..<8).map {
                SessionFigures(
                    length: 1, delay: 1, hangRate: Double($0), lostByKill: 1, lostByPower: 0)
            }
        ]
        func error(
            _ statistic: FleetStatistic, _ runs: [[SessionFigures]], _ sessions: Int
        ) throws -> Double {
            try #require(
                FleetStatistic.errors(
                    over: FleetStatistic.samples(
                        of: cells, worlds: runs[0].count, sessions: sessions,
                        from: RandomStream(seed: 1).keyed("errors")), runs)[statistic])
        }
        let level = [
            Array(
                repeating: SessionFigures(
                    length: 1, delay: 13.4, hangRate: 13.4, lostByKill: 1, lostByPower: 0), count: 8
            )
        ]
        #expect(try error(.hangRate, level, 100) < 1e-12)
        // 1000 · √(p(1 − p)/n): 50 and 5.
        let few = try error(.lostByKill, alike, 100)
        let many = try error(.lostByKill, alike, 10_000)
        #expect(few > 35 && few < 65, "\(few)")
        #expect(many > 3.5 && many < 6.5, "\(many)")
        // The standard error of a mean of eight worlds, 0 to 7.
        let worlds = try error(.hangRate, unlike, 100_000)
        #expect(worlds > 0.55 && worlds < 1.05, "\(worlds)")
    }

    @Test func `Hangs are those in an hour of all sessions, of which a long one has more`() {
        let cells = [
            FleetSample.Cell(weight: 0.5, kills: 0, powerLosses: 0),
            FleetSample.Cell(weight: 0.5, kills: 0, powerLosses: 0),
        ]
        var stream = RandomStream(seed: 5)
        let sample = FleetSample(of: cells, worlds: 1, count: 1000, from: &stream)
        let counts = sample.sessions.map { Double($0[0]) }
        let values = FleetStatistic.values(
            of: sample,
            [
                [SessionFigures(length: 1, delay: 1, hangRate: 0, lostByKill: 0, lostByPower: 0)],
                [SessionFigures(length: 9, delay: 1, hangRate: 60, lostByKill: 0, lostByPower: 0)],
            ])
        let seconds = counts[0] + 9 * counts[1]
        #expect(abs((values[.hangRate] ?? 0) - 60 * 9 * counts[1] / seconds) < 1e-9)
    }

    @Test func `A mean's error is that of new worlds, also of two, and one world tells none`()
        throws
    {
        let cells = [FleetSample.Cell(weight: 1, kills: 0, powerLosses: 0)]
        let runs = [
            [0.0, 10].map {
                SessionFigures(length: 1, delay: 1, hangRate: $0, lostByKill: 0, lostByPower: 0)
            }
        ]
        func samples(worlds: Int) -> [FleetSample] {
            FleetStatistic.samples(
                of: cells, worlds: worlds, sessions: 100, from: RandomStream(seed: 1))
        }
        // s/√n = 7.07/√2; with as many worlds as there are it would be 3.5.
        let error = try #require(
            FleetStatistic.errors(over: samples(worlds: 2), runs)[.hangRate])
        #expect(error > 4.3 && error < 5.7, "\(error)")
        #expect(FleetStatistic.errors(over: samples(worlds: 1), [[runs[0][0]]]).isEmpty)
    }

    @Test func `What is slow in a world is slow in it on all devices`() throws {
        let cells = (0..<16).map { _ in
            FleetSample.Cell(weight: 1.0 / 16, kills: 0, powerLosses: 0)
        }
        let runs = cells.map { _ in
            (0..<8).map {
                SessionFigures(
                    length: 1, delay: 1, hangRate: Double($0), lostByKill: 1, lostByPower: 0)
            }
        }
        let errors = FleetStatistic.errors(
            over: FleetStatistic.samples(
                of: cells, worlds: 8, sessions: 50_000, from: RandomStream(seed: 1)), runs)
        // As with one device, and not a quarter of it.
        let error = try #require(errors[.hangRate])
        #expect(error > 0.55 && error < 1.05, "\(error)")
    }

    @Test func `A store that loses nothing by a loss of power hides no other's loss`() {
        let cells = [
            FleetSample.Cell(weight: 0.5, kills: 0, powerLosses: 0),
            FleetSample.Cell(weight: 0.5, kills: 0, powerLosses: 1),
        ]
        var stream = RandomStream(seed: 5)
        let sample = FleetSample(of: cells, worlds: 1, count: 1000, from: &stream)
        func lost(_ edits: Double) -> Double? {
            FleetStatistic.values(
                of: sample,
                [
                    [
                        SessionFigures(
                            length: 1, delay: 1, hangRate: 0, lostByKill: 2, lostByPower: .nan)
                    ],
                    [
                        SessionFigures(
                            length: 1, delay: 1, hangRate: 0, lostByKill: 2, lostByPower: edits)
                    ],
                ])[.lostByPower]
        }
        #expect(lost(2) == 2 * Double(sample.sessions[1][0]))
        #expect(lost(.nan) == nil)
    }
}
