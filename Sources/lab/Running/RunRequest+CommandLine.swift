extension RunRequest {
    /// The arguments of a `lab run` that does the same.
    package var commandLine: [String] {
        var words = CommandLineWords()
        words.add(work)
        words.add("--repetitions", repetitions.map(String.init))
        words.add("--until-told", if: telling != nil)
        words.add("--within", telling?.text)
        words.add("--limit", limits.map(\.description))
        words.add("--sweep", sweep.map { "\($0.key)=\($0.values.joined(separator: ","))" })
        words.add("--plant", planted.map(\.text))
        words.add("--output", output)
        words.add("--keep-stores", keptStores)
        words.add("--baseline", baseline)
        words.add(gating)
        words.add(charts)
        words.add("--quiet", if: isQuiet)
        return words.words
    }
}
