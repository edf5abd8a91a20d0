import Foundation
import Results
import WorkloadEngine

/// Judges one run with a fault by the errors that it reported, and by its store's content.
struct FaultJudge {
    let store: FaultStore
    /// The store after the run; the judge makes its copies beside it.
    let path: String
    let state: FaultWitness.State

    private var script: FaultScript { store.script }

    /// Judges the trial.
    ///
    /// - Parameters:
    ///   - opening: the error of the store's opening, if it failed.
    ///   - killed: a kill at the end of the run, before the retry.
    func judge(_ trial: inout FaultTrial, opening: NSError?, killed: FaultWitness.Kill) {
        trial.violations += state.violations
        if trial.hits == 0 {
            trial.violations.append("the run never came to this call: it is not deterministic")
        }
        let errors = tally(&trial, opening)
        if let first = errors.first {
            trial.errorCodes = Self.codes(of: first)
        }
        for error in errors where error.domain != NSCocoaErrorDomain {
            trial.violations.append("an error of the domain \(error.domain)")
        }
        judgeAnswers(&trial)
        judgeEnd(&trial)
        judgeKill(&trial)
        judgeKilledEnd(&trial, killed)
    }

    // MARK: Reported errors

    /// Counts the operations by the answer that they got, and returns the errors in question.
    private func tally(_ trial: inout FaultTrial, _ opening: NSError?) -> [NSError] {
        var errors = opening.map { [$0] } ?? []
        for step in script.steps {
            for answer in state.answers[step.index] ?? [] {
                switch answer {
                case .saved, .unpromised, .early: break
                case .refused(let error), .failed(let error): errors.append(error)
                }
            }
        }
        trial.told = errors.count
        let silent = state.failures.filter { !$0.believed.isEmpty }
        trial.silentSaves = silent.count
        let believed = Set(silent.flatMap(\.believed))
        trial.silentEdits = state.ledger.edits { believed.contains($0.operation) }
        return errors + silent.map(\.error)
    }

    /// `640/13`: Cocoa's code, and SQLite's extended one if SQLite is the cause.
    static func codes(of error: NSError) -> String {
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return [String(error.code), cause.map { String($0.code) }].compactMap { $0 }
            .joined(separator: "/")
    }

    /// Each step has one answer; a second only where the retry made it anew.
    private func judgeAnswers(_ trial: inout FaultTrial) {
        for step in script.steps {
            let answers = state.answers[step.index] ?? []
            if answers.isEmpty {
                trial.violations.append("nobody was told how step \(step.index) ended")
            }
            if answers.dropLast().contains(where: \.isFinal) {
                trial.violations.append("step \(step.index) was answered twice")
            }
        }
    }

    // MARK: The store's content

    /// After the retry, and closed.
    private func judgeEnd(_ trial: inout FaultTrial) {
        let hadLeft = !state.failures.isEmpty || trial.told > 0
        let before = trial.violations.count
        do {
            let (content, problems) = try store.read(at: path)
            let committed = state.ledger.committedOperations
            if committed.count < script.steps.count {
                trial.violations.append("in the end \(committed.count) steps are committed")
            }
            if let difference = content.difference(from: script.content(of: committed)) {
                trial.violations.append("in the end the store has \(difference)")
            }
            trial.violations += problems.prefix(2).map { "in the end \($0)" }
        } catch {
            trial.violations.append("in the end \(Self.text(error))")
        }
        let isGood = trial.violations.count == before
        trial.retry = isGood ? (hadLeft ? .ok : .none) : .failed
    }

    /// A kill directly after the first save to the store that failed.
    private func judgeKill(_ trial: inout FaultTrial) {
        guard let crash = state.crash,
            let content = read(crash.files, "after a kill", &trial)
        else { return }
        let without = script.content(of: crash.possible[0])
        let with = script.content(of: crash.possible[1])
        switch content {
        case without: trial.ghost = .wasNot
        case with: trial.ghost = .wasThere
        default:
            trial.violations.append(
                "after a kill the store has \(content.difference(from: without) ?? "")")
        }
    }

    /// A kill at the end of the run, before the retry.
    private func judgeKilledEnd(_ trial: inout FaultTrial, _ killed: FaultWitness.Kill) {
        guard let content = read(killed.files, "after a late kill", &trial) else { return }
        let possible = killed.possible.map { script.content(of: $0) }
        guard !possible.contains(content) else { return }
        trial.violations.append(
            "after a late kill the store has \(content.difference(from: possible[0]) ?? "")")
    }

    private func read(
        _ files: StoreFiles, _ moment: String, _ trial: inout FaultTrial
    ) -> StoreContent? {
        let copy = path + ".killed"
        defer { StoreFiles.remove(at: copy) }
        do {
            try files.write(to: copy)
            let (content, problems) = try store.read(at: copy)
            trial.violations += problems.prefix(2).map { "\(moment) \($0)" }
            return content
        } catch {
            trial.violations.append("\(moment) \(Self.text(error))")
            return nil
        }
    }

    private static func text(_ error: any Error) -> String {
        "\((error as NSError).localizedDescription) (\(codes(of: error as NSError)))"
    }
}
