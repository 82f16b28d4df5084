import { message, type Message } from '@parlance/contract'
import { singular, tokenise } from '@parlance/retrieval'
import { tableWords } from '../../answer/describe.ts'
import { declineMissed } from '../../answer/missed-words.ts'
import { Decline } from '../../decline.ts'
import { chunksOf, type Chunk } from '../../match/chunks.ts'
import type { PhraseIndex } from '../../match/phrases.ts'
import { tokensOf } from '../../match/tokens.ts'
import { certain } from '../../match/quality.ts'
import type { ValueIndex } from '../../match/values.ts'
import { readFragment } from '../../parse/grammar.ts'
import {
  comparedPeriods,
  column,
  isAggregate,
  partsIn,
  sameColumn,
  sameExpression,
  sameFilter,
  type ColumnRef,
  type Expression,
  type Filter,
  type Ordering,
  type Query,
  type Scalar,
  type Selected,
} from '../../query.ts'
import { columnOf, tableOf, type Schema } from '../../schema/model.ts'
import { displayColumns } from '../../schema/roles.ts'
import { resolveFragment, type Fragment, type Resolved } from '../resolve.ts'

/** A question that changes an earlier query, and everything to read it with. */
export interface Change {
  schema: Schema
  phrases: PhraseIndex
  values: ValueIndex
  today: string
  prior: Query
}

/** A changed query. `change` says in one sentence how it differs from the earlier one. */
export interface Changed extends Resolved {
  change: Message
}

/** Reads words as one kind of change; null if they ask for another kind. */
export type ReadChange = (change: Change, text: string) => Changed | Decline | null

/** What words say about the earlier query, and whether they are only a date. */
type Said = Fragment & { isPlainDate: boolean }

/** Reads words as conditions, groups, and orders of the earlier query. */
export function fragmentOf(change: Change, text: string): Said | Decline {
  const dated = withYear(change.prior, text)
  // 'by city' is a grouping, and 'by Ann' a condition. 'active ones' are rows of the subject.
  const grouped = dated.replace(/^by (?:the )?/i, 'for each ')
  const named = dated.replace(/\bones\b/i, tableWords(change.schema, change.prior.subject))
  const found = readWords(change, dated)
  const first = grouped === dated ? found : readWords(change, grouped)
  if (!(first instanceof Decline)) return first
  const other = named === dated ? found : readWords(change, named)
  return other instanceof Decline ? found : other
}

function readWords({ schema, phrases, values, today, prior }: Change, question: string): Said | Decline {
  const chunks = chunksOf({ question, tokens: tokensOf(question), phrases, values, today })
  const draft = readFragment(chunks.map((one) => asValue(prior, one)))
  if (draft.missed.length > 0) return declineMissed(chunks, draft.missed, { schema, phrases, values, today })
  const fragment = resolveFragment(schema, values, draft, today, prior)
  if (fragment instanceof Decline) return fragment
  return fragment.filters.length + fragment.groups.length + fragment.orders.length === 0
    ? new Decline(message('It is not clear what to change.'))
    : {
        ...fragment,
        isPlainDate: draft.conditions.every((one) => one.kind === 'date' && one.left === null && one.verb === null),
      }
}

const monthWithoutYear =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4])(?!,? (?:of )?\d|[ ](?:this|last|next) year)\b/

/** 'and June?' after May 2005 means the June of the same year. */
export function withYear(prior: Query, text: string): string {
  const period = comparedPeriods(prior)?.to ?? prior.filters.find((one) => one.kind === 'period' && !one.negated)
  const year = period?.kind === 'period' ? period.from?.slice(0, 'yyyy'.length) : undefined
  return year === undefined ? text : text.replace(monthWithoutYear, `$& ${year}`)
}

/**
 * In a few words about an earlier answer, a value needs no capital: 'and delivered?'. A value of a column with a
 * condition means that column.
 */
function asValue(prior: Query, chunk: Chunk): Chunk {
  const names = [...chunk.tables, ...chunk.columns].some((one) => one.quality >= certain)
  if (chunk.values.length === 0 || chunk.keyword !== null || names) return chunk
  const conditions = [...prior.filters, ...prior.select.flatMap((one) => partsIn(one.expression))]
  const limited = conditions.flatMap((one) => filterColumn(one) ?? [])
  const own = chunk.values.filter(({ column: { ref } }) => limited.some((one) => sameColumn(one, ref)))
  return { ...chunk, capital: true, values: own.length > 0 ? own : chunk.values }
}

/** What a query computes: what it shows, else what it is sorted by, else the number of its rows. */
export function measuresOf(schema: Schema, prior: Query): Selected[] {
  const shown = prior.select.filter((one) => isAggregate(one.expression))
  if (shown.length > 0) return shown
  const ordered = prior.order
    .filter((one) => isAggregate(one.expression))
    .map((one) => ({ expression: one.expression, alias: 'amount' }))
  if (ordered.length > 0) return ordered
  return [rowsOf(schema, prior.subject)]
}

/** The number that the rows of a query are compared by: of two periods, that of the later one. */
export function measured(prior: Query): Expression | undefined {
  const shown = prior.select.map((one) => one.expression).filter(isAggregate)
  const later = comparedPeriods(prior)?.to
  return shown.find((one) => one.kind === 'part' && sameFilter(one.when, later)) ?? shown[0]
}

/** The reverse order. */
export function turnedRound(query: Query): Ordering[] {
  return query.order.map((one) => ({ ...one, descending: !one.descending }))
}

/** The number of a table's rows. */
export function rowsOf(schema: Schema, table: string): Selected {
  return { expression: { kind: 'rows', table }, alias: `${tableOf(schema, table).words.join('_')}_count` }
}

/** The columns that identify the groups of a query; null if they are computed, or there are none. */
export function keysOf(schema: Schema, prior: Query): ColumnRef[] | null {
  const refs = prior.groups.flatMap((one) => (one.kind === 'column' ? [one.ref] : []))
  if (refs.length !== prior.groups.length || refs.length === 0) return null
  const keys = refs.filter((ref) => columnOf(schema, ref).isKey)
  const [key] = keys
  if (
    key !== undefined &&
    refs.every(
      (ref) =>
        ref.table === key.table &&
        (columnOf(schema, ref).isKey || displayColumns(tableOf(schema, ref.table)).length > 0),
    )
  )
    return [key]
  return refs
}

/** The columns that identify the rows of a query: those of its groups, or the subject's key. */
export function rowKeys(schema: Schema, prior: Query): ColumnRef[] | null {
  if (prior.groups.length > 0) return keysOf(schema, prior)
  if (prior.select.some((one) => isAggregate(one.expression)) || prior.distinct) return null
  const keys = tableOf(schema, prior.subject).primaryKey
  return keys.length === 0 ? null : keys.map((one) => one.ref)
}

/** Limits other rows to those of an earlier query. */
export function topOf(prior: Query, keys: ColumnRef[], limit = prior.limit): NonNullable<Query['top']> {
  const select = keys.map((ref) => ({ expression: column(ref), alias: ref.column }))
  return { keys, query: { ...prior, select, limit } }
}

export function unique(scalars: readonly Scalar[]): Scalar[] {
  return scalars.filter((one, at) => scalars.findIndex((other) => sameExpression(one, other)) === at)
}

/** Words in the singular, to compare names with. */
export function plainWords(text: string): string {
  return tokenise(text).map(singular).join(' ')
}

/** The column that a filter is about; null if it is about none, or several. */
export function filterColumn(filter: Filter): ColumnRef | null {
  if (filter.kind === 'period') return filter.ref
  if (filter.kind === 'not') return filterColumn(filter.filter)
  if (!('left' in filter)) {
    const [first] = filter.filters
    return first === undefined ? null : filterColumn(first)
  }
  return 'ref' in filter.left ? filter.left.ref : null
}
