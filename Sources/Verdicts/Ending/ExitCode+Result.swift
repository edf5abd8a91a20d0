import Results

extension ExitCode {
    /// The exit code of a result alone, by its failures, crashes and interruption.
    ///
    /// Limits are shown and do not count here: only gates fail a command.
    package init(of result: WorkloadResult) {
        var codes: [ExitCode] = result.isInterrupted ? [.interrupted] : []
        for topology in result.topologies {
            if let failure = topology.failure { codes.append(ExitCode(of: failure.kind)) }
            if topology.crashes.contains(where: { $0.verdict == .violation }) {
                codes.append(.integrity)
            }
        }
        self = ExitCode.winner(of: codes)
    }

    /// The exit code of a result that was read from a file.
    package init(of result: ResultFigures) {
        let failures = result.topologies.compactMap(\.failure)
        self = ExitCode.winner(of: failures.map { ExitCode(of: $0.kind) })
    }

    /// The code of a run that failed.
    package init(of kind: RunFailure.Kind) {
        switch kind {
        case .trapped: self = .bug
        case .offQueue, .stuck, .overdue, .outcomeDiffers, .operationsDiffer, .recoveryDiffers:
            self = .integrity
        case .notWritten: self = .notWritten
        case .incomparable: self = .incomparable
        }
    }
}
