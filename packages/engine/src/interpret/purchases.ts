import { normalise } from '@parlance/retrieval'
import { isPurchaseVerb } from '../lexicon/synonyms.ts'
import type { Condition, Draft, TableMention } from '../parse/draft.ts'
import { ancestors } from '../schema/graph.ts'
import { certain } from '../match/quality.ts'
import type { ValueIndex } from '../match/values.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { doersOf } from './people.ts'
import type { Scope } from './scope.ts'

type Relation = Extract<Condition, { kind: 'relation' }>

/**
 * 'which products did Ben buy in May', 'who bought the kettle in May': the buyer, the product, and the time belong to one
 * purchase, not to whatever else links products with Ben, such as his reviews.
 */
export function joinPurchase(schema: Schema, values: ValueIndex, draft: Draft): void {
  const deed = draft.tables.find((one) => isPurchaseVerb(one.text.toLowerCase()))
  const [sale, subject] = [deed, draft.subject].map((one) => bestOf(one ?? null))
  if (deed === undefined || !sale || !subject) return
  const said = draft.conditions.find((one) => one.kind === 'relation' && one.table.at === deed.at)
  const dates = draft.conditions.filter((one) => one.kind === 'date' && one.left === null && one.at > deed.at)
  const parts = ancestors(schema, sale).includes(subject)
    ? thingsBought(schema, draft, { sale, subject, dates })
    : buyersNamed({ schema, values }, draft, { sale, deed, said })
  if (parts === null) return
  const relation: Relation =
    said?.kind === 'relation'
      ? said
      : { kind: 'relation', table: deed, negated: false, count: null, inner: [], at: deed.at }
  const moved = [said, ...parts.moved, ...dates]
  const inner = [...relation.inner, ...parts.inner, ...dates]
  const negated = relation.negated || parts.negated === true
  draft.conditions = [...draft.conditions.filter((one) => !moved.includes(one)), { ...relation, negated, inner }]
}

/** Conditions to move into the purchase, and how they read there. */
interface Parts {
  moved: Condition[]
  inner: Condition[]
  /** 'no customer bought' */
  negated?: boolean
}

/** 'customers who bought the kettle in May': the thing and the time; null if only one of them is said. */
function thingsBought(
  schema: Schema,
  draft: Draft,
  { sale, subject, dates }: { sale: TableModel; subject: TableModel; dates: readonly Condition[] },
): Parts | null {
  const own = new Set([sale, ...ancestors(schema, sale), ...ancestors(schema, subject)])
  const things = draft.conditions.filter(
    (one) => one.kind === 'one of' && one.left === null && matched(one).every((table) => !own.has(table)),
  )
  return dates.length === 0 || things.length === 0 ? null : { moved: things, inner: things }
}

/** 'products that Ben bought', 'products that customers from Spain bought'; null if no buyers are named. */
function buyersNamed(
  { schema, values }: Pick<Scope, 'schema' | 'values'>,
  draft: Draft,
  { sale, deed, said }: { sale: TableModel; deed: TableMention; said: Condition | undefined },
): Parts | null {
  const buyers = doersOf(schema, sale, deed.text)
  if (buyers === null) return null
  const spoken = draft.tables.find((one) => one !== draft.subject && bestOf(one) === buyers)
  if (draft.groups.some((one) => one.kind === 'table' && one.at === spoken?.at)) return null
  const named = draft.conditions.flatMap((one) => namedBuyer(values, buyers, one) ?? [])
  const about = draft.conditions.filter(
    (one) => one !== said && one.kind !== 'date' && spoken !== undefined && describes(spoken, deed, one),
  )
  const isLink = (one: Condition) => one.kind === 'relation' && one.table.at === spoken?.at
  if (named.length === 0 && spoken === undefined) return null
  if (about.some((one) => one.kind === 'relation' && (!isLink(one) || one.count !== null))) return null
  const negated = about.some((one) => one.kind === 'relation' && one.negated)
  const inner = about.flatMap((one) => (one.kind === 'relation' ? one.inner : [one]))
  const described = inner.map((one) => ownValues(buyers, one))
  const others = described.filter((_, at) => !named.some(({ from }) => from === inner[at]))
  const moved = [...about, ...named.map(({ from }) => from)]
  return { moved, inner: [...named.map(({ condition }) => condition), ...others], negated }
}

/** 'customers from Germany bought', 'bought by customers from Germany': what stands with the buyers is about them. */
function describes(buyers: TableMention, deed: TableMention, condition: Condition): boolean {
  const { at } = condition.kind === 'relation' ? condition.table : condition
  return at >= buyers.at && (buyers.at > deed.at || at < deed.at)
}

/** 'customers in Germany bought': their own country, even if orders have one, too. */
function ownValues(buyers: TableModel, condition: Condition): Condition {
  if (condition.kind !== 'one of' || condition.left !== null) return condition
  const values = condition.values.map((one) => {
    if (one.kind !== 'values') return one
    const own = one.matches.filter(({ column }) => column.table === buyers)
    return own.length === 0 ? one : { ...one, matches: own }
  })
  return { ...condition, values }
}

function bestOf(mention: TableMention | null): TableModel | null {
  const [best] =
    mention?.candidates.filter(({ table }) => !table.isView).toSorted((left, right) => right.quality - left.quality) ??
    []
  return best?.table ?? null
}

/** The tables whose values a condition names. */
function matched(condition: Extract<Condition, { kind: 'one of' }>): TableModel[] {
  return condition.values.flatMap((one) => (one.kind === 'values' ? one.matches.map(({ column }) => column.table) : []))
}

/** A condition that names a buyer, read only so, even if orders repeat the name; null for any other condition. */
function namedBuyer(
  known: ValueIndex,
  buyers: TableModel,
  from: Condition,
): { from: Condition; condition: Condition } | null {
  if (from.kind !== 'one of' || from.left !== null || from.negated) return null
  const isName = ({ column }: { column: ColumnModel }) => displayColumns(buyers).includes(column)
  const values = from.values.map((one) => {
    if (one.kind !== 'values') return one
    const own = one.matches.filter(isName)
    const stored = (known.exact.get(normalise(one.text).trim()) ?? []).filter(isName)
    const matches = own.length > 0 ? own : stored.map(({ column, value }) => ({ column, value, quality: certain }))
    return { ...one, of: false, matches }
  })
  const isNamed = values.every((one) => one.kind === 'values' && one.matches.length > 0)
  return isNamed ? { from, condition: { ...from, values } } : null
}
