extension TidyRule {
    /// A reader of a comment has only the repository: every citation must lead into it.
    static let citations = citations(of: Repository.articles)

    /// Makes the rule for some articles.
    static func citations(of articles: [Article]) -> TidyRule {
        TidyRule("A comment cites a heading that exists") { file in
            Citation.all(in: file).compactMap { citation in
                let named = articles.filter { $0.name == citation.article }
                if named.contains(where: { $0.headings.contains(citation.heading) }) { return nil }
                let remedy =
                    named.isEmpty
                    ? "no article has that name: cite one of Sources/lab/lab.docc"
                    : "it has no such heading: cite one that it has, or say the reason here"
                return (citation.line, "“\(citation.article)”, “\(citation.heading)”: \(remedy)")
            }
        }
    }

    /// Papers that lay beside the repository when it was written, by the names they were cited by.
    static let lostPapers = TidyRule("A comment cites no paper that is not in the tree") { file in
        file.comments.compactMap { line, text in
            let words = text.split { !$0.isLetter }
            guard let name = words.first(where: { ["DESIGN", "STYLE"].contains($0) }) else {
                return nil
            }
            return (line, "“\(name)” is not in the repository: cite an article, or say the reason")
        }
    }
}
