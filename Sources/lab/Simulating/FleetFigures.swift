import Results
import Simulation
import Verdicts

/// The statistics of a fleet's sessions, by topology, over all devices and on each.
struct FleetFigures {
    let selection: FleetSelection
    /// By cell, then by topology.
    let cells: [[TopologyResult]]
    let sessions: Int

    init(_ selection: FleetSelection, _ cells: [[TopologyResult]], sessions: Int) {
        self.selection = selection
        self.cells = cells
        self.sessions = sessions
    }

    /// Sessions on all devices, or on one: drawn once for all topologies, of which only the runs
    /// differ.
    private struct Scope {
        let device: String?
        /// The places of its cells.
        let cells: [Int]
        let sample: FleetSample
        /// Those that the errors are of.
        let samples: [FleetSample]
    }

    /// Adds the rows of all topologies that ran everywhere, and the failures of the others.
    ///
    /// - Parameter isCancelled: asked before each draw of sessions; nothing is added once it says
    ///   so.
    func add(to result: inout FleetResult, isCancelled: () -> Bool) {
        var devices: [String?] = [nil]
        for cell in selection.cells where !devices.contains(cell.deviceName) {
            devices.append(cell.deviceName)
        }
        var scopes: [Scope] = []
        for device in devices {
            guard !isCancelled() else { return }
            scopes.append(scope(device))
        }
        for (place, variant) in selection.variants.enumerated() {
            if let failure = cells.compactMap({ $0[place].failure }).first {
                result.failures.append((variant, failure))
                continue
            }
            result.rows += scopes.map { row(place, variant, $0) }
            let saturated = cells.count { $0[place].isSaturated(in: PhaseName.all) }
            if saturated > 0 { result.saturated.append((variant, saturated)) }
        }
        result.combinations = cells.count
    }

    private func scope(_ device: String?) -> Scope {
        let own = selection.cells.indices.filter {
            device == nil || selection.cells[$0].deviceName == device
        }
        let samples = own.map { selection.cells[$0].sample }
        let worlds = own.first.map { selection.cells[$0].drawn.plan.repetitions } ?? 0
        var stream = selection.stream
        return Scope(
            device: device, cells: own,
            sample: FleetSample(of: samples, worlds: worlds, count: sessions, from: &stream),
            samples: FleetStatistic.samples(
                of: samples, worlds: worlds, sessions: sessions,
                from: selection.stream.keyed("errors")))
    }

    private func row(_ place: Int, _ variant: String, _ scope: Scope) -> FleetResult.Row {
        let runs = scope.cells.map { index in
            cells[index][place].repetitions.map { SessionFigures($0) }
        }
        let values = FleetStatistic.values(of: scope.sample, runs)
        let errors = FleetStatistic.errors(over: scope.samples, runs)
        return FleetResult.Row(
            variant: variant, device: scope.device,
            values: FleetStatistic.allCases.compactMap { statistic in
                values[statistic].map {
                    FleetResult.Value(
                        statistic: statistic.rawValue, unit: statistic.unit, value: $0,
                        error: errors[statistic])
                }
            })
    }
}

extension FleetStatistic {
    fileprivate var unit: String {
        switch self {
        case .delayMedian, .delayMost, .delayWorst: MetricUnit.milliseconds.rawValue
        case .hangRate: MetricUnit.secondsPerHour.rawValue
        case .lostByKill, .lostByPower: "edits/1000 sessions"
        }
    }
}

extension SessionFigures {
    /// The figures of one run, over all of its measured phases.
    ///
    /// A run in which no edit was ever at risk has no figure of loss, and lost none.
    fileprivate init(_ run: RepetitionResult) {
        func value(_ measure: Measure) -> Double? {
            HeadlineScope.figures(of: measure, in: run.figures, headlinePhase: PhaseName.all)
                .first?.value
        }
        self.init(
            length: Double(run.record.measuredLength) / 1e9,
            delay: value(Metric.mainDelay[.p99]) ?? .nan,
            hangRate: value(Metric.mainHangRate[.total]) ?? .nan,
            lostByKill: value(Metric.lossKill[.exposure]) ?? 0,
            lostByPower: value(Metric.lossPower[.exposure])
                ?? (run.record.knowsDurability ? 0 : .nan))
    }
}
