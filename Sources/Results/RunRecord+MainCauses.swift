extension RunRecord {
    /// What the main queue's time of a phase went to, the largest cause first, without what
    /// `display` draws. A stretch belongs to the phase that it began in.
    package func mainCauses(in phase: String) -> [StretchRecord.CauseShare] {
        let blocks = stretches.lazy
            .filter { self.phase(at: $0.began)?.name == phase }
            .flatMap(\.blocks).filter { $0.label != "display" }
        return StretchRecord.causes(of: blocks)
    }
}
