import Documents
import Execution
import Foundation
import Simulation
import Testing

/// The numbers that a simulation rests on, and their ranges.
struct `A cost factor` {
    private func device(_ name: String) throws -> Device {
        let workloads = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Workloads")
        return try DeviceLibrary(beside: [workloads]).device(name)
    }

    private func factor(_ name: String, of device: Device) throws -> CostFactor {
        try #require(device.factors(core: .lab).first { $0.name == name })
    }

    @Test func `The middle of a range is the number itself, also of a lopsided one`() throws {
        let sync = try factor("device.sync", of: try device("iphone-8"))
        #expect(abs(sync.low - 1.2 / 3.2) < 1e-12)
        #expect(abs(sync.high - 4.5 / 3.2) < 1e-12)
        #expect(sync.multiple(at: 0.5) == 1)
        #expect(abs(sync.multiple(at: 0) - sync.low) < 1e-12)
        #expect(abs(sync.multiple(at: 1) - sync.high) < 1e-12)
        #expect(abs(sync.multiple(at: 0.25) - sync.low.squareRoot()) < 1e-12)
    }

    @Test func `A number at one end of its range has all draws on the other side`() {
        func factor(_ low: Double, _ high: Double) -> CostFactor {
            CostFactor(subject: .calls, name: "calls", low: low, high: high)
        }
        let upward = factor(1, 4), downward = factor(0.25, 1), toNothing = factor(0, 1)
        #expect([0, 0.5, 1].map(upward.multiple) == [1, 2, 4])
        #expect([0, 0.5, 1].map(downward.multiple) == [0.25, 0.5, 1])
        #expect([0, 0.25, 1].map(toNothing.multiple) == [0, 0.25, 1])
        #expect([0, 0.25, 0.5, 0.75].map(factor(0, 4).multiple) == [0, 0.5, 1, 2])
    }

    @Test func `A factor changes its own number and no other`() throws {
        let device = try device("iphone-8")
        let costs = device.costs(core: .lab)
        let rows = try factor("work.rows_bound", of: device)
        let dearer = device.costs(core: .lab, times: [(rows, 2)])
        #expect(dearer[.rowsBound] == 2 * costs[.rowsBound])
        #expect(dearer[.rowsStepped] == costs[.rowsStepped])
        #expect(dearer[.sync] == costs[.sync])
        let sync = device.costs(core: .lab, times: [(try factor("device.sync", of: device), 0.5)])
        #expect(sync[.sync].callNanoseconds == costs[.sync].callNanoseconds / 2)
        #expect(sync[.write] == costs[.write])
        let calls = device.costs(core: .lab, times: [(try factor("calls", of: device), 2)])
        #expect(calls[.write].callNanoseconds == 2 * costs[.write].callNanoseconds)
        #expect(calls[.sync] == costs[.sync])
        let tail = device.costs(core: .lab, times: [(try factor("device.tail", of: device), 2)])
        #expect(tail.tail != costs.tail)
        #expect(tail[.rowsBound] == costs[.rowsBound])
    }

    @Test func `Draws cover each part of each number's range once`() {
        let stream = RandomStream(seed: 7).keyed("costs")
        let draws = LatinHypercube.draws(50, dimensions: 4, from: stream)
        #expect(draws == LatinHypercube.draws(50, dimensions: 4, from: stream))
        for dimension in 0..<4 {
            let parts = draws.map { Int($0[dimension] * 50) }
            #expect(parts.sorted() == Array(0..<50))
            #expect(parts != parts.sorted())
        }
        #expect(draws.map { $0[0] } != draws.map { $0[1] })
    }
}
