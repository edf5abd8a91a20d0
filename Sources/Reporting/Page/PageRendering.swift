import Mustache

/// Renders a page's template with the partials that pages share, `table` and `failures`.
enum PageRendering {
    /// - Parameters:
    ///   - page: its properties are what the template names.
    ///   - partials: those of this page alone.
    ///   - file: what an error calls the page.
    /// - Throws: `ReportingError` when a template is wrong: a bug in the lab.
    static func markdown(
        of page: Any, _ template: String, partials: [String: String] = [:],
        file: String = "report.md"
    ) throws(ReportingError) -> String {
        do {
            var templates = [
                "page": try MustacheTemplate(string: template),
                "table": try MustacheTemplate(string: TableTemplate.text),
                "failures": try MustacheTemplate(string: FailuresTemplate.text),
            ]
            for (name, text) in partials { templates[name] = try MustacheTemplate(string: text) }
            return MustacheLibrary(templates: templates).render(page, withTemplate: "page") ?? ""
        } catch {
            throw .notEncoded(file, cause: error)
        }
    }
}
