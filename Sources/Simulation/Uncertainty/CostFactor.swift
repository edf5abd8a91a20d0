import Execution
import Foundation
import Results

/// A number that a simulation rests on, and how far it may be off either way.
///
/// A factor stands for a multiple of the number: 1 is the number itself.
package struct CostFactor: Sendable, Hashable {
    /// What the multiple applies to.
    package enum Subject: Sendable, Hashable {
        case number(DeviceSetting.Key)
        /// How much longer than its median a sync takes, at every quantile.
        case tail
        case work(Work)
        /// All calls to files but syncs.
        case calls
    }

    package let subject: Subject
    /// As files name it: `device.sync`, `work.rows_bound`.
    package let name: String
    /// At most 1.
    package let low: Double
    /// At least 1.
    package let high: Double

    package init(subject: Subject, name: String, low: Double, high: Double) {
        self.subject = subject
        self.name = name
        self.low = low
        self.high = high
    }

    /// The multiple at a share of the range: `low` at 0, `high` at 1, and logarithmic between them;
    /// linear to a `low` of nothing, which has no logarithm.
    ///
    /// 1 is at a half. Where the number is itself an end of its range, 1 is at that end: else half
    /// of all draws would have exactly the number.
    package func multiple(at share: Double) -> Double {
        if low == 1 { return Self.power(high, share) }
        if high == 1 { return lower(1 - share) }
        return share < 0.5 ? lower(1 - 2 * share) : Self.power(high, 2 * share - 1)
    }

    /// The multiple at a share of the way from 1 down to `low`.
    private func lower(_ share: Double) -> Double {
        low == 0 ? 1 - share : Self.power(low, share)
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double {
        base == 1 ? 1 : pow(base, exponent)
    }
}

extension Device {
    /// The factors of its costs, each with its range.
    ///
    /// A number with a range in the device's file has that range, and one without it a range by
    /// its mark: the less is known, the wider. A reference cost has one digit, so that half and
    /// double are within its range; a fitted one is off by its fit's error.
    package func factors(core: Core) -> [CostFactor] {
        var factors: [CostFactor] = []
        func add(_ key: DeviceSetting.Key, _ number: SourcedNumber) {
            let (low, high) = number.multiples
            guard low < high else { return }
            factors.append(
                CostFactor(subject: .number(key), name: key.rawValue, low: low, high: high))
        }
        add(.processor, processor)
        if core == .apple, let apple { add(.apple, apple) }
        if let cores, cores.range.lowerBound < cores.range.upperBound { add(.cores, cores) }
        if let wake { add(.wake, wake) }
        if let median = syncs[sync] { add(.sync, median) }
        add(.kibibyte, syncKibibyte)
        if let freeing {
            add(.freeing, freeing.call)
            add(.freedKibibyte, freeing.kibibyte)
        }
        factors.append(CostFactor(subject: .tail, name: "device.tail", low: 0.5, high: 2))
        let spread = calibration.map { 1 + max($0.errors?.heldOut ?? 0.25, 0.1) } ?? 2
        for work in Work.allCases where costs(core: core)[work] > 0 {
            factors.append(
                CostFactor(
                    subject: .work(work), name: Metric.work[work]?.name ?? work.name,
                    low: 1 / spread,
                    high: spread))
        }
        if calibration == nil {
            factors.append(CostFactor(subject: .calls, name: "calls", low: 0.5, high: 2))
        }
        return factors
    }

    /// The costs with some factors at multiples of their numbers.
    ///
    /// - Precondition: as `costs(core:)`.
    package func costs(core: Core, times multiples: [(factor: CostFactor, multiple: Double)])
        -> UnitCosts
    {
        var device = self
        for (factor, multiple) in multiples {
            switch factor.subject {
            case .number(let key): device.multiply(key, by: multiple)
            case .tail: device.tail = device.tail.stretched(by: multiple)
            case .work, .calls: break
            }
        }
        var costs = device.costs(core: core)
        for (factor, multiple) in multiples {
            switch factor.subject {
            case .number, .tail: break
            case .work(let work):
                costs[work] = Self.scaled(costs[work], by: multiple)
            case .calls:
                for call in IOKind.allCases where call != .sync {
                    costs[call] = UnitCosts.Call(
                        callNanoseconds: Self.scaled(costs[call].callNanoseconds, by: multiple),
                        kibibyteNanoseconds: Self.scaled(
                            costs[call].kibibyteNanoseconds, by: multiple))
                }
            }
        }
        return costs
    }

    private mutating func multiply(_ key: DeviceSetting.Key, by multiple: Double) {
        switch key {
        case .processor: processor.value *= multiple
        case .apple: apple?.value *= multiple
        case .cores: cores?.value *= multiple
        case .wake: wake?.value *= multiple
        case .sync: syncs[sync]?.value *= multiple
        case .kibibyte: syncKibibyte.value *= multiple
        case .freeing: freeing?.call.value *= multiple
        case .freedKibibyte: freeing?.kibibyte.value *= multiple
        }
    }
}

extension SourcedNumber {
    /// The ends of its range as multiples of its value.
    fileprivate var multiples: (low: Double, high: Double) {
        guard range.lowerBound == range.upperBound else {
            return value > 0 ? (range.lowerBound / value, range.upperBound / value) : (1, 1)
        }
        let spread: Double
        switch mark {
        case .measured: spread = 1.1
        case .seen: spread = 1.2
        case .derived, .secondary: spread = 1.5
        case .assumed: spread = 2
        }
        return (1 / spread, spread)
    }
}
