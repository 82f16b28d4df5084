import type { SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { Identifier } from '../parse/model.ts'

/**
 * A name in the other case, letter by letter. A letter that shares its other case with another stays: `ſ` would become
 * the `S` of another name.
 */
function inCase(text: string, change: (letter: string) => string, back: (letter: string) => string): string {
  if (!/\P{ASCII}/u.test(text)) return change(text)
  return text.replace(/./gsu, (letter) => {
    const changed = change(letter)
    return changed.length === letter.length && back(changed) === back(letter) ? changed : letter
  })
}

const upper = (text: string) =>
  inCase(
    text,
    (letter) => letter.toUpperCase(),
    (letter) => letter.toLowerCase(),
  )
const lower = (text: string) =>
  inCase(
    text,
    (letter) => letter.toLowerCase(),
    (letter) => letter.toUpperCase(),
  )

/**
 * The key that finds a written name's object in this dialect. Where names fold to lower case, the parser already did
 * so.
 */
export function nameKey(name: Pick<Identifier, 'text' | 'quote'>, dialect: SqlDialect): string {
  switch (dialectOf(dialect).folding) {
    case 'lower':
      return name.text
    case 'upper':
      return name.quote === null ? upper(name.text) : name.text
    case 'insensitive':
      return lower(name.text)
  }
}

/** The key of a name as the catalogue spells it. */
export function catalogueKey(name: string, dialect: SqlDialect): string {
  return nameKey({ text: name, quote: '"' }, dialect)
}
