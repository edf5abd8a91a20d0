/// report.md of `lab study`.
///
/// `StudyPage` supplies the values of its names.
enum StudyTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        # {{title}}

        `lab study {{name}}` repeats what was published by {{source}}.

        {{#isInterrupted}}
        > **Interrupted.** What follows is what had run until then.

        {{/isInterrupted}}
        {{#found}}
        **Found.** {{.}}

        {{/found}}
        > *{{caution}}*

        {{>failures}}
        ## Figures

        Medians over the repetitions, and their range; `main.busy` is CPU time of the main thread.

        {{#arms}}
        {{>table}}
        {{/arms}}

        {{#hasPairs}}
        ## Ratios

        {{#pairs}}
        {{>table}}
        {{/pairs}}

        Here, {{pairsLegend}}.

        {{/hasPairs}}
        {{#charts}}
        ![{{title}}](charts/{{file}}.svg)

        {{/charts}}
        {{#undrawn}}
        {{.}}

        {{/undrawn}}
        {{#hasOrders}}
        ## Orders

        An order holds if each arm is told to be above the one before it. Where it does not hold,
        the causes of the arms' main-queue time stand below it: wall time of the spans, medians over
        the repetitions.

        {{#orders}}
        - **{{verdict}}**: {{text}}
        {{#details}}
            - {{.}}
        {{/details}}
        {{/orders}}

        {{/hasOrders}}
        {{#hasClaims}}
        ## Claims

        {{#claims}}
        - **{{verdict}}**: {{text}}
        {{#details}}
            - {{.}}
        {{/details}}
        {{/claims}}

        {{/hasClaims}}
        {{#hasNotes}}
        ## What is otherwise here

        {{#notes}}
        - {{.}}
        {{/notes}}

        {{/hasNotes}}
        ## Method

        Every repetition ran in a process of its own on a new store, and its outcome was compared
        with what follows from the operations alone. {{order}}

        An order or a claim *holds* or *does not hold* if figures that every repetition repeats say
        so, or if the interval excludes the bound. It *cannot be told* if more rounds could decide
        it, and *cannot be tested here* if none could. Each row is in `verdicts.csv`, each published
        pair in `ratios.csv`, every figure in `study.csv`.{{#method}} Here, {{.}}.{{/method}}

        Each arm alone:

        {{#commands}}
        - {{name}}: `{{text}}`
        {{/commands}}

        {{#hasWarnings}}
        ## Warnings

        {{#warnings}}
        - {{message}}; {{advice}}
        {{/warnings}}

        {{/hasWarnings}}
        ## Provenance

        {{#provenance}}
        {{>table}}
        {{/provenance}}

        """
}
