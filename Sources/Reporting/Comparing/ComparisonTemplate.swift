/// comparison.md.
///
/// `ComparisonPage` supplies the values of its names.
enum ComparisonTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        ## {{workload}}: {{mark}}

        **{{sentence}}**

        {{#hasNotable}}
        {{#notable}}
        {{>table}}
        {{/notable}}

        {{/hasNotable}}
        {{#hasFindings}}
        {{#findings}}
        - {{text}}
        {{/findings}}

        {{/hasFindings}}
        {{#gateCount}}
        {{.}}

        {{/gateCount}}
        {{#gates}}
        - {{text}}
        {{/gates}}

        {{#hasAll}}
        <details><summary>All {{count}} gates</summary>

        {{#all}}
        {{>table}}
        {{/all}}

        </details>

        {{/hasAll}}
        {{#hasDescribed}}
        <details><summary>Beside the gates, changed beyond chance: {{describedCount}}</summary>

        These fail nothing: of hundreds of figures some change by chance, and who asks about all of
        them will always find one.

        {{#described}}
        {{>table}}
        {{/described}}

        </details>

        {{/hasDescribed}}
        <details><summary>How it was judged</summary>

        {{#method}}
        - {{text}}
        {{/method}}
        - *identical*: all values are the same; *equivalent*: the whole interval lies within what
          does not matter; *improved*, *regressed*: beyond it, and chance does not explain it;
          *inconclusive*: none of these can be told; *incomparable*: there are not two values of one
          thing

        {{#arms}}
        {{>table}}
        {{/arms}}

        </details>

        *{{caution}}*

        """
}
