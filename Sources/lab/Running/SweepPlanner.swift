import Bench
import Documents
import Results
import Runs
import Topologies
import Verdicts
import WorkloadEngine

/// Makes a plan for each value of a sweep.
///
/// A key that one of the topologies has as a field is swept there, and the topologies without it
/// run once, for comparison; any other is a key of the workload, and every topology runs with each
/// value.
struct SweepPlanner {
    let sweep: SweepRecord
    /// The plan without the sweep.
    let base: BenchPlan
    let own: [OwnTopology]
    /// `--repetitions`; `nil` leaves them to the workload, which may be swept.
    let repetitions: Int?

    /// - Throws: `DocumentError`, `WorkloadError`, `TopologyError`; `CommandFailure` if another
    ///   option sets the key.
    func plans() throws -> [BenchPlan] {
        let options =
            base.settings.filter { $0.key == sweep.key }.map { "--set \($0.text)" }
            + (sweep.key == "seed" && base.seed != nil ? ["--seed"] : [])
            + (sweep.key == "repetitions" && repetitions != nil ? ["--repetitions"] : [])
        if let other = options.first { throw both(other) }
        let concerned = base.topologies.filter { $0.topology.hasField(sweep.field) }
        guard concerned.isEmpty else {
            let others = base.topologies.filter { !$0.topology.hasField(sweep.field) }
            let unswept = others.map { $0.at(point($0, nil, base.setup)) }
            return try sweep.values.map { try plan(fieldOf: concerned, value: $0) }
                + (unswept.isEmpty ? [] : [with(unswept)])
        }
        if let error = sweep.fieldError(option: "--sweep") { throw error }
        return try sweep.values.map(plan(workloadValue:))
    }

    // MARK: A field of topologies

    private func plan(fieldOf topologies: [SelectedTopology], value: String) throws -> BenchPlan {
        with(
            try topologies.map { selected in
                let spec = try VariantSpec(selected.variant, option: "--topology")
                guard !spec.fields.contains(where: { $0.key == sweep.field }) else {
                    throw both("--topology \(selected.variant)")
                }
                let variant =
                    selected.variant + (spec.fields.isEmpty ? ":" : ",") + "\(sweep.field)=\(value)"
                return SelectedTopology(
                    variant: variant, try base.setup.resolved(variant, own: own),
                    point: point(selected, value, base.setup))
            })
    }

    private func with(_ topologies: [SelectedTopology]) -> BenchPlan {
        var plan = base
        plan.topologies = topologies
        return plan
    }

    // MARK: A key of the workload

    private func plan(workloadValue value: String) throws -> BenchPlan {
        var plan = base
        let swept = WorkloadSetting(key: sweep.key, value: value)
        plan.settings.append(swept)
        plan.setup = try setup(swept)
        plan.repetitions = repetitions ?? plan.setup.workload.repetitions
        plan.topologies = try base.topologies.map { selected in
            SelectedTopology(
                variant: "\(selected.variant) \(sweep.key)=\(value)",
                try plan.setup.resolved(selected.variant, own: own),
                point: point(selected, value, plan.setup))
        }
        return plan
    }

    /// The workload with the value set.
    private func setup(_ swept: WorkloadSetting) throws -> RunSetup {
        do {
            return try RunSetup(
                workload: base.workloadName, settings: base.settings, swept: swept,
                seed: base.seed)
        } catch let error as DocumentError {
            let isUnknown = error.issues.contains {
                $0.code == .unknownKey || $0.code == .unknownPath
            }
            if isUnknown, let error = sweep.unheard(option: "--sweep") { throw error }
            if isUnknown, let field = nearestField {
                throw CommandFailure(
                    .usage,
                    "--sweep \(sweep.key): neither the workload nor a topology that runs has it; "
                        + "did you mean the field “\(field)”?")
            }
            throw error
        }
    }

    private var nearestField: String? {
        let fields = base.topologies.flatMap { TopologyField.all(of: $0.topology).map(\.name) }
        return NearestName.find(sweep.key, among: fields)
    }

    private func point(
        _ selected: SelectedTopology, _ value: String?, _ setup: RunSetup
    ) -> SweepPoint {
        SweepPoint(
            row: selected.variant, value: value, workloadDigest: setup.workload.digest,
            operationsDigest: setup.plan.digest)
    }

    private func both(_ option: String) -> CommandFailure {
        CommandFailure(
            .usage, "--sweep \(sweep.key) and \(option) set the same: leave one of them out")
    }
}

extension SweepRecord {
    /// The failure of a field that no running topology has; `nil` if the catalogue has none either.
    fileprivate func unheard(option: String) -> CommandFailure? {
        TopologyCatalogue.all.first { $0.hasField(field) }.map {
            CommandFailure(
                .usage,
                "\(option) \(key): no topology that runs has this field; take one that has, such "
                    + "as \($0.name)")
        }
    }

    /// The failure of `topology.FIELD` where no running topology has the field; `nil` for a key of
    /// another form.
    ///
    /// The workload would take the key, and no topology would change.
    func fieldError(option: String) -> CommandFailure? {
        key == field ? nil : unheard(option: option)
    }
}
