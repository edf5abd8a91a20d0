import Verdicts

/// What a command judges by, beside the gates of the workload.
package struct GateRequest: Codable, Sendable, Hashable {
    /// Those of `--fail-on`, in order.
    package var named: [NamedGate] = []
    /// Whether it is a failure (8) where a gate can be told neither to hold nor to fail.
    package var requiresVerdict = false
    /// The folder of named baselines.
    package var shelf: String
    /// This machine's noise, in a file; `nil` for the usual one, where there is one.
    package var noiseFloor: String?

    /// - Parameters:
    ///   - named: those of `--fail-on`.
    ///   - requiresVerdict: `true` for `--require-verdict`.
    package init(
        named: [NamedGate] = [], requiresVerdict: Bool = false, shelf: String? = nil,
        noiseFloor: String? = nil
    ) {
        self.named = named
        self.requiresVerdict = requiresVerdict
        self.shelf = shelf ?? BaselineShelf.usualFolder
        self.noiseFloor = noiseFloor
    }

    /// The noise floor that was measured; the assumed one where none was.
    ///
    /// - Throws: `CommandFailure` where a file that was named cannot be read (2), or holds no noise
    ///   floor (3).
    func floor() throws -> NoiseFloor {
        try NoiseFloorFile.floor(at: noiseFloor)
    }

    /// The baseline of a name or a folder.
    ///
    /// - Throws: as `BaselineShelf.baseline` does.
    func baseline(_ name: String) throws -> BaselineShelf.Baseline {
        try BaselineShelf(folder: shelf).baseline(name)
    }
}
