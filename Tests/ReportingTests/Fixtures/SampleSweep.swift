import Results

/// The sample as a sweep of `flush` through two values: `private-writer` has the field, the others
/// ran once.
enum SampleSweep {
    static let values = ["100ms", "1s"]

    static func make(repetitions: Int = 1) -> WorkloadResult {
        var result = SampleResult.make(repetitions: repetitions)
        result.sweep = SweepRecord(key: "flush", values: values)
        result.topologies = result.topologies.flatMap { topology -> [TopologyResult] in
            guard topology.topology == "private-writer" else {
                return [at(nil, topology)]
            }
            return values.enumerated().map { place, value in
                var swept = at(value, topology)
                // Ten times the interval, ten times the loss.
                if place == 0 {
                    tenth(of: &swept.summary)
                    for round in swept.repetitions.indices {
                        tenth(of: &swept.repetitions[round].figures)
                    }
                }
                return swept
            }
        }
        return result
    }

    private static func tenth(of figures: inout [Figure]) {
        for index in figures.indices where figures[index].metric == "loss.kill" {
            figures[index].value = (figures[index].value / 10).rounded()
        }
    }

    private static func at(_ value: String?, _ topology: TopologyResult) -> TopologyResult {
        var topology = topology
        if let value { topology.variant += ":flush=\(value)" }
        topology.point = SweepPoint(
            row: topology.topology, value: value, workloadDigest: "digest-\(value ?? "none")",
            operationsDigest: "0f0f")
        return topology
    }
}
