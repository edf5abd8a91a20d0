import Results
import Statistics

extension Device {
    /// The device that a machine is, by what was measured on it.
    ///
    /// - Parameters:
    ///   - started: the time of the first run, ISO 8601.
    ///   - observations: those that were fitted to and those that were held out.
    package init(
        calibratedBy fit: CostFit, _ syncs: SyncTimes, freeing: Freeing, wake: SourcedNumber,
        on host: Results.Host, commit: String, at started: String, observations: [CostObservation],
        name: String
    ) {
        let fitted = observations.filter { $0.part == .fitted }
        let heldOut = observations.filter { $0.part == .heldOut }
        let cores = "\(host.cores) \(host.cores == 1 ? "core" : "cores")"
        var calibration = Calibration(
            machine: "\(host.processor), \(cores), \(host.system), \(host.fileSystem)",
            commit: commit, sqlite: host.sqlite, date: String(started.prefix(10)),
            costs: fit.rounded, together: fit.together)
        if let error = PredictionError(of: fitted, by: calibration) {
            calibration.errors = Calibration.Errors(
                fitted: error.meanAbsolute,
                heldOut: PredictionError(of: heldOut, by: calibration)?.meanAbsolute)
        }
        self.init(
            name: name, title: "This machine, calibrated on \(calibration.date)",
            about: "\(host.processor). The costs of work were fitted to \(fitted.count) phases of "
                + "measured runs, and held against \(heldOut.count) others.",
            isMeasured: true,
            processor: SourcedNumber(
                1, mark: .measured, source: "by definition: the costs are this machine's own"),
            apple: nil,
            cores: SourcedNumber(
                Double(host.cores), mark: .measured, source: "those that the system reports"),
            wake: wake,
            sync: .fsync, syncs: [.fsync: syncs.base], syncKibibyte: syncs.kibibyte,
            tail: syncs.tail(named: name), freeing: freeing, calibration: calibration)
    }
}
