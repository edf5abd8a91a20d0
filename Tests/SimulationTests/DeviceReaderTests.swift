import Documents
import Execution
import Foundation
import Simulation
import Testing

@Suite struct DeviceReaderTests {
    private func message(_ body: () throws -> Device) -> String {
        do {
            _ = try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test func `A file makes a device with the range, mark and source of every number`() throws {
        let device = try DeviceFile.device()
        #expect(device.name == "phone" && device.title == "A phone")
        #expect(device.processor.value == 2 && device.processor.range == 1.5...3)
        #expect(device.processor.mark == .derived && device.processor.source == "a score")
        #expect(device.syncs[.barrier]?.value == 3_200_000)
        #expect(device.syncs[.barrier]?.range == 3_200_000...3_200_000)
        #expect(device.syncKibibyte.value == 5_000)
        #expect(device.tail.latency.multiple(at: 1) == 36)
        #expect(
            device.numbers(core: .apple).map(\.name) == [
                "processor", "apple", "cores", "wake", "sync.barrier", "sync.per-kib",
                "flash.p90", "flash.p99.9", "flash.cap", "free.call", "free.per-kib",
            ])
        #expect(!device.numbers(core: .lab).contains { $0.name == "apple" })
        #expect(device.costs(core: .lab).cores == 2)
        #expect(device.costs(core: .lab).wakeNanoseconds == 30_000)
        #expect(device.at(.low).costs(core: .lab).wakeNanoseconds == 20_000)
        let faster = try device.with(DeviceSetting(key: "device.wake", value: "7us"))
        #expect(faster.costs(core: .lab).wakeNanoseconds == 7_000)
    }

    @Test func `To give back space takes a time for the call and one for each KiB`() throws {
        let device = try DeviceFile.device()
        func times(_ device: Device) -> [Int64] {
            [0, 1, 64 << 10].map { device.costs(core: .lab).nanoseconds(freeing: $0) }
        }
        #expect(times(device) == [0, 200_000, 264_000])
        #expect(times(device.at(.low)) == [0, 200_000, 232_000])
        #expect(times(device.at(.high)) == [0, 300_000, 364_000])
        let set = try device.with(DeviceSetting(key: "device.free-per-kib", value: "0ns"))
            .with(DeviceSetting(key: "device.free", value: "1ms"))
        #expect(times(set) == [0, 1_000_000, 1_000_000])
        let named = device.factors(core: .lab).map(\.name)
        #expect(named.contains("device.free") && named.contains("device.free-per-kib"), "\(named)")
        #expect(!SimulationRun.notModelled(on: device).contains("giving back the space of files"))
    }

    @Test func `A device that says nothing of freed space has the call alone`() throws {
        let known = try #require(DeviceFile.whole.range(of: "free:"))
        let device = try DeviceFile.device(String(DeviceFile.whole[..<known.lowerBound]))
        #expect(device.costs(core: .lab).nanoseconds(freeing: 1 << 20) == 0)
        #expect(SimulationRun.notModelled(on: device).contains("giving back the space of files"))
        let set = try device.with(DeviceSetting(key: "device.free-per-kib", value: "2us"))
        #expect(set.costs(core: .lab).nanoseconds(freeing: 1 << 20) == 2_048_000)
        #expect(!SimulationRun.notModelled(on: set).contains("giving back the space of files"))
    }

    @Test(arguments: [
        ("title: A phone\n", "", "the key “title” is missing"),
        ("mark: derived, source: a score", "mark: derived", "the key “source” is missing"),
        ("mark: seen", "mark: guessed", "unknown mark “guessed”"),
        ("value: 2,", "value: -2,", "makes no time"),
        ("value: 2,", "value: 100000,", "write a number above 0, and up to 1000"),
        ("low: 1.5", "low: 2.5", "does not lie between low and high"),
        ("value: 3.2ms", "value: 3.2", "“3.2”"),
        ("cores: { value: 2,", "cores: { value: 0,", "“0”"),
        ("cores: { value: 2,", "cores: { value: 1.5,", "a whole number"),
        ("wake: { value: 30us,", "wake: { value: 30,", "“30”"),
        ("becomes: barrier", "becomes: full", "the key “full” is missing"),
        ("becomes: barrier", "becomes: sync", "unknown kind of sync “sync”"),
        ("per-kib: { value: 1us,", "per-kib: { value: 1,", "“1”"),
        ("  per-kib: { value: 1us,", "  per-kb: { value: 1us,", "unknown key “per-kb”"),
        ("tail: flash", "tail: flahs", "did you mean “flash”"),
        ("about: Made up.", "about: Made up.\nprocesor: 2", "unknown key “procesor”"),
    ])
    func `A mistake in a device is found, with its place`(
        text: String, replacement: String, wanted: String
    ) throws {
        try #require(DeviceFile.whole.contains(text))
        let broken = DeviceFile.whole.replacing(text, with: replacement)
        let message = message { try DeviceFile.device(broken) }
        #expect(message.localizedCaseInsensitiveContains(wanted), "\(message)")
        #expect(message.contains(/phone\.yaml:\d+/), "\(message)")
    }

    @Test(arguments: [
        ("value: 19", "value: 1.2", "do not rise"), ("value: 36", "value: 3", "do not rise"),
        ("p99.9", "q99.9", "“q99.9” is not a quantile"), ("p90", "p30", "“p30” is not a quantile"),
    ])
    func `A mistake in a tail is found, with its place`(
        text: String, replacement: String, wanted: String
    ) throws {
        let broken = DeviceFile.tail.replacing(text, with: replacement)
        let message = message { try DeviceFile.device(tail: broken) }
        #expect(message.contains(wanted), "\(message)")
        #expect(message.contains(/flash\.yaml:\d+/), "\(message)")
    }

    @Test func `What a device does not say of its threads is not modelled, and said`() throws {
        let whole = SimulationRun.notModelled(on: try DeviceFile.device())
        #expect(!whole.contains("the time until a thread wakes"))
        let lines = DeviceFile.whole.split(separator: "\n").filter { !$0.hasPrefix("wake:") }
        let less = try DeviceFile.device(lines.joined(separator: "\n"))
        #expect(SimulationRun.notModelled(on: less).contains("the time until a thread wakes"))
        #expect(less.costs(core: .lab).wakeNanoseconds == 0)
    }

    @Test func `An unknown device is refused with the nearest name`() throws {
        let library = DeviceLibrary(beside: [])
        #expect(message { try library.device("phone") }.contains("there is no device “phone”"))
    }

    @Test func `Every device that comes with the lab can be read and explained`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let library = DeviceLibrary(beside: [root.appending(path: "Workloads")])
        #expect(library.names.count >= 17)
        for name in library.names {
            let device = try library.device(name)
            let text = DeviceExplanation(device).paragraphs.joined(separator: "\n")
            for (_, number) in device.numbers(core: .lab) {
                #expect(text.contains(number.source), "\(name)")
            }
        }
    }
}

@Suite struct DeviceCostTests {
    @Test func `The processor scales all work and the calls that end in memory`() throws {
        let costs = try DeviceFile.device().costs(core: .lab)
        for work in Work.allCases { #expect(costs[work] == 2 * UnitCosts.reference[work]) }
        let write = UnitCosts.reference[.write]
        #expect(costs[.write].callNanoseconds == 2 * write.callNanoseconds)
        #expect(costs[.write].kibibyteNanoseconds == 2 * write.kibibyteNanoseconds)
    }

    @Test func `A sync costs what its kind costs, whatever the processor`() throws {
        let costs = try DeviceFile.device().costs(core: .lab)
        #expect(costs.nanoseconds(of: .sync, bytes: 0) == 3_200_000)
        #expect(costs.nanoseconds(of: .sync, bytes: 4_096) == 3_220_000)
    }

    @Test func `Apple's factor scales the object graph and not SQLite`() throws {
        let costs = try DeviceFile.device().costs(core: .apple)
        let reference = UnitCosts.reference
        #expect(costs[.objectsInserted] == 20 * reference[.objectsInserted])
        #expect(costs[.objectsMerged] == 20 * reference[.objectsMerged])
        #expect(costs[.rowsStepped] == 2 * reference[.rowsStepped])
        #expect(costs[.storeRequests] == 4 * reference[.storeRequests])
        #expect(costs[.linesDecoded] == 2 * reference[.linesDecoded])
    }
}
