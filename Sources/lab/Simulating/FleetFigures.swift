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

    func add(to result: inout FleetResult) {
        var devices: [String] = []
        for cell in selection.cells where !devices.contains(cell.deviceName) {
            devices.append(cell.deviceName)
        }
        for (place, variant) in selection.variants.enumerated() {
            if let failure = cells.compactMap({ $0[place].failure }).first {
                result.failures.append((variant, failure))
                continue
            }
            result.rows.append(row(place, variant, nil))
            result.rows += devices.map { row(place, variant, $0) }
        }
    }

    private func row(_ place: Int, _ variant: String, _ device: String?) -> FleetResult.Row {
        let own = selection.cells.indices.filter {
            device == nil || selection.cells[$0].deviceName == device
        }
        let samples = own.map { selection.cells[$0].sample }
        let runs = own.map { index in
            cells[index][place].repetitions.map {
                SessionFigures(
                    $0.figures,
                    phase: selection.cells[index].drawn.plan.setup.workload.headlinePhase)
            }
        }
        var stream = selection.stream
        let drawn = FleetSample(
            of: samples, worlds: runs.first?.count ?? 0, count: sessions, from: &stream)
        let values = FleetStatistic.values(of: drawn, runs)
        let errors = FleetStatistic.errors(
            of: samples, runs, sessions: sessions, from: selection.stream.keyed("errors"))
        return FleetResult.Row(
            variant: variant, device: device,
            values: FleetStatistic.allCases.compactMap { statistic in
                values[statistic].map {
                    FleetResult.Value(
                        statistic: statistic.rawValue, unit: statistic.unit, value: $0,
                        error: errors[statistic] ?? 0)
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
    /// The figures of one run.
    fileprivate init(_ figures: [Figure], phase: String) {
        func value(_ measure: Measure) -> Double {
            HeadlineScope.figures(of: measure, in: figures, headlinePhase: phase).first?.value
                ?? .nan
        }
        self.init(
            delay: value(Metric.mainDelay[.p99]), hangRate: value(Metric.mainHangRate[.total]),
            lostByKill: value(Metric.lossKill[.exposure]),
            lostByPower: value(Metric.lossPower[.exposure]))
    }
}
