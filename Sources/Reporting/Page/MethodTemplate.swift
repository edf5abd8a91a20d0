/// The method and the limits of the figures.
///
/// Used as the partial `method`.
enum MethodTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        ## Method

        - The operations were drawn from the seed before any stack existed, and every topology got
          the same ones at the same due times. Arrivals are open-loop: an operation that starts
          late is late, and its time counts from when it was due.
        - Every repetition ran in a process of its own, on a new store. At its end the whole route
          was saved, the store read back, and its content compared with what follows from the
          operations alone.
        - Stretches, blocks and spans of the main queue are recorded, not sampled. *Delay* is what
          an event that arrives at a random instant of the phase waits:
          P(D > x) = Σ max(0, bᵢ − x) / T. A percentile over blocks would hide a freeze among many
          short blocks; this one does not.
        - *Busy* is CPU time of the main thread, without what `display` draws. A stretch's cause is
          the one with the largest time of its own, without that of the spans inside.
        - Figures are medians over repetitions; `low` and `high` in `results.csv` are the least and
          the greatest below six of them. A percentile that has too few values is absent, never
          guessed.
        {{#tellingMethod}}
        - {{.}}
        {{/tellingMethod}}
        {{#quality}}
        - {{.}}.
        {{/quality}}

        ## Limits of the method

        What these figures mean: on one machine, with one implementation of Core Data's rules, which
        topology keeps the main queue free, which loses what, and by what factor.

        What they do not mean:

        - They are no times of an iPhone or a Mac. The core is a re-implementation for Linux;
          storage, scheduler and clock rates differ. Orders and ratios carry over sooner than
          seconds do.
        - A kill is not a loss of power. What the kernel has survives a kill; after a power loss
          only what was synced does.
        - One seed is one stream of operations. Another (`--seed`) shows what chance has in it.
        - Energy, heat, memory pressure and other apps are not modelled; `display` is a cost per
          frame, no drawing.

        """
}
