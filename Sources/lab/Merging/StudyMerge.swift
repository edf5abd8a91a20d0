import Results
import Simulation
import Verdicts

/// The rounds of a study that several machines have run, as one study.
///
/// A round has every arm on one machine, so that the pairs of a round are pairs still.
struct StudyMerge {
    let result: StudyResult
    let study: Study

    /// - Throws: `CommandFailure`; `DocumentError` if the study's file has mistakes.
    init(_ folders: [String]) throws {
        let parts = try PartFolders<StudyResult>(folders).parts
        var whole = parts[0]
        let study = try Study.load(StudyLibrary().file(named: whole.part?.study ?? whole.study))
        guard study.digest == whole.digest else {
            throw CommandFailure(
                .incomparable,
                "the study \(whole.study) has the digest \(study.digest.prefix(12)) by now, and "
                    + "the parts are of \(whole.digest.prefix(12)): merge them with the file that "
                    + "they were run with")
        }
        whole.part = nil
        whole.started = parts.map(\.started).min() ?? whole.started
        whole.isInterrupted = parts.contains(where: \.isInterrupted)
        whole.warnings = parts.flatMap(\.warnings).reduce(into: []) { warnings, one in
            if !warnings.contains(one) { warnings.append(one) }
        }
        for index in whole.arms.indices {
            let results = parts.enumerated().map { number, part in
                whole.simulated == nil
                    ? Self.dealt(part.arms[index].result, to: number, of: parts.count)
                    : part.arms[index].result
            }
            whole.arms[index].result = ResultParts.joined(results.map { [$0] })[0]
        }
        result = whole
        self.study = study
    }

    /// A machine's rounds with the numbers that one machine gives them: it counts from one.
    private static func dealt(
        _ result: TopologyResult, to number: Int, of count: Int
    ) -> TopologyResult {
        var result = result
        for index in result.repetitions.indices {
            result.repetitions[index].record.repetition =
                (result.repetitions[index].record.repetition - 1) * count + number + 1
        }
        return result
    }
}
