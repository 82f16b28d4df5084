const irregular = new Map([
  ['person', 'people'],
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['analysis', 'analyses'],
  ['basis', 'bases'],
  ['crisis', 'crises'],
  ['criterion', 'criteria'],
  ['shelf', 'shelves'],
  ['half', 'halves'],
  ['foot', 'feet'],
  ['mouse', 'mice'],
])

/** Words that are the same in singular and plural, or that already are plurals. */
const unchanging = new Set(
  (
    'staff media series species people info information equipment aircraft data news sheep fish police software hardware furniture luggage feedback weather traffic revenue ' +
    'money music knowledge stuff personnel children men women'
  ).split(' '),
)

/** A noun phrase in the plural: 'order items', 'addresses', 'people'. Names that already are plurals stay. */
export function plural(phrase: string): string {
  const at = phrase.lastIndexOf(' ') + 1
  return `${phrase.slice(0, at)}${pluralOf(phrase.slice(at))}`
}

function pluralOf(word: string): string {
  const lower = word.toLowerCase()
  const known = irregular.get(lower)
  if (known !== undefined) return known
  if (unchanging.has(lower) || !/\p{L}$/u.test(word)) return word
  if (/(?:ss|us|x|z|ch|sh)$/.test(lower)) return `${word}es`
  if (lower.endsWith('s')) return word
  return /[^aeiou]y$/.test(lower) ? `${word.slice(0, -1)}ies` : `${word}s`
}
