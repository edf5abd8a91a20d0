/// index.md of a suite.
///
/// `SuitePage` supplies the values of its names.
enum SuiteTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        # {{title}}

        > *{{caution}}*

        {{#table}}
        {{>table}}
        {{/table}}

        {{#hasMissing}}
        ## What has not run

        The suite is not complete: run it again, and it goes on; or merge the other shards.

        {{#missing}}
        - {{.}}
        {{/missing}}

        {{/hasMissing}}
        {{#findings}}
        ## {{name}}

        {{#conclusion}}
        {{.}}

        {{/conclusion}}
        {{#table}}
        {{>table}}
        {{/table}}

        {{/findings}}
        ## Provenance

        {{#provenance}}
        {{>table}}
        {{/provenance}}

        """
}
