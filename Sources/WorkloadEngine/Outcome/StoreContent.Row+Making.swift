// The rows of the Atlas, made in the same way of expected and of read objects.
extension StoreContent.Row {
    package static func country(
        code: String?, name: String?, continent: String?, capital: String?, population: Int64?,
        areaKm2: Double?, currency: String?, languages: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(text: code ?? ""),
            values: .country(
                code: code, name: name, continent: continent, capital: capital,
                population: population, areaKm2: areaKm2?.bitPattern, currency: currency,
                languages: languages))
    }

    package static func city(
        geonameID: Int64?, name: String?, admin1: String?, latitude: Double?, longitude: Double?,
        population: Int64?, timezone: String?, country: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(geonameID ?? 0),
            values: .city(
                geonameID: geonameID, name: name, admin1: admin1, latitude: latitude?.bitPattern,
                longitude: longitude?.bitPattern, population: population, timezone: timezone,
                country: country))
    }

    package static func alternateName(
        city: Int64?, position: Int64?, name: String?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(city ?? 0, position ?? 0),
            values: .alternateName(city: city, position: position, name: name))
    }

    package static func note(
        number value: Int64?, title: String?, text body: String?, revision: Int64?,
        changedAt: Double?
    ) -> StoreContent.Row {
        StoreContent.Row(
            key: .init(value ?? 0),
            values: .note(
                number: value, title: title, text: body, revision: revision,
                changedAt: changedAt?.bitPattern))
    }
}
