import { nationalityOf } from './nationalities.ts'

/** Languages in which a country may be named, whatever the language of the rows. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'pt']
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Names that `Intl` doesn't give. */
const otherNames: Record<string, string[]> = {
  US: [
    'usa',
    'u.s.',
    'united states of america',
    'the united states',
    'vereinigte staaten',
    'estados unidos',
    'états-unis',
    'stati uniti',
  ],
  GB: ['uk', 'u.k.', 'great britain', 'großbritannien', 'gran bretaña', 'reino unido', 'royaume-uni', 'regno unito'],
  CZ: ['czech republic', 'tschechische republik'],
  NL: ['holland', 'the netherlands'],
}

let names: Map<string, string[]> | null = null

/** The other names of a country, and what is from there, in lower case; none if the text names no country. */
export function countryNames(text: string): string[] {
  names ??= readNames()
  return names.get(text)?.filter((name) => name !== text) ?? []
}

function readNames(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const displays = languages.map((language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }))
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const all = displays.flatMap((display) => display.of(code)?.toLowerCase() ?? [])
    if (all.length === 0) continue
    const forms = [
      ...new Set([
        ...all,
        ...(otherNames[code] ?? []),
        ...nationalityOf(new Intl.Locale(`und-${code}`).region ?? code),
      ]),
    ]
    for (const form of forms) if (!found.has(form)) found.set(form, forms)
  }
  return found
}
