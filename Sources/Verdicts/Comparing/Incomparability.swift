import Results

/// The difference that keeps two results from being compared.
package struct Incomparability: Codable, Sendable, Hashable, CustomStringConvertible {
    /// One thing that is different.
    package struct Difference: Codable, Sendable, Hashable {
        package var what: String
        package var baseline: String
        package var candidate: String
    }

    /// Never empty.
    package let differences: [Difference]

    /// Compares the heads of two results.
    ///
    /// - Returns: `nil` if the two can be compared.
    package init?(_ baseline: ResultFigures, _ candidate: ResultFigures) {
        var differences: [Difference] = []
        func compare(_ what: String, _ value: (ResultFigures) -> String) {
            let (first, second) = (value(baseline), value(candidate))
            guard first != second else { return }
            differences.append(Difference(what: what, baseline: first, candidate: second))
        }
        compare("schema") { String($0.schema) }
        compare("workload") { $0.workload }
        if !Self.areOfOneWorkload(baseline, candidate) {
            compare("workload digest") { Self.short($0.workloadDigest) }
        }
        compare("operations digest") { Self.short($0.operationsDigest) }
        compare("mode") { $0.mode }
        compare("device") { $0.device }
        if baseline.device == candidate.device, baseline.simulated?.digest != nil,
            candidate.simulated?.digest != nil
        {
            compare("digest of \(baseline.device)'s numbers") {
                Self.short($0.simulated?.digest ?? "")
            }
        }
        compare("draws of uncertain costs") {
            $0.uncertainty == nil ? "none" : "\($0.topologies.first?.repetitions.count ?? 0)"
        }
        // In virtual time the figures do not depend on the machine.
        if baseline.mode != ResultFigures.simulatedMode {
            compare("build") { $0.build }
            let incremental = ResultFigures.incrementalBuild
            if baseline.build == incremental, candidate.build == incremental {
                differences.append(
                    Difference(what: "build", baseline: incremental, candidate: incremental))
            }
            compare("cores") { String($0.host.cores) }
            compare("processor") { $0.host.processor }
            compare("file system") { $0.host.fileSystem }
        }
        guard !differences.isEmpty else { return nil }
        self.differences = differences
    }

    /// `build is debug in the baseline and release in the candidate; cores …`.
    package var description: String {
        differences.map { difference in
            difference.baseline == difference.candidate
                ? "\(difference.what) is \(difference.baseline) in both, which measures nothing"
                : "\(difference.what) is \(difference.baseline) in the baseline and "
                    + "\(difference.candidate) in the candidate"
        }.joined(separator: "; ")
    }

    /// Whether two digests are of one workload.
    ///
    /// A result of an older build has limits and gates in its digest; the other result's file
    /// records that former digest.
    private static func areOfOneWorkload(_ first: ResultFigures, _ second: ResultFigures) -> Bool {
        first.workloadDigest == second.workloadDigest
            || first.workloadDigest == second.formerWorkloadDigest
            || first.formerWorkloadDigest == second.workloadDigest
    }

    /// The prefix of a digest that suffices to distinguish two.
    private static func short(_ digest: String) -> String { String(digest.prefix(12)) }
}
