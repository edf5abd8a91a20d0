/// The settings of each topology, if the files have them.
///
/// Used as the partial `settings`.
enum SettingsTemplate {
    static let text = """
        {{% CONTENT_TYPE: TEXT}}\
        {{#hasSettings}}
        ## Settings

        The fields of each topology as it ran. **Set off** is what stands over something else: over
        the topology's own field, or over what the workload sets for all.

        {{#settings}}
        - `{{name}}`: {{text}}
        {{/settings}}

        {{/hasSettings}}

        """
}
