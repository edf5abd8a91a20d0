/// Turns an object into a line, in the same way for expected and for read objects.
extension StoreContent.Row {
    /// A text in quotes, escaped so that a line stays a line and two texts never look like one.
    private static func text(_ value: String?) -> String {
        value?.debugDescription ?? "nil"
    }

    package static func country(
        code: String?, name: String?, continent: String?, capital: String?, population: Int64?,
        areaKm2: Double?, currency: String?, languages: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(text: code ?? ""),
            line: "Country \(text(code)): name \(text(name)), continent \(text(continent)),"
                + " capital \(text(capital)), population \(number(population)),"
                + " areaKm2 \(number(areaKm2)), currency \(text(currency)),"
                + " languages \(text(languages))")
    }

    package static func city(
        geonameID: Int64?, name: String?, admin1: String?, latitude: Double?, longitude: Double?,
        population: Int64?, timezone: String?, country: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(geonameID ?? 0),
            line: "City \(number(geonameID)): name \(text(name)), admin1 \(text(admin1)),"
                + " latitude \(number(latitude)), longitude \(number(longitude)),"
                + " population \(number(population)), timezone \(text(timezone)),"
                + " country \(text(country))")
    }

    package static func alternateName(
        city: Int64?, position: Int64?, name: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(city ?? 0, position ?? 0),
            line: "AlternateName \(number(position)) of City \(number(city)): name \(text(name))")
    }

    package static func note(
        number value: Int64?, title: String?, text body: String?, revision: Int64?,
        changedAt: Double?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(value ?? 0),
            line: "Note \(number(value)): title \(text(title)), text \(text(body)),"
                + " revision \(number(revision)), changedAt \(number(changedAt))")
    }

    private static func number(_ value: (some CustomStringConvertible)?) -> String {
        value?.description ?? "nil"
    }
}
