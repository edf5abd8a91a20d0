/// report.md of `lab crash`.
///
/// `CrashPage` supplies the values of its names.
enum CrashTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        # What each crash takes: {{workload}}

        {{title}}.

        {{#isInterrupted}}
        > **Interrupted.** What follows is what had run until then.\
        {{#missing}} Not run: {{.}}.{{/missing}}

        {{/isInterrupted}}
        **Question.** {{question}}

        {{#conclusion}}
        **Found.** {{.}}

        {{/conclusion}}
        {{#states}}
        **Checked.** {{.}}

        {{/states}}
        > *{{caution}}*

        {{>failures}}
        ## Losses

        {{#hasLosses}}
        In edits that the app believes saved, over the measured phases. A *kill* takes what is saved
        and not committed: the topology's doing. A *loss of power* takes what is not durable: the
        mode of SQLite comes on top. *Mean* is over time, and so what a crash at a random instant
        takes; *window* is the longest that one edit was at risk, in virtual seconds; *dirty* is
        edited and not saved, and the app knows; *never stored* was saved and in no commit until the
        app ended. A lost batch can be imported again, what a person typed cannot: each role has its
        row.

        {{#losses}}
        {{>table}}
        {{/losses}}

        {{/hasLosses}}
        {{^hasLosses}}
        There are no figures.

        {{/hasLosses}}
        {{#hasUnmeasured}}
        Not measured:

        {{#unmeasured}}
        - `{{name}}`: {{text}}
        {{/unmeasured}}

        {{/hasUnmeasured}}
        {{#hasSilent}}
        Saves of a parent that failed after the child's had returned took, without any crash:

        {{#silent}}
        - `{{name}}`: {{text}} edits
        {{/silent}}

        {{/hasSilent}}
        What each topology promises:

        {{#promises}}
        - `{{name}}`: {{text}}
        {{/promises}}

        {{#charts}}
        ## {{title}}

        ![{{title}}](charts/{{file}}.svg)

        {{/charts}}
        {{#undrawn}}
        ## Charts

        {{.}}

        {{/undrawn}}
        {{#hasExplorations}}
        ## States that were judged

        Each is a disk that a crash may leave. *Images* are those among them that no state before
        had; each was opened and recovered by SQLite. *Checked* are those whose pages were those of
        no commit: `integrity_check`, foreign keys, both sides of relationships, and every row
        against the commits. The *bound* is the share of bad states that so many samples would have
        found in 95 of 100 runs, three over their number; what is not sampled has none.

        {{#models}}
        {{>table}}
        {{/models}}

        *Exact kills*: children that died at an operation chosen beforehand, and how many of them
        left the very bytes that were predicted.

        {{#explorations}}
        {{>table}}
        {{/explorations}}

        {{/hasExplorations}}
        {{#hasViolations}}
        ## Violations

        States after which a store is not what any commit left, or not one that this crash may
        leave. Counts say nothing about which topology is better: they were not looked at alike.

        {{#violations}}
        ### {{name}}{{#control}}, with {{.}} broken on purpose{{/control}}

        {{#entries}}
        - `{{state}}`: {{message}}{{#cause}} ({{.}}){{/cause}}
        {{/entries}}
        {{#more}}
        - and {{.}} more in `crashes.csv`
        {{/more}}

        Rebuild the first of them, or another by its address:

            {{replay}}

        {{/violations}}
        With this folder before the address, as in `--replay FOLDER/siblings+wal/full/P3/682/17`,
        `run.json` tells workload, settings, seed and what was broken, and a lab that records
        another run than this one refuses.

        {{/hasViolations}}
        {{#hasKills}}
        ## Children that were killed

        These ran on the real clock, were killed with SIGKILL at random instants, and their stores
        were opened again and compared with what their ledgers of intents and acknowledgements
        predict. Their rows in `crashes.csv` are marked `real`, and are others in each run.

        {{#kills}}
        {{>table}}
        {{/kills}}

        {{/hasKills}}
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

        `crashes.csv` has every model of every configuration, every violation and every kill;
        `loss.csv` the edits at risk over time. But for the rows marked `real`, both are the same
        bytes in every run of this workload and seed. `run.json` has all of it with its provenance;
        `charts/` each chart with the script and the data that draw it again (`gnuplot loss-map.gp`
        in that folder).

        """
}
