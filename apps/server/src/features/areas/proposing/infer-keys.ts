import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'
import type { NameWords } from './name-words.ts'

/** A relationship that names imply: rows of `child` may refer to rows of `parent`. */
export interface Candidate {
  child: CatalogueTable
  columns: string[]
  parent: CatalogueTable
  parentColumns: string[]
  /** How clearly the names say so, from 0 to 1. */
  strength: number
  /** Whether the database declares the parent's columns as unique. Otherwise a query must prove it. */
  isUnique: boolean
}

export interface Inferred {
  candidates: Candidate[]
  /** Whether there were more candidates than the limit. */
  isCut: boolean
}

/** Strengths of names. Each outranks the ones below it. */
const strengths = {
  /** `orders.customer_id` and the key of `customers`. */
  home: 1,
  /** The same name of a key, in a table with another name. */
  sameName: 0.9,
  /** `orders.customer` and the key of `customers`. */
  table: 0.85,
  /** `parent_id` within a table. */
  parentRole: 0.8,
  /** A manager among employees. */
  personRole: 0.7,
  /** The same name of one word, such as `isbn`, in a table with another name. */
  sameWord: 0.8,
  /** `customer_id` and the key of `sales_customers`. */
  lastWord: 0.6,
} as const

/** A word in front, such as `billing_customer_id`, makes a name a little less clear. */
const frontWord = 0.95

/** Words that end the name of a key. */
const keyEndings = new Set(['id', 'code', 'key', 'number', 'identifier', 'sk', 'uuid', 'guid', 'pk', 'fk', 'nr'])
/** Keys with these names mean something else in every table. */
const vague = new Set([
  'name',
  'title',
  'date',
  'year',
  'month',
  'type',
  'status',
  'description',
  'value',
  'rank',
  'position',
])
const parentRoles = new Set(['parent', 'predecessor', 'successor', 'previous', 'next', 'original', 'prerequisite'])
const personRoles = new Set(
  'manager supervisor boss superior rep representative salesperson seller owner author creator assignee approver reviewer agent instructor head'.split(
    ' ',
  ),
)
const people = new Set(['employee', 'staff', 'person', 'user', 'worker', 'member'])

const limits = { candidates: 20_000, parentsOfPhrase: 20, parentsOfColumn: 3, frontWords: 3, tablesPerTurn: 200 }

interface Key {
  parent: CatalogueTable
  column: CatalogueColumn
  strength: number
  isHome: boolean
  isUnique: boolean
  /** The first word of the parent's name if the phrase lacks it, such as `sales`. */
  left: string | null
}

/** Finds relationships that names imply, through an index of names, so that the work grows with the number of columns. */
export async function inferKeys(catalogue: Catalogue, words: NameWords): Promise<Inferred> {
  const tables = catalogue.tables.filter(({ objectType }) => objectType === 'TABLE')
  const keys: PhraseIndex = new Map()
  const persons: Key[] = []
  for (const [at, table] of tables.entries()) {
    if (at % limits.tablesPerTurn === 0) await othersTurn()
    for (const key of keysOf(table, words)) {
      for (const [phrase, strength, isHome, left = null] of phrasesOf(key, words)) {
        addKey(keys, phrase, { ...key, strength, isHome, left })
      }
      const lastWord = words.ofTable(table).at(-1) ?? ''
      if (people.has(lastWord)) persons.push({ ...key, strength: strengths.personRole, isHome: false, left: null })
    }
  }
  const composites = compositeIndex(tables, words)
  const candidates: Candidate[] = []
  for (const [at, child] of tables.entries()) {
    if (at % limits.tablesPerTurn === 0) await othersTurn()
    if (candidates.length > limits.candidates) break
    candidates.push(...singleCandidates(child, { keys, persons, words }))
    candidates.push(...compositeCandidates(child, composites, words))
  }
  return { candidates: candidates.slice(0, limits.candidates), isCut: candidates.length > limits.candidates }
}

type PhraseIndex = Map<string, Key[]>

function addKey(keys: PhraseIndex, phrase: string, key: Key): void {
  const known = keys.get(phrase)
  if (known === undefined) keys.set(phrase, [key])
  else if (known.length < limits.parentsOfPhrase) known.push(key)
}

/** The columns that identify a row of a table: declared keys, or else the column that is named like one. */
function keysOf(table: CatalogueTable, words: NameWords): Pick<Key, 'parent' | 'column' | 'isUnique'>[] {
  const declared = [table.primaryKey, ...(table.uniqueKeys ?? [])]
  const single = new Set(declared.flatMap((key) => (key.length === 1 ? key : [])))
  const columns = table.columns.filter(({ name }) => single.has(name))
  if (declared.some((key) => key.length > 0))
    return columns.map((column) => ({ parent: table, column, isUnique: true }))
  const own = words.ofTable(table).join(' ')
  const named = table.columns.find(({ name }) => {
    const [last = '', ...front] = words.of(name).toReversed()
    return keyEndings.has(last) && (front.length === 0 || front.toReversed().join(' ') === own)
  })
  return named === undefined ? [] : [{ parent: table, column: named, isUnique: false }]
}

type Phrase = [phrase: string, strength: number, isHome: boolean, left?: string]

/** The names of columns that mean a key. */
function phrasesOf({ parent, column }: Pick<Key, 'parent' | 'column'>, words: NameWords): Phrase[] {
  const table = words.ofTable(parent)
  const key = words.of(column.name)
  const [first = '', ...rest] = table
  const shortened = rest.length === 0 ? [] : phrasesFor(rest, key).map(([...phrase]): Phrase => [...phrase, first])
  return [...phrasesFor(table, key), ...shortened]
}

function phrasesFor(table: readonly string[], key: readonly string[]): [string, number, boolean][] {
  const [own, name] = [table.join(' '), key.join(' ')]
  const last = key.at(-1) ?? ''
  const phrases: [string, number, boolean][] = [
    [own, strengths.table, true],
    [`${own} ${name}`, strengths.home, true],
  ]
  if (key.length === 1 && (keyEndings.has(last) || vague.has(last))) return phrases
  const head = keyEndings.has(last) ? key.slice(0, -1).join(' ') : name
  const isHome = head === own
  const sameName = key.length > 1 ? strengths.sameName : strengths.sameWord
  phrases.push([name, isHome ? strengths.home : sameName, isHome])
  if (!isHome && head !== name) phrases.push([head, strengths.lastWord, false])
  return phrases
}

interface Means {
  keys: PhraseIndex
  persons: Key[]
  words: NameWords
}

function singleCandidates(child: CatalogueTable, means: Means): Candidate[] {
  const linked = new Set(child.foreignKeys.flatMap(({ columns }) => (columns.length === 1 ? columns : [])))
  return child.columns.flatMap((column) => (linked.has(column.name) ? [] : candidatesOf(child, column, means)))
}

function candidatesOf(child: CatalogueTable, column: CatalogueColumn, { keys, persons, words }: Means): Candidate[] {
  const name = withoutNumber(words.of(column.name))
  const isOwnKey = child.primaryKey.length === 1 && child.primaryKey[0] === column.name
  const [first] = words.ofTable(child)
  const isHome = words.ofTable(child).join(' ').endsWith(name.slice(0, -1).join(' '))
  const found = new Map<string, Key>()
  const add = (key: Key, factor = 1) => {
    const { parent, column: target } = key
    const whole = key.left === null || key.left === first ? key.strength : Math.min(key.strength, strengths.lastWord)
    const strength = whole * factor
    if (parent === child && target.name === column.name) return
    if (!isComparable(column, target)) return
    // The key of a table refers to the table whose name it has, never the other way around.
    if (isOwnKey && (isHome || parent === child || !key.isHome || strength < strengths.sameName)) return
    const id = `${parent.schema ?? ''} ${parent.name} ${target.name}`
    if ((found.get(id)?.strength ?? 0) < strength) found.set(id, { ...key, strength })
  }
  for (let front = 0; front < Math.min(name.length, limits.frontWords + 1); front += 1) {
    for (const key of keys.get(name.slice(front).join(' ')) ?? []) add(key, front === 0 ? 1 : frontWord)
  }
  const role = selfRole(name)
  if (role > 0) for (const key of keysOf(child, words)) add({ ...key, strength: role, isHome: false, left: null })
  if (isPersonRole(name)) for (const key of persons) add(key)
  return [...found.values()]
    .toSorted(
      (left, right) => rank(right, child, words) - rank(left, child, words) || compareNames(left.parent, right.parent),
    )
    .slice(0, limits.parentsOfColumn)
    .map(({ parent, column: target, strength, isUnique }) => ({
      child,
      columns: [column.name],
      parent,
      parentColumns: [target.name],
      strength,
      isUnique,
    }))
}

/** `club_id_2` is named like `club_id`. */
function withoutNumber(name: readonly string[]): readonly string[] {
  return name.length > 1 && /^\d+$/.test(name.at(-1) ?? '') ? name.slice(0, -1) : name
}

/**
 * Among equally clear names, the table whose name the key has wins, then the one whose name begins like the child's,
 * and then the one in the same schema.
 */
function rank({ strength, isHome, parent, isUnique }: Key, child: CatalogueTable, words: NameWords): number {
  const small = 0.001
  const isAlike = words.ofTable(parent)[0] === words.ofTable(child)[0]
  const points = [isHome, isUnique, isAlike, parent.schema === child.schema]
  return strength + small * points.reduce((sum, point) => sum * 2 + Number(point), 0)
}

/** How clearly a name says that a row belongs to another row of the same table, 0 for not at all. */
function selfRole(name: readonly string[]): number {
  const [first = '', second = ''] = name
  if (first === 'reportsto' || (first === 'report' && second === 'to')) return strengths.parentRole
  if (name.length > 1 && !keyEndings.has(name.at(-1) ?? '')) return 0
  if (parentRoles.has(first)) return strengths.parentRole
  return personRoles.has(first) ? strengths.personRole : 0
}

function isPersonRole(name: readonly string[]): boolean {
  const last = name.at(-1) ?? ''
  if (last === 'by') return name.length === 2
  return personRoles.has(keyEndings.has(last) ? (name.at(-2) ?? '') : last)
}

function isComparable(left: CatalogueColumn, right: CatalogueColumn): boolean {
  if (familyOf(left) !== familyOf(right)) return false
  return left.kind !== 'other' || left.dataType.toLowerCase() === right.dataType.toLowerCase()
}

function familyOf({ kind }: CatalogueColumn): string {
  return kind === 'integer' || kind === 'number' ? 'number' : kind
}

interface Composite {
  parent: CatalogueTable
  columns: CatalogueColumn[]
}

/** Keys of several columns, by the words of their first column. Leaves out keys that several tables have. */
function compositeIndex(tables: CatalogueTable[], words: NameWords): Map<string, Composite[]> {
  const keys = tables.flatMap((parent) =>
    [parent.primaryKey, ...(parent.uniqueKeys ?? [])].flatMap((key) => {
      const columns = key.flatMap((name) => parent.columns.find((column) => column.name === name) ?? [])
      return key.length > 1 && columns.length === key.length ? [{ parent, columns }] : []
    }),
  )
  const phrases = ({ columns }: Composite) => columns.map(({ name }) => words.of(name).join(' '))
  const only = [...Map.groupBy(keys, (key) => phrases(key).toSorted().join('\0')).values()].flatMap((same) =>
    same.length === 1 ? same : [],
  )
  return Map.groupBy(only, (key) => phrases(key)[0] ?? '')
}

function compositeCandidates(child: CatalogueTable, index: Map<string, Composite[]>, words: NameWords): Candidate[] {
  const byWords = new Map(child.columns.map((column) => [words.of(column.name).join(' '), column]))
  const linked = new Set(child.foreignKeys.map(({ columns }) => columns.toSorted().join('\0')))
  const found: Candidate[] = []
  for (const phrase of byWords.keys()) {
    for (const { parent, columns } of index.get(phrase) ?? []) {
      if (parent === child) continue
      const own = columns.flatMap((column) => byWords.get(words.of(column.name).join(' ')) ?? [])
      const names = own.map(({ name }) => name)
      const isWhole = own.length === columns.length && own.every((column, at) => isComparable(column, columns[at]!))
      // Two tables with the same key don't say which one refers to the other.
      const isOwnKey = names.toSorted().join('\0') === child.primaryKey.toSorted().join('\0')
      if (!isWhole || isOwnKey || linked.has(names.toSorted().join('\0'))) continue
      const parentColumns = columns.map(({ name }) => name)
      found.push({ child, columns: names, parent, parentColumns, strength: strengths.sameName, isUnique: true })
    }
  }
  return found.slice(0, limits.parentsOfColumn)
}

function compareNames(left: CatalogueTable, right: CatalogueTable): number {
  return left.name < right.name ? -1 : Number(left.name > right.name)
}
