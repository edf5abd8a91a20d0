/// The Markdown of `lab compare --markdown`.
///
/// `PullRequestPage` supplies the values of its names.
enum PullRequestTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        ## {{workload}}: {{mark}}

        **{{sentence}}**

        {{#hasNotable}}
        {{#notable}}
        {{>table}}
        {{/notable}}

        {{/hasNotable}}
        {{#hasLines}}
        {{#lines}}
        - {{text}}
        {{/lines}}

        {{/hasLines}}
        [{{rest}}, side by side]({{link}}). *{{caution}}*

        """
}
