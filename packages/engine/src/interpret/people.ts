import { message } from '@parlance/contract'
import { anyOf } from '../answer/lists.ts'
import { isDeed } from '../lexicon/synonyms.ts'
import { revenueMeasures } from '../schema/measures.ts'
import type { Schema, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import type { Draft, Item, MeasureMention, TableMention } from '../parse/draft.ts'
import { buyers, isPeople, sellers } from '../schema/people.ts'
import { placeColumns } from './when-where.ts'
import { Decline } from '../decline.ts'

const sellingVerbs = /^(sold|sell|sells|handled|processed|served)$/i

function within(table: TableModel, words: ReadonlySet<string>): boolean {
  return words.has(table.words.at(-1) ?? '')
}

/** The people whose actions a table records, by the verb; null if there are none, or several. */
export function doersOf(schema: Schema, table: TableModel, verb: string): TableModel | null {
  const seen = new Set([table])
  for (let level = [table]; level.length > 0;) {
    const parents = schema.links.filter((link) => level.includes(link.child)).map((link) => link.parent)
    const next = [...new Set(parents)].filter((one) => !seen.has(one))
    const people = next.filter(isPeople)
    if (people.length > 0) {
      const isSelling = sellingVerbs.test(verb)
      const fitting = people.filter((one) => within(one, isSelling ? sellers : buyers))
      // Customers don't sell.
      const others = isSelling ? people.filter((one) => !within(one, buyers)) : people
      const chosen = fitting.length > 0 ? fitting : others
      return chosen.length === 1 ? (chosen[0] ?? null) : null
    }
    for (const one of next) seen.add(one)
    level = next
  }
  return null
}

function mentionOf(table: TableModel, at: number): TableMention {
  return { kind: 'table', text: table.spoken, candidates: [{ table, quality: 1 }], at }
}

/** The table of orders, rentals … that 'who …' refers to, if it mentions no people itself. */
function deedOf(draft: Draft): TableMention | null {
  const [item] = draft.items
  const isAlone = draft.items.length <= 1 && (item === undefined || item.kind === 'table')
  const related = draft.conditions.find((one) => one.kind === 'relation')?.table
  const found = item?.kind === 'table' ? item : (related ?? (item === undefined ? draft.subject : null))
  if (!isAlone || found === null) return null
  const best = found.candidates.toSorted((left, right) => right.quality - left.quality)[0]
  if (best === undefined || isPeople(best.table)) return null
  const isVerb = isDeed(found.text.toLowerCase()) || /(ed|t|s)$/i.test(found.text)
  return isVerb ? { ...found, candidates: [best] } : null
}

/** 'who bought the kettle' asks for people: the owners of the orders. Declines if it can't determine them. */
export function askForPeople(schema: Schema, draft: Draft): Decline | null {
  if (!draft.asksWho) return null
  rankPeople(draft)
  const measured = draft.orders.find((one) => one.by?.kind === 'measure')?.by ?? comparedMeasure(draft)
  if (draft.items.length === 0 && draft.subject === null && measured?.kind === 'measure')
    return askForMeasured(schema, draft, measured)
  showOwners(schema, draft)
  showMakers(schema, draft)
  const doubt = doubtfulPeople(draft)
  if (doubt !== null) return doubt
  const deed = deedOf(draft)
  const [best] = deed?.candidates ?? []
  return deed === null || best === undefined ? null : askForDoers(schema, draft, deed, best.table)
}

/** 'who has the highest salary' asks for the person, not only for the salary. */
function rankPeople(draft: Draft): void {
  const [item, other] = draft.items
  if (item?.kind !== 'aggregate' || item.of.kind !== 'column' || other !== undefined || draft.subject !== null) return
  const [best] = item.of.candidates.toSorted((left, right) => right.quality - left.quality)
  if (best === undefined || !isPeople(best.column.table) || !(item.fn === 'max' || item.fn === 'min')) return
  showPeople(draft, best.column.table)
  const ranked = { temporal: false, of: null, frequency: false, limit: 1, added: false, plain: false }
  draft.orders.push({ ...ranked, by: item.of, descending: item.fn === 'max', at: item.at })
}

/** 'who spent over 100' */
function comparedMeasure({ conditions }: Draft): Item | undefined {
  return conditions.flatMap((one) => (one.kind === 'compare' && one.left?.kind === 'measure' ? [one.left] : []))[0]
}

/** 'who earned the most': the owners of what is measured. */
function askForMeasured(schema: Schema, draft: Draft, measured: MeasureMention): Decline | null {
  const [measure] = revenueMeasures(schema, null)
  const people = measure === undefined ? null : doersOf(schema, measure.table, measured.text)
  if (people === null) return new Decline(message('It is not clear which people you mean.'), ['who'])
  showPeople(draft, people)
  return null
}

/** 'who handled the most orders': the people that the rows belong to. */
function showDoers(schema: Schema, draft: Draft): boolean {
  const counted = draft.orders.find((one) => one.added)?.by
  const of = counted?.kind === 'count' ? counted.of : null
  const [verb = ''] = draft.passed
  if (of?.kind !== 'table' || draft.items.length > 0) return false
  const [best] = of.candidates.toSorted((left, right) => right.quality - left.quality)
  const people = best === undefined || isPeople(best.table) ? null : doersOf(schema, best.table, verb)
  if (people === null) return false
  showPeople(draft, people)
  return true
}

/** 'who worked the most hours': the people whose rows have the hours, unless the column is their own. */
function showOwners(schema: Schema, draft: Draft): void {
  if (showDoers(schema, draft)) return
  const done = draft.orders.find((one) => one.added)?.by
  if (done?.kind !== 'column' || draft.items.length > 0 || draft.subject !== null) return
  const [best] = done.candidates.toSorted((left, right) => right.quality - left.quality)
  if (best === undefined || isPeople(best.column.table)) return
  const people = doersOf(schema, best.column.table, done.text)
  if (people !== null) showPeople(draft, people)
}

/** 'who made the latest order': the people that the first row belongs to, not the row. */
function showMakers(schema: Schema, draft: Draft): void {
  const table = rankedRows(draft)
  const [verb = ''] = draft.passed
  const people = table === null ? null : doersOf(schema, table, verb)
  if (people === null) return
  const mention = mentionOf(people, 0)
  draft.items = [mention]
  draft.tables = [...draft.tables, mention]
}

/** The table in 'who made the latest order', if it isn't one of people. */
function rankedRows(draft: Draft): TableModel | null {
  const order = draft.orders.find((one) => one.temporal && !one.plain)
  const [item = draft.subject ?? order?.of, other] = draft.items
  if (order === undefined || item?.kind !== 'table' || other !== undefined || order.at > item.at) return null
  const [best] = item.candidates.toSorted((left, right) => right.quality - left.quality)
  return best === undefined || isPeople(best.table) ? null : best.table
}

function askForDoers(schema: Schema, draft: Draft, deed: TableMention, table: TableModel): Decline | null {
  const people = doersOf(schema, table, deed.text)
  if (people === null)
    return displayColumns(table).every((one) => one.isKey)
      ? new Decline(message('It is not clear which people {rows} belong to.', { rows: table.spoken }), ['who'])
      : null
  if (!draft.conditions.some((one) => one.kind === 'relation' && one.table.at === deed.at)) {
    draft.tables = [...draft.tables, deed]
    draft.conditions.unshift({ kind: 'relation', table: deed, negated: false, count: null, inner: [], at: deed.at })
  }
  showPeople(draft, people)
  return null
}

/** 'who made the latest order': an order doesn't answer it. */
function doubtfulPeople(draft: Draft): Decline | null {
  const [item = draft.subject, other] = draft.items
  if (item?.kind !== 'table' || other !== undefined || !draft.orders.some((one) => one.at < item.at && !one.plain))
    return null
  // 'Who wrote the longest song' asks for what the verb's object can't be.
  const hasVerb = draft.passed.length > 0
  const isPossible = item.candidates.some(
    ({ table }) => isPeople(table) || (!hasVerb && displayColumns(table).every((one) => !one.isKey)),
  )
  return isPossible
    ? null
    : new Decline(message('It is not clear which people {word} belongs to.', { word: item.text }), ['who'])
}

function showPeople(draft: Draft, people: TableModel): void {
  const mention = mentionOf(people, 0)
  draft.items = [mention]
  draft.subject = mention
}

/** A question with only a stored name ('where does Ana live') is about the table whose rows have it. */
export function subjectByRowName(draft: Draft): Decline | null {
  const namesNothing = draft.items.every((one) => one.kind === 'hint') && draft.subject === null
  if (!namesNothing || !(draft.asksWhen || draft.asksWhere || draft.items.length > 0)) return null
  const fitting = tablesNamed(draft)
  const [only, other] = draft.asksWhere ? fitting.filter((one) => placeColumns(one).length > 0) : fitting
  if (other !== undefined)
    return new Decline(message('The name could belong to {tables}.', { tables: anyOf(fitting.map((one) => one.name)) }))
  if (only !== undefined) draft.subject = mentionOf(only, 0)
  return null
}

/** Tables whose rows have a name from the question; those with all its names, if there are any. */
function tablesNamed(draft: Draft): TableModel[] {
  const lists = draft.conditions.flatMap((one) =>
    one.kind === 'one of' && !one.negated
      ? one.values.flatMap((value) => (value.kind === 'values' ? [value.matches] : []))
      : [],
  )
  const names = lists
    .flat()
    .filter(({ column }) => displayColumns(column.table).includes(column) && !column.table.isView)
  const tables = [...new Set(names.map((one) => one.column.table))]
  const whole = tables.filter((table) => lists.every((list) => list.some(({ column }) => column.table === table)))
  return whole.length > 0 ? whole : tables
}
