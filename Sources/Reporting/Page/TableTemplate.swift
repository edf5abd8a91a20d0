/// A table in Markdown: its head, the line of dashes, its rows.
///
/// Used as the partial `table`.
enum TableTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        |{{#head}} {{.}} |{{/head}}
        |{{#rules}}{{.}}|{{/rules}}
        {{#rows}}
        |{{#cells}} {{.}} |{{/cells}}
        {{/rows}}

        """
}
