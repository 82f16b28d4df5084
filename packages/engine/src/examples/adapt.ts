import type { TableRef } from '@parlance/contract'
import type { ValueComparison } from '@parlance/sql'
import { writingOf } from '@parlance/sql/writing'
import { unitOf } from '../match/dates.ts'
import { plainQuestion } from '../match/tokens.ts'
import { plainKey } from '../match/values.ts'
import { keyOf } from '../schema/model-schema.ts'
import type { AdaptedExample, AdaptRequest, ExampleChange } from './contract.ts'
import { literalsOf, type Literal } from './literals.ts'
import { isTemporal, replacementOf, type Replacement } from './replacements.ts'
import { alignmentsOf, partsOf, type Slot } from './slots.ts'

/**
 * The SQL of an example for the values of another question. Null unless both questions say the same apart from values,
 * and each changed value is certain: a text is a value of the same column that the user may see, and a date or number
 * has only one place in the SQL.
 */
export async function adaptExample(asked: AdaptRequest): Promise<AdaptedExample | null> {
  const example = { ...asked.example, question: plainQuestion(asked.example.question) }
  const request = { ...asked, example }
  const { question, today } = request
  const literals = literalsOf(example.sql, request.catalogue.dialect)
  if (literals === null) return null
  const splitsRelative = !literals.some(isTemporal)
  const parts = partsOf(example.question, { today: example.askedOn, texts: namesOf(literals, request), splitsRelative })
  const found = new Map<string, AdaptedExample>()
  for (const slots of alignmentsOf(parts, question, today)) {
    const adapted = await adapt(request, literals, slots)
    if (adapted !== null) found.set(adapted.sql, adapted)
  }
  const [only] = found.values()
  return found.size === 1 && only !== undefined ? only : null
}

/** What a question may call each text of the SQL. */
function namesOf(literals: readonly Literal[], { synonyms }: AdaptRequest): Map<string, string[]> {
  const texts = literals.filter((one) => one.kind === 'text' && one.value.trim() !== '' && !isTemporal(one))
  return new Map(
    texts.map(({ value }) => [value, [value, ...synonyms.flatMap((one) => (one.value === value ? one.synonyms : []))]]),
  )
}

async function adapt(
  request: AdaptRequest,
  literals: readonly Literal[],
  asked: readonly Slot[],
): Promise<AdaptedExample | null> {
  const named = await withStoredTexts(request, literals, asked)
  if (named === null) return null
  const { slots, hidden } = named
  const { example } = request
  const replaced = new Map<Literal, Set<string>>()
  for (const slot of slots) {
    const own = literals.flatMap((literal) => {
      const replacement = replacementOf(literal, slot)
      return replacement === null ? [] : [{ literal, replacement }]
    })
    if (!isExplained(slot, literals, own)) return null
    for (const { literal, replacement } of own)
      replaced.set(literal, (replaced.get(literal) ?? new Set()).add(replacement.value))
  }
  if (slots.some(dependsOnSql) && literals.some((one) => isTemporal(one) && !isDated(one, slots))) return null
  // A literal that two values of the question explain differently may belong to either.
  if ([...replaced.values()].some((values) => values.size > 1)) return null
  if (namesOldValue(example.sql, literals, slots.filter(isChanged))) return null
  return { sql: written(request, replaced), ...shown(request, literals, slots, hidden) }
}

interface NamedSlots {
  slots: Slot[]
  /** Slots whose text of the example the user may not know. */
  hidden: ReadonlySet<Slot>
}

/** The slots with texts as they are stored; null if one isn't certain. */
async function withStoredTexts(
  request: AdaptRequest,
  literals: readonly Literal[],
  asked: readonly Slot[],
): Promise<NamedSlots | null> {
  const slots: Slot[] = []
  const hidden = new Set<Slot>()
  let comparisons: readonly ValueComparison[] | null = null
  for (const slot of asked) {
    if (slot.part.kind !== 'text' || isSaid(slot, request)) {
      slots.push(slot.part.kind === 'text' ? { ...slot, text: slot.part.literal } : slot)
      continue
    }
    const { literal } = slot.part
    comparisons ??= await request.comparisonsOf(request.example.sql)
    const column = columnOf(literal, comparisons ?? [], literals)
    if (column === null) return null
    const value = await storedText(request, column, synonymFor(request, column, slot.text) ?? slot.text)
    if (value === null) return null
    const made = { ...slot, text: asWritten(value, literal, request) }
    slots.push(made)
    if ((await storedText(request, column, literal)) === null) hidden.add(made)
  }
  return { slots, hidden }
}

/** Whether the question has the text of the example. */
function isSaid({ part, text }: Slot, { example }: AdaptRequest): boolean {
  return plainKey(text) === plainKey(example.question.slice(part.start, part.end))
}

interface ComparedColumn {
  table: TableRef
  column: string
}

/** The only column that the SQL compares with the text; null if the text is anywhere else too. */
function columnOf(
  literal: string,
  comparisons: readonly ValueComparison[],
  literals: readonly Literal[],
): ComparedColumn | null {
  const own = comparisons.filter(({ values }) => values.includes(literal))
  const columns = new Map(own.map(({ table, column }) => [JSON.stringify([table, column]), { table, column }]))
  const compared = own.reduce((sum, { values }) => sum + values.filter((value) => value === literal).length, 0)
  const written = literals.filter(({ kind, value }) => kind === 'text' && value === literal).length
  const [only] = columns.values()
  return columns.size === 1 && compared === written && only !== undefined ? only : null
}

function synonymFor({ synonyms }: AdaptRequest, { table, column }: ComparedColumn, text: string): string | null {
  const names = new Set([table.table, `${table.schema ?? ''}.${table.table}`].map((name) => name.toLowerCase()))
  const said = plainKey(text)
  const values = synonyms.flatMap((one) => {
    const isColumn = names.has(one.table.toLowerCase()) && one.column.toLowerCase() === column.toLowerCase()
    return isColumn && one.synonyms.some((name) => plainKey(name) === said) ? [one.value] : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}

/** The only stored value of a column that a text names, as the user sees the column; null if that isn't certain. */
async function storedText(
  { catalogue, valuesOf, findValues }: AdaptRequest,
  { table, column }: ComparedColumn,
  text: string,
): Promise<string | null> {
  const place = { table: keyOf(catalogue, { schema: table.schema, name: table.table }), column }
  const same = (values: readonly unknown[]) =>
    [...new Set(values.filter((value) => typeof value === 'string'))].filter(
      (value) => plainKey(value) === plainKey(text),
    )
  const { values } = await valuesOf(place.table, column)
  const listed = same(values ?? [])
  const found =
    listed.length > 0 || findValues === undefined || values !== null
      ? listed
      : same((await findValues([text], [place])).found.map((one) => one.value))
  return found.length === 1 ? (found[0] ?? null) : (found.find((value) => value === text) ?? null)
}

/** The SQL may compare texts in lowercase or uppercase. */
function asWritten(value: string, literal: string, { example }: AdaptRequest): string {
  if (/\bl(ower|case)\s*\(/i.test(example.sql) && literal === literal.toLowerCase()) return value.toLowerCase()
  if (/\bu(pper|case)\s*\(/i.test(example.sql) && literal === literal.toUpperCase()) return value.toUpperCase()
  return value
}

function isChanged({ part, text, number, range }: Slot): boolean {
  if (part.kind === 'date') return part.range.from !== range?.from || part.range.before !== range.before
  return part.kind === 'number' ? part.value !== number : part.literal !== text
}

/** Whether the SQL must have the dates of the words: they are others now, or they depend on the day of the question. */
function dependsOnSql(slot: Slot): boolean {
  return slot.part.kind === 'date' && (slot.part.isRelative || isChanged(slot))
}

function isDated(literal: Literal, slots: readonly Slot[]): boolean {
  return slots.some((slot) => slot.part.kind === 'date' && replacementOf(literal, slot) !== null)
}

/** Words before a date of which only one end matters. */
const openWords = new Set([
  'since',
  'from',
  'after',
  'before',
  'until',
  'till',
  'to',
  'through',
  'between',
  'and',
  'by',
])

/** Whether the SQL depends on the value of a slot only as far as it can be replaced. */
function isExplained(
  slot: Slot,
  literals: readonly Literal[],
  own: readonly { literal: Literal; replacement: Replacement }[],
): boolean {
  const { part } = slot
  if (part.kind === 'date') {
    if (!dependsOnSql(slot)) return true
    if (own.length === 0) return !isChanged(slot) && !literals.some(isTemporal)
    const bounds = new Set(own.map(({ replacement }) => replacement.bound))
    return openWords.has(part.before) || bounds.has('whole') || bounds.size === 2
  }
  if (!isChanged(slot)) return true
  if (own.length === 0) return false
  if (part.kind === 'text') return true
  const isEverywhere = literals.every(
    (literal) =>
      literal.kind === 'text' || Number(literal.value) !== part.value || own.some((one) => one.literal === literal),
  )
  return isEverywhere && new Set(own.map(({ literal }) => literal.role)).size === 1
}

function written(
  { example: { sql }, catalogue: { dialect } }: AdaptRequest,
  replaced: ReadonlyMap<Literal, ReadonlySet<string>>,
): string {
  let made = ''
  let at = 0
  for (const [literal, values] of [...replaced].toSorted(([left], [right]) => left.start - right.start)) {
    const [value = literal.value] = values
    const text = literal.kind === 'number' ? value : writingOf(dialect).text(value)
    const before = sql.slice(literal.start, literal.end)
    const prefix = /^n'/i.test(before) ? before.charAt(0) : ''
    made += sql.slice(at, literal.start) + (value === literal.value ? before : prefix + text)
    at = literal.end
  }
  return made + sql.slice(at)
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a name in the SQL, such as `revenue_2016`, mentions a value that is replaced. */
function namesOldValue(sql: string, literals: readonly Literal[], changed: readonly Slot[]): boolean {
  let names = ''
  let at = 0
  for (const { start, end } of literals) {
    names += `${sql.slice(at, start)} `
    at = end
  }
  const words = (names + sql.slice(at)).match(/[\p{L}\p{N}_]+/gu) ?? []
  return changed.some((slot) => {
    const old = oldText(slot)
    return old.length > 1 && words.some((word) => lettersOf(word).includes(old))
  })
}

function oldText({ part, range }: Slot): string {
  if (part.kind === 'text') return lettersOf(part.literal)
  if (part.kind === 'number') return String(part.value)
  const [old = '', year = ''] = [part.range.from, range?.from].map((day) => day?.slice(0, 4) ?? '')
  return old === year ? '' : old
}

const unknown = '…'

function shown(
  { example: { question } }: AdaptRequest,
  literals: readonly Literal[],
  slots: readonly Slot[],
  hidden: ReadonlySet<Slot>,
): Pick<AdaptedExample, 'shownQuestion' | 'changes'> {
  const changes: ExampleChange[] = []
  let shownQuestion = ''
  let at = 0
  for (const slot of slots.filter(isChanged)) {
    const { start, end } = slot.part
    const old = question.slice(start, end)
    const isKnown = !hidden.has(slot) && !mayBeRowValue(slot, literals)
    shownQuestion += question.slice(at, start) + (isKnown ? old : unknown)
    at = end
    if (old.toLowerCase() !== slot.text.toLowerCase()) changes.push({ from: isKnown ? old : null, to: saidOf(slot) })
  }
  return { shownQuestion: shownQuestion + question.slice(at), changes }
}

function saidOf({ part, text, range }: Slot): string {
  return part.kind === 'date' && range !== null && range.label !== '' ? range.label : text
}

/** A number or day that a column equals may come from a row that the user may not see. A limit or a period doesn't. */
function mayBeRowValue(slot: Slot, literals: readonly Literal[]): boolean {
  if (slot.part.kind === 'text') return false
  if (slot.part.kind === 'date') return unitOf(slot.part.range.from, slot.part.range.before) === 'day'
  return literals.some((literal) => literal.role === 'equal' && replacementOf(literal, slot) !== null)
}
