/// The method and the limits of the figures.
///
/// Used as the partial `method`.
enum MethodTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        ## Method

        {{^isSimulated}}
        - The operations were drawn from the seed before any stack existed, and every topology got
          the same ones at the same due times. Arrivals are open-loop: an operation that starts
          late is late, and its time counts from when it was due.
        - Every repetition ran in a process of its own, on a new store. At its end the whole route
          was saved, the store read back, and its content compared with what follows from the
          operations alone.
        {{/isSimulated}}
        {{#isSimulated}}
        - The operations of each draw were drawn from a seed of its own before any stack existed,
          and every topology got the same ones at the same due times. Arrivals are open-loop: an
          operation that starts late is late, and its time counts from when it was due.
        - Every run went in virtual time, on a new store: time is counted work at the device's
          costs, with syncs drawn from its tail. At its end the whole route was saved, the store
          read back, and its content compared with what follows from the operations alone.
        {{/isSimulated}}
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

        What these figures mean: {{#isSimulated}}at the costs of one device{{/isSimulated}}\
        {{^isSimulated}}on one machine{{/isSimulated}}, with one implementation of Core Data's \
        rules, which
        topology keeps the main queue free, which loses what, and by what factor.

        What they do not mean:

        {{^isSimulated}}
        - They are no times of an iPhone or a Mac. The core is a re-implementation for Linux;
          storage, scheduler and clock rates differ. Orders and ratios carry over sooner than
          seconds do.
        {{/isSimulated}}
        {{#isSimulated}}
        - They are no measured times. A device's costs are as sure as their sources, which `lab
          explain` names, and the core is a re-implementation for Linux. Orders and ratios carry
          over sooner than seconds do.
        {{/isSimulated}}
        - A kill is not a loss of power. What the kernel has survives a kill; after a power loss
          only what was synced does.
        {{^isSimulated}}
        - One seed is one stream of operations. Another (`--seed`) shows what chance has in it.
        {{/isSimulated}}
        - Energy, heat, memory pressure and other apps are not modelled; `display` is a cost per
          frame, no drawing.

        """
}
