/// The failures of a run, if it had any.
///
/// Used as the partial `failures`.
enum FailuresTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        {{#hasFailures}}
        ## What went wrong

        {{#failuresNote}}
        {{.}}

        {{/failuresNote}}
        {{#failures}}
        - **{{name}}**: {{message}}
        {{#details}}
            - {{.}}
        {{/details}}
        {{/failures}}

        {{/hasFailures}}

        """
}
