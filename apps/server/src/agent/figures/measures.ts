/** What a unit measures; only units of one quantity can be converted or confused. */
export const quantities = ['time', 'length', 'mass', 'volume', 'energy'] as const
export type Quantity = (typeof quantities)[number]

export interface Unit {
  quantity: Quantity
  /** How many of the smallest unit of the quantity it is. */
  factor: number
}

/** The units of each quantity with their names, in the languages whose numbers are read. */
const unitNames: [Quantity, [factor: number, names: string][]][] = [
  [
    'time',
    [
      [1, 'second seconds sec secs sekunde sekunden segundo segundos seconde secondes secondi'],
      [60, 'minute minutes min mins minuten minuto minutos minuti'],
      [3_600, 'hour hours hr hrs h stunde stunden hora horas heure heures ora ore'],
      [86_400, 'day days tag tage tagen día días dia dias jour jours giorno giorni'],
      [604_800, 'week weeks woche wochen semana semanas semaine semaines settimana settimane'],
      [2_629_800, 'month months monat monate monaten mes meses mois mese mesi'],
      [31_557_600, 'year years jahr jahre jahren año años an ans année années anno anni'],
    ],
  ],
  [
    'length',
    [
      [10, 'centimeter centimeters cm'],
      [25.4, 'inch inches'],
      [304.8, 'foot feet ft'],
      [1_000, 'meter meters metre metres metros mètres metern metri'],
      [1_000_000, 'kilometer kilometers kilometre kilometres km kilómetros kilomètres'],
      [1_609_344, 'mile miles mi'],
    ],
  ],
  [
    'mass',
    [
      [1, 'gram grams gramm gramos grammes'],
      [28.35, 'ounce ounces oz'],
      [453.6, 'pound pounds lb lbs'],
      [1_000, 'kilogram kilograms kilo kilos kg'],
      [1_000_000, 'ton tons tonne tonnes tonnen toneladas'],
    ],
  ],
  [
    'volume',
    [
      [1, 'milliliter milliliters ml'],
      [1_000, 'liter liters litre litres litros'],
      [3_785, 'gallon gallons'],
      [1_000_000, 'm3'],
    ],
  ],
  [
    'energy',
    [
      [1, 'wh'],
      [1_000, 'kwh'],
      [1_000_000, 'mwh'],
      [1_000_000_000, 'gwh'],
      [1_000_000_000_000, 'twh'],
    ],
  ],
]

const units = new Map<string, Unit>()
for (const [quantity, own] of unitNames) {
  for (const [factor, names] of own) {
    for (const name of names.split(' ')) units.set(name, { quantity, factor })
  }
}

/** The unit with this name, in any language; null for another word. */
export function unitNamed(word: string): Unit | null {
  return units.get(word.toLowerCase()) ?? null
}

/** The unit right after a figure. */
export function unitAfter(after: string): Unit | null {
  return unitNamed(/^[\s-]?(\p{L}+[23]?)(?![\p{L}\p{N}])/u.exec(after)?.[1] ?? '')
}

/** The unit that a column's name gives for a quantity: the minutes of `downtime_minutes`; null if it gives none. */
export function unitOfName(name: string, quantity: Quantity): Unit | null {
  const words = name
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const found = (words ?? []).map(unitNamed).filter((unit) => unit?.quantity === quantity)
  // `price_per_kwh` is measured in money, and `sold_last_month` in pieces.
  return /(?:^|[_\s])(?:per|last|this|previous|next)(?:[_\s]|$)/i.test(name) ? null : (found.at(-1) ?? null)
}
