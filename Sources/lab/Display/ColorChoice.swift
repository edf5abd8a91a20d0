/// A value of `--color`: when words are emphasised.
package enum ColorChoice: String, CaseIterable, Sendable {
    /// On a terminal that has colours, unless `NO_COLOR` is set.
    case auto
    case always, never
}
