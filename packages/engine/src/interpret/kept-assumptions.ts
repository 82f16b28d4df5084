import { formatMessage, type Message } from '@parlance/contract'
import { tokenise } from '@parlance/retrieval'
import { refsOf, sameExpression, type ColumnRef, type Query } from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'

/**
 * The assumptions of an earlier query that still apply to a changed one: those that name only columns and tables that
 * both use. An assumption that names none is about what is computed or sorted, so it ends if that changes.
 */
export function keptAssumptions(schema: Schema, assumed: readonly Message[], prior: Query, query: Query): Message[] {
  const [before, after] = [namesIn(schema, prior), namesIn(schema, query)]
  const isSame = isComputedAlike(prior, query)
  return assumed.filter((one) => {
    const said = tokenise(formatMessage(one)).join(' ')
    const named = [...before].filter((name) => ` ${said} `.includes(` ${name} `))
    return named.length === 0 ? isSame : named.every((name) => after.has(name))
  })
}

/** Messages that read the same only once. */
export function distinctMessages(messages: readonly Message[]): Message[] {
  const texts = messages.map((one) => formatMessage(one))
  return messages.filter((_, at) => texts.indexOf(texts[at] ?? '') === at)
}

/** The names of the columns and tables that a query uses, in plain words. */
function namesIn(schema: Schema, query: Query): Set<string> {
  const refs: ColumnRef[] = refsOf(query)
  const tables = new Set([query.subject, ...refs.map((one) => one.table)])
  const names = [
    ...refs.map((one) => columnOf(schema, one).name),
    ...[...tables].map((key) => tableOf(schema, key).name),
  ]
  return new Set(names.map((one) => tokenise(one).join(' ')))
}

function isComputedAlike(prior: Query, query: Query): boolean {
  const expressions = ({ select, order }: Query) => [...select, ...order].map((one) => one.expression)
  const [before, after] = [expressions(prior), expressions(query)]
  const isIn = (all: typeof before) => (one: (typeof before)[number]) => all.some((other) => sameExpression(one, other))
  return before.every(isIn(after)) && prior.limit === query.limit
}
