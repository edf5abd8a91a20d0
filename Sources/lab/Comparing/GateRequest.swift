import Verdicts

/// The gates and the baseline of a command, beside the gates of the workload.
package struct GateRequest: Codable, Sendable, Hashable {
    /// The gates of `--fail-on`, in order.
    package var named: [NamedGate] = []
    /// Whether a gate without a verdict, neither held nor failed, counts as a failure (8).
    package var requiresVerdict = false
    /// The folder of named baselines.
    package var shelf: String
    /// This machine's noise, in a file; `nil` for the usual one, if it exists.
    package var noiseFloor: String?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - named: the gates of `--fail-on`.
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

    /// The noise floor of the named file, or of the usual file, or the assumed floor.
    ///
    /// - Throws: `CommandFailure` if the named file cannot be read (2), or holds no noise floor
    ///   (3).
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
