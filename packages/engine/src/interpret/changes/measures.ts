import { message } from '@parlance/contract'
import { expressionWords } from '../../answer/describe.ts'
import { Decline } from '../../decline.ts'
import {
  comparedPeriods,
  isAggregate,
  sameExpression,
  tableKeyOf,
  type AggregateFunction,
  type Expression,
  isPlainFilter,
  type Measure,
  type Query,
  type Selected,
} from '../../query.ts'
import type { Schema } from '../../schema/model.ts'
import { uncompared } from '../comparison.ts'
import { conditionWords } from './filters.ts'
import { interpret } from '../interpret.ts'
import { groupedTable } from './places.ts'
import { rowsOf, type Change, type Changed, type ReadChange } from './change.ts'

const functions: Record<string, AggregateFunction> = {
  average: 'avg',
  mean: 'avg',
  avg: 'avg',
  total: 'sum',
  sum: 'sum',
  maximum: 'max',
  max: 'max',
  highest: 'max',
  largest: 'max',
  minimum: 'min',
  min: 'min',
  lowest: 'min',
  smallest: 'min',
  count: 'count',
  number: 'count',
}

const replaced =
  /^(?:(?:show|use|give me|take|make it|switch to|with|by) (?:me )?)?(?:the )?(.+?) (?:instead of|rather than) .+$/i
const instead =
  /^(?:(?:what|how) about (?:the |an |a )?(.+?)(?: instead)?|(?:(?:show|use|give me|take|make it|switch to) )*(?:me )?(?:the |an |a )?(.+?) instead)$/i

/** 'the average instead', 'show revenue instead of the number of orders'. */
export const remeasured: ReadChange = (change, text) => {
  const words =
    replaced.exec(text)?.[1] ??
    instead
      .exec(text)
      ?.slice(1)
      .find((one) => one !== undefined)
  if (words === undefined) return null
  const [, ranked] = /^by (?:the )?(.+)$/i.exec(words) ?? []
  // 'by revenue instead' ranks by it; 'by country instead' is a grouping.
  if (ranked !== undefined) return change.prior.order.length === 0 ? null : byWords(change, ranked, '')
  const fn = functions[words.toLowerCase()]
  return fn === undefined ? byWords(change, words, text) : byFunction(change, fn)
}

/** Another function of the same values. */
function byFunction({ schema, prior: compared }: Change, fn: AggregateFunction): Changed | Decline | null {
  const prior = uncompared(compared)
  const old = prior.select.filter((one) => isAggregate(one.expression))
  const [only, other] = old
  if (only === undefined || other !== undefined) return null
  const { expression } = only
  if (fn === 'count') return withMeasures(schema, prior, [rowsOf(schema, tableKeyOf(expression))])
  const of = expression.kind === 'aggregate' ? expression.of : null
  if (of === null || (expression.kind === 'aggregate' && expression.fn === 'count'))
    return new Decline(
      message('The previous answer counts rows. Say which column to compute, such as “the average price”.'),
    )
  return withMeasures(schema, prior, [
    { expression: { kind: 'aggregate', fn, distinct: false, of }, alias: `${fn}_value` },
  ])
}

/** A measure in words that are a question themselves. */
function byWords(change: Change, words: string, text: string): Changed | Decline | null {
  const { schema, phrases, values, today } = change
  const prior = uncompared(change.prior)
  const found = interpret({ schema, phrases, values, today }, words)
  const isSaid = /\binstead\b|\brather than\b/i.test(text)
  if (found instanceof Decline) return isSaid && replaced.test(text) ? found : null
  const { select, filters, groups, order, limit } = found.query
  const isMeasure =
    select.every((one) => isAggregate(one.expression)) && groups.length + filters.length + order.length === 0
  if (!isMeasure || limit !== null || !prior.select.some((one) => isAggregate(one.expression))) return null
  const made = withMeasures(schema, prior, select)
  return made instanceof Decline ? made : { ...made, assumptions: [...found.assumptions, ...made.assumptions] }
}

function withMeasures(schema: Schema, prior: Query, measures: readonly Selected[]): Changed | Decline {
  const [first] = measures
  const old = prior.select.filter((one) => isAggregate(one.expression)).map((one) => one.expression)
  if (first === undefined) return new Decline(message('It is not clear what to show instead.'))
  if (prior.having.length > 0)
    return new Decline(message('The previous answer has a condition on its numbers. Ask the question again in full.'))
  const isOld = (expression: Expression) => old.some((one) => sameExpression(one, expression))
  const isRanked = prior.order.some((one) => isAggregate(one.expression))
  return {
    query: {
      ...prior,
      select: [...prior.select.filter((one) => !isOld(one.expression)), ...measures],
      order: prior.order.map((one) => (isAggregate(one.expression) ? { ...one, expression: first.expression } : one)),
    },
    assumptions:
      isRanked && prior.limit !== null
        ? [
            message('Sorts by the {measure} and takes the first {n}', {
              measure: expressionWords(schema, first.expression),
              n: prior.limit,
            }),
          ]
        : [],
    change: message('Same question, but the {measure}.', { measure: expressionWords(schema, first.expression) }),
  }
}

const averaging =
  /^(?:(?:what (?:is|was) |what's )(?:the |that |it )?(?:average|mean)|(?:(?:what is |how many is |and )?(?:that|it) )?on average|(?:the )?average of (?:that|them|these|those|all))$/i

/** 'on average': the number or amount that one of the groups has. */
export const averaged: ReadChange = ({ schema, prior: compared }, text) => {
  if (!averaging.test(text)) return null
  const prior = uncompared(compared)
  const [only, other] = prior.select.filter((one) => isAggregate(one.expression))
  const of = only === undefined ? null : additive(only.expression)
  const group = groupedTable(schema, prior)
  const [first, second] = prior.groups
  const one = group?.key ?? (second === undefined ? first : undefined)
  if (only === undefined || of === null || one === undefined) return null
  if (other !== undefined || prior.limit !== null || prior.top !== null || prior.having.length > 0)
    return new Decline(message('Only all groups of an answer with one number can be averaged.'))
  const expression: Expression = {
    kind: 'ratio',
    of,
    per: { kind: 'aggregate', fn: 'count', distinct: true, of: one },
  }
  return {
    query: { ...prior, select: [{ expression, alias: `average_${only.alias}` }], groups: [], order: [] },
    assumptions: [message('Leaves out groups without any')],
    change: message('Same question, but the average of the groups.'),
  }
}

/** 'total fee' after a list: a number over the rows of the list. */
export const computed: ReadChange = ({ schema, phrases, values, today, prior }, text) => {
  const isList = prior.groups.length === 0 && !prior.select.some((one) => isAggregate(one.expression))
  if (!isList || prior.limit !== null || prior.distinct || prior.filters.length + (prior.top === null ? 0 : 1) === 0)
    return null
  const found = interpret({ schema, phrases, values, today }, text)
  if (found instanceof Decline || found.draft.tables.length > 0 || found.draft.items.length === 0) return null
  const { select, filters, groups, order } = found.query
  const isOwn = select.every(
    ({ expression }) =>
      isAggregate(expression) && tableKeyOf(expression) === prior.subject && expression.kind !== 'rows',
  )
  if (!isOwn || filters.length + groups.length + order.length > 0) return null
  return {
    query: { ...prior, select, order: [] },
    assumptions: [...found.assumptions, message('Only for the rows of the previous answer')],
    change: message('A number over the rows of the previous answer.'),
  }
}

const sharing =
  /^(?:(?:what|which) (?:share|percentage|proportion|percent|fraction)(?: of (?:the )?(?:total|all|whole|everything))?(?: (?:is|are|was|were) (?:that|it|this|they|those|these))?|(?:show |give )?(?:me )?(?:it |them |that |this )?(?:as|in) (?:a |an )?(?:the )?(?:percentages?|percent|%|shares?|proportions?)(?: of (?:the )?(?:total|all|whole))?|(?:what about |(?:show|give) (?:me )?)?(?:the )?(?:shares?|percentages?)(?: of (?:the )?total)?)$/i

/** 'as a percentage', 'what share is that?'. */
export const shared: ReadChange = ({ schema, prior: compared }, text) => {
  if (!sharing.test(text)) return null
  const isAdded = /^what|^which/i.test(text)
  const prior = uncompared(compared)
  const measures = prior.select.filter((one) => isAggregate(one.expression))
  const [only, other] = measures
  if (only === undefined || other !== undefined)
    return new Decline(message('The previous answer has no single number to show as a share.'))
  const of = additive(only.expression)
  if (of === null) return new Decline(message('Only totals and counts can be shown as shares.'))
  const found = prior.groups.length > 0 ? shareOfGroups(prior, of) : shareOfRows(prior, of)
  if (found instanceof Decline) return found
  const share: Selected = { expression: found.expression, alias: `${only.alias}_share_percent` }
  const measured = measuredPart(only, found.expression)
  const shown = prior.select.flatMap((one) => {
    if (one !== only) return [one]
    return isAdded && measured !== null ? [measured, share] : [share]
  })
  return {
    query: { ...found.query, select: shown },
    assumptions: [
      ...(comparedPeriods(compared) === null ? [] : [message('Uses only the later of the compared periods')]),
      ...(found.expression.kind === 'percentage'
        ? [
            message('The whole is all rows, not only those {condition}', {
              condition: conditionWords(schema, prior, found.expression.filters),
            }),
          ]
        : []),
    ],
    change: message('Same question, as a {share}.', { share: expressionWords(schema, share.expression) }),
  }
}

/** The number beside its share: of the part, if the share is that of a part; null if a part has no number of its own. */
function measuredPart(only: Selected, share: Expression): Selected | null {
  if (share.kind !== 'percentage') return only
  const [when] = share.filters
  return when !== undefined && isPlainFilter(when)
    ? { ...only, expression: { kind: 'part', of: share.of, when } }
    : null
}

function additive(expression: Expression): Measure | null {
  if (expression.kind === 'rows') return expression
  return expression.kind === 'aggregate' && expression.fn === 'sum' ? expression : null
}

interface Shared {
  query: Query
  expression: Expression
}

function shareOfGroups(prior: Query, of: Measure): Shared | Decline {
  if (prior.top !== null || prior.having.length > 0)
    return new Decline(
      message(
        'The previous answer shows only some groups, so their shares would not add up. Ask for all of them first.',
      ),
    )
  return { query: prior, expression: { kind: 'share', of } }
}

/** The rows that match the last condition, in percent of those that match all others. */
function shareOfRows(prior: Query, of: Measure): Shared | Decline {
  const last = prior.filters.at(-1)
  if (last === undefined)
    return new Decline(
      message('The previous answer is the total, so its share is 100%. Add a condition or a grouping.'),
    )
  return {
    query: { ...prior, filters: prior.filters.slice(0, -1) },
    expression: { kind: 'percentage', of, filters: [last] },
  }
}
