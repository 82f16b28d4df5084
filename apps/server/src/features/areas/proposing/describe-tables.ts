import type { CatalogueTable } from '@parlance/contract'
import type { TableGroup } from './group-tables.ts'
import type { NameWords } from './name-words.ts'
import type { Relationship } from './prove-keys.ts'

/** The most names in a sentence. */
const mostNames = 5
const longestComment = 1000
const longestName = 80

/** Nouns without a plural. */
const uncountable = /(?:history|weather|staff|stock|inventory|information|info|equipment|data|media|news|access)$/

/**
 * Says what a table contains: the database's own comment, or only what follows from its name and relationships. Empty
 * if nothing does.
 * @param relationships those of the table to others
 */
export function describeTable(
  table: CatalogueTable,
  relationships: Pick<Relationship, 'parent'>[],
  words: NameWords,
): string {
  const comment = table.comment?.trim() ?? ''
  if (comment !== '') return comment.slice(0, longestComment)
  const parents = relationships.filter(({ parent }) => parent !== table)
  const names = [...new Set(parents.map(({ parent }) => plural(words.ofTable(parent))))]
  const noun = words.ofTable(table).join(' ')
  const rows = table.objectType === 'VIEW' || uncountable.test(noun) ? [] : [`One row per ${noun}.`]
  return [...rows, ...(names.length === 0 ? [] : [`Refers to ${listed(names)}.`])].join(' ')
}

/** Lists the tables of an area in words. */
export function describeGroup({ tables }: TableGroup, words: NameWords): string {
  return `${capitalized(listed(tables.map((table) => plural(words.ofTable(table)))))}.`
}

/** Names each group after its most linked tables. No name is used twice or taken. */
export function nameGroups(groups: TableGroup[], words: NameWords, taken: Iterable<string>): string[] {
  const used = new Set([...taken].map((name) => name.toLowerCase()))
  return groups.map((group) => {
    const all = group.tables.map((table) => words.ofTable(table))
    const prefix = commonPrefix(all)
    const names = [...new Set(all.map((each) => plural(prefix === null ? each : each.slice(1))))]
    const [first = 'tables', second, third] = names
    const options = [
      ...(second === undefined ? [first] : [`${first} and ${second}`]),
      ...(third === undefined ? [] : [`${first}, ${second}, and ${third}`]),
    ].map((name) => capitalized(`${prefix === null ? '' : `${prefix}: `}${name}`.slice(0, longestName)))
    const free = options.find((name) => !used.has(name.toLowerCase())) ?? numbered(options[0] ?? '', used)
    used.add(free.toLowerCase())
    return free
  })
}

/** Tables with a common first word from this number show it only once. */
const leastOfPrefix = 3

function commonPrefix(names: (readonly string[])[]): string | null {
  const prefix = names[0]?.[0] ?? null
  const isCommon = names.every(([first, ...rest]) => first === prefix && rest.length > 0)
  return isCommon && names.length >= leastOfPrefix ? prefix : null
}

function numbered(name: string, used: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!used.has(`${name} ${number}`.toLowerCase())) return `${name} ${number}`
}

function plural(words: readonly string[]): string {
  const text = words.join(' ')
  if (/[^s]s$/.test(text) || text.endsWith('people') || uncountable.test(text)) return text
  if (text.endsWith('person')) return `${text.slice(0, -'person'.length)}people`
  if (/(?:ss|x|ch|sh)$/.test(text)) return `${text}es`
  return /[^aeiou]y$/.test(text) ? `${text.slice(0, -1)}ies` : `${text}s`
}

function listed(names: string[]): string {
  const more = names.length - mostNames
  if (more > 1) return `${names.slice(0, mostNames).join(', ')}, and ${more} more`
  const [last = '', ...front] = names.toReversed()
  if (front.length === 0) return last
  return `${front.toReversed().join(', ')}${front.length > 1 ? ',' : ''} and ${last}`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
