import { singular } from '@parlance/retrieval'
import vocabulary from './vocabulary/synonyms.json' with { type: 'json' }

const table = new Map<string, Set<string>>()
for (const group of vocabulary.groups) {
  for (const word of group) {
    const others = table.get(word) ?? new Set<string>()
    for (const other of group) if (other !== word) others.add(other)
    table.set(word, others)
  }
}
for (const [word, others] of Object.entries({ ...vocabulary.deeds, ...vocabulary.records }))
  table.set(word, new Set(others))

const deeds = new Set(Object.keys(vocabulary.deeds))

/** Whether a word is an action that a table records: 'bought' refers to orders, not to a column. */
export function isDeed(word: string): boolean {
  return deeds.has(word)
}

/** Whether a word is such an action in any form: 'buys'. */
export function isDeedVerb(word: string): boolean {
  return isDeed(word) || isDeed(singular(word))
}

/** Whether a word means to buy, so that money, units, or orders may be counted. */
export function isPurchaseVerb(word: string): boolean {
  return isDeedVerb(word) && synonymsOf(isDeed(word) ? word : singular(word)).includes('order')
}

/** Words that often name the same thing in a schema; singular, lower case. */
export function synonymsOf(word: string): readonly string[] {
  return [...(table.get(word) ?? [])]
}

const aliases = new Map<string, readonly string[]>(Object.entries(vocabulary.values))

/** Values that a word may also stand for: `french` → `france`, `female` → `f`. */
export function valueAliases(word: string): readonly string[] {
  return aliases.get(word) ?? []
}
