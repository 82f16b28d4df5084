import { stemOf } from './concepts.ts'

/** Words that begin sentences but are not names. */
export const beginnings: ReadonlySet<string> = new Set([
  ...(
    'a an the new it its this that these those they their there he she we our you your i all both each every everything everyone no none nothing most many some several few any only also and but or so then however overall together altogether combined total sum in on at of for from by with to as here what which who next second third fourth fifth first last one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred half neither either more less fewer another other others performance growth activity demand business trade volume trend result results data figure figures value values amount amounts number share rate average median minimum maximum range difference gap change increase decrease row rows list table query order place rank year month week quarter day january february march april may june july august september october november december thousand thousands million millions billion billions roughly about nearly almost over under between compared relative according based excluding including id ids while although though whereas despite unlike since after before during because when if among across within apart aside besides instead still yet even just meanwhile conversely similarly notably interestingly additionally furthermore moreover finally lastly once again there’s remaining rest only same such much further later earlier until throughout per not roughly looking taken measured ' +
    'der die das ein eine es sie er dies diese dieser alle beide jeder jede jedes kein keine nichts insgesamt zusammen im in am an von mit und aber nur millionen milliarden tausend umsatz summe anteil ergebnis wert anzahl ' +
    'aunque mientras si cuando bien alors tandis quand obwohl während wenn sebbene mentre zwei drei vier fünf sechs sieben acht neun zehn dos tres cuatro cinco seis siete ocho nueve diez deux trois quatre cinq six sept huit neuf dix due tre quattro cinque sei ' +
    'yearly monthly weekly daily quarterly hourly annual annually on-time year-on-year ' +
    'el la los las un una esto este esta estos todo todos todas ambos cada ninguno ninguna nada en de con y pero sólo solo total ' +
    'le les l un une ce cette ces seul seule seuls seules tout tous toutes chaque aucun rien en de avec et mais ' +
    'il lo gli uno questo questa tutti ogni nessuno nel di con e ma o os as um uma isto este todos cada em com mas'
  ).split(' '),
  ...['no', 'every', 'any', 'some'].map((part) => `${part}body`),
])

/** Common German nouns, as stems. */
export const germanNouns: ReadonlySet<string> = new Set(
  'Euro Prozent Höhe Mittel Summe Stück Platz Jahr Jahren Monat Monaten Woche Tag Tagen Schnitt Folge Vergleich Einheit Einheiten Tabelle Daten Zeile Zeilen Spalte Wert Werten Ergebnis Land Ländern Länder Stadt Städten Produkt Produkten Kunde Kunden Bestellung Titel Titeln Kino Kinos Firma Firmen Minuten Stunden Sekunden Tausend Millionen Milliarden Lager Spitze Abstand Person Personen Aufgabe Aufgaben Genre Genres Film Filmen Filme Kategorie Kategorien Preis Gewinn Verlust Status Zeitraum Bezug Rang Position Reihe Stelle Stellen Schluss Ende Anfang Drittel Viertel Hälfte Quartal Quartalen Filiale Filialen Werk Werke Werken Mal Durchschnitt Unterschied Zahlen Zahl Gegensatz Regel Fall Liste Bereich Region Regionen'
    .split(' ')
    .map(stemOf),
)
