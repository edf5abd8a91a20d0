/// report.md.
///
/// `ReportPage` supplies the values of its names.
enum ReportTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        # {{title}}

        {{#isInterrupted}}
        > **Interrupted.** What follows is what had run until then.

        {{/isInterrupted}}
        {{#planted}}
        > **Planted.** This run committed a fault on purpose in {{.}}, to prove that it is found.
        > Its figures are no stack's.

        {{/planted}}
        **Question.** {{question}}

        **Expected.** {{expect}}

        {{#conclusion}}
        **Found.** {{.}}

        {{/conclusion}}
        {{#telling}}
        **Rounds.** {{.}}

        {{/telling}}
        > *{{caution}}*

        {{#sweep}}
        ## Across {{key}}

        {{legend}}. `sweep.csv` has these figures with their bounds.

        {{#tables}}
        **{{title}}**

        {{#table}}
        {{>table}}
        {{/table}}

        {{/tables}}
        {{/sweep}}
        ## Figures

        Phase `{{phase}}`, the median of {{repetitions}}. In the table, {{legend}}.

        {{#figures}}
        {{>table}}
        {{/figures}}

        {{#promises}}
        - `{{name}}`: {{text}}
        {{/promises}}

        {{#sureness}}
        ## How sure the order is

        {{sentence}}

        *Stable* is an order in at least 95 % of the draws, *mostly* in at least 80 %; what is
        *undecided* the costs could turn round. `orders.csv` has every pair.

        {{#orders}}
        {{>table}}
        {{/orders}}

        {{#whatIf}}
        The longest stall, in ms, with one number at either end of its range, and in brackets with
        half of it; all others as they are, in the first draw's world, where a stall may jump: an
        event begins to meet a checkpoint. `effects.csv` has every number and figure.

        {{>table}}

        {{/whatIf}}
        {{/sureness}}
        {{#pairs}}
        ## Which topologies are told apart

        Each topology against the best, round by round: the ratio with its interval of 95 %, or the
        difference where the figures are small, and what the repetitions carry. One probability of
        error, 2 %, holds for all pairs and figures together (Holm)\
        {{#telling}}, and for all looks at them{{/telling}}. `pairs.csv` has them all.

        {{>table}}

        {{/pairs}}
        {{#hasMatrices}}
        Every topology against every other: a row's topology is better or worse than a column's,
        whose figure is that multiple of the row's, or differs from it by that much; *open* pairs
        are not told apart.

        {{#matrices}}
        **{{figure}}**

        {{#table}}
        {{>table}}
        {{/table}}

        {{/matrices}}
        {{/hasMatrices}}
        {{>failures}}
        {{#charts}}
        ## {{title}}

        ![{{title}}](charts/{{file}}.svg)

        {{/charts}}
        {{#undrawn}}
        ## Charts

        {{.}}

        {{/undrawn}}
        ## The worst stalls

        A stretch runs from the main queue's leaving idle to idle again. Here are the longest that
        differ in topology or in kind; every stretch is in `stretches.csv`.

        {{#stalls}}
        {{number}}. **{{length}} ms** in `{{topology}}`: {{story}}
        {{/stalls}}
        {{^hasStalls}}
        None was recorded.
        {{/hasStalls}}

        {{#hasLimits}}
        ## Limits

        {{#limits}}
        - `{{name}}`: {{text}}
        {{/limits}}

        {{#limitSentence}}
        {{.}}

        {{/limitSentence}}
        {{/hasLimits}}
        ## What a kill takes

        At risk are edits that the app believes saved and the store has not committed (`loss.kill`),
        and edits not yet saved, of which the app knows (`loss.dirty`). *Mean* is over time, and so
        what a kill at a random instant takes; `loss.csv` has every step.\
        {{#hasPowerLoss}} A loss of power takes
        what is saved and not durable (`loss.power`).{{/hasPowerLoss}}

        {{#loss}}
        {{>table}}
        {{/loss}}

        {{#hasCrashes}}
        ### Children that were killed

        Each ran the workload, was killed with SIGKILL, and its store was opened again and compared
        with what its ledger of intents and acknowledgements predicts.

        {{#crashes}}
        {{>table}}
        {{/crashes}}

        {{/hasCrashes}}
        {{#hasOperations}}
        ## Operations

        From when an operation was due to when it was done, in ms. Identical operations are not
        identical work: a faster import makes a later fetch return more rows.

        {{#operations}}
        {{>table}}
        {{/operations}}

        {{/hasOperations}}
        {{#hasWork}}
        ## Work

        What the engine and the store did, counted: it does not depend on the machine's speed. Where
        the order of operations decides, the repetitions differ, and the median is marked *~*.

        {{#work}}
        {{>table}}
        {{/work}}

        {{/hasWork}}
        {{#hasWarnings}}
        ## Warnings

        {{#warnings}}
        - `{{code}}`: {{message}}. {{advice}}.
        {{/warnings}}

        {{/hasWarnings}}
        {{>settings}}
        {{>method}}

        ## Provenance

        {{#provenance}}
        {{>table}}
        {{/provenance}}

        ## Files

        `results.csv` has every figure by phase, role and repetition; `stretches.csv` each stretch
        of each main queue; `operations.csv` the operations, the same for every topology;
        `loss.csv` the edits at risk over time; `crashes.csv` the children killed; `run.json` all of
        it with its provenance; `charts/` each chart with the script and the data that draw it again
        (`gnuplot timeline.gp` in that folder).

        """
}
