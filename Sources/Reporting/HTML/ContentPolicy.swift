import Documents
import Foundation

/// What a page may load and run: nothing but its own style and script, known by their digests.
package enum ContentPolicy {
    /// The value of the page's `Content-Security-Policy`.
    package static func text(style: String, script: String) -> String {
        "default-src 'none'; style-src \(source(style)); script-src \(source(script)); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// `'sha256-…'` of the element's text.
    private static func source(_ text: String) -> String {
        var hash = SHA256()
        hash.update(text)
        return "'sha256-\(Data(hash.digest()).base64EncodedString())'"
    }
}
