extension StoreContent {
    /// The values of an object: two are equal exactly when their lines are.
    ///
    /// A line is made only for a digest or a reader; comparing 33,000 objects of a store with the
    /// expected ones by their lines took a fifth of a simulated run. Real numbers are bit patterns,
    /// because −0 and 0 differ in a line.
    enum Values: Sendable, Equatable {
        /// An object of one's own model, whose attributes only its model knows.
        case line(String)
        case country(
            code: String?, name: String?, continent: String?, capital: String?,
            population: Int64?, areaKm2: UInt64?, currency: String?, languages: String?)
        case city(
            geonameID: Int64?, name: String?, admin1: String?, latitude: UInt64?,
            longitude: UInt64?, population: Int64?, timezone: String?, country: String?)
        case alternateName(city: Int64?, position: Int64?, name: String?)
        case note(
            number: Int64?, title: String?, text: String?, revision: Int64?, changedAt: UInt64?)

        /// The object as text: `City 10570: admin1 "38", country "IR", …`.
        var line: String {
            switch self {
            case .line(let line):
                line
            case .country(
                let code, let name, let continent, let capital, let population, let areaKm2,
                let currency, let languages):
                "Country \(Self.text(code)): name \(Self.text(name)),"
                    + " continent \(Self.text(continent)), capital \(Self.text(capital)),"
                    + " population \(Self.number(population)), areaKm2 \(Self.real(areaKm2)),"
                    + " currency \(Self.text(currency)), languages \(Self.text(languages))"
            case .city(
                let geonameID, let name, let admin1, let latitude, let longitude,
                let population, let timezone, let country):
                "City \(Self.number(geonameID)): name \(Self.text(name)),"
                    + " admin1 \(Self.text(admin1)), latitude \(Self.real(latitude)),"
                    + " longitude \(Self.real(longitude)), population \(Self.number(population)),"
                    + " timezone \(Self.text(timezone)), country \(Self.text(country))"
            case .alternateName(let city, let position, let name):
                "AlternateName \(Self.number(position)) of City \(Self.number(city)):"
                    + " name \(Self.text(name))"
            case .note(let number, let title, let text, let revision, let changedAt):
                "Note \(Self.number(number)): title \(Self.text(title)), text \(Self.text(text)),"
                    + " revision \(Self.number(revision)), changedAt \(Self.real(changedAt))"
            }
        }

        /// A text in quotes, escaped so that a line stays a line and two texts never look like one.
        private static func text(_ value: String?) -> String {
            guard let value else { return "nil" }
            // What needs no escape is nearly all, and the library looks at each character.
            return value.utf8.allSatisfy(isPlain) ? "\"\(value)\"" : value.debugDescription
        }

        /// Whether a byte is a printable character of ASCII that is not escaped.
        private static func isPlain(_ byte: UInt8) -> Bool {
            byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"")
                && byte != UInt8(ascii: "\\")
        }

        private static func number(_ value: Int64?) -> String {
            value?.description ?? "nil"
        }

        private static func real(_ bits: UInt64?) -> String {
            bits.map { Double(bitPattern: $0).description } ?? "nil"
        }
    }
}
