import { message, type Message } from '@parlance/contract'
import { english, expressionWords } from '../../answer/describe.ts'
import { listOf } from '../../answer/lists.ts'
import { Decline } from '../../decline.ts'
import {
  comparedPeriods,
  column,
  isAggregate,
  isNamedUnit,
  sameColumn,
  sameExpression,
  type Expression,
  type Query,
  type Scalar,
} from '../../query.ts'
import type { Schema } from '../../schema/model.ts'
import { inBoth } from '../comparison.ts'
import type { Grouped } from '../groups.ts'
import { fragmentOf, keysOf, measuresOf, topOf, unique, type Changed, type ReadChange } from './change.ts'

const added =
  /^(?:(?:also|additionally|plus)(?: (?:split|break|group)(?: (?:it|them|that|this))?(?: down| up)?)?|(?:split|break|group)(?: (?:it|them|that|this))?(?: down| up)? also) ((?:by|per|for each) .+)$|^(?:(?:split|break|group)(?: (?:it|them|that|this))?(?: down| up)? )?((?:by|per|for each) .+) (?:too|as well|also)$/i

/** 'split by category too': one more grouping. */
export const split: ReadChange = (change, text) => {
  const words = added
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (words === undefined) return null
  const fragment = fragmentOf(change, words)
  if (fragment instanceof Decline) return fragment
  const { groups, filters, orders } = fragment
  if (groups.length === 0 || filters.length + orders.length > 0) return null
  const { schema, prior } = change
  if (prior.groups.length === 0 || comparedPeriods(prior) !== null) return regrouped(schema, prior, groups)
  if (groups.every((one) => prior.groups.some((old) => sameExpression(old, one.scalar))))
    return new Decline(message('The previous answer is already split this way.'))
  if (prior.limit !== null || prior.top !== null) return regrouped(schema, prior, groups)
  const shown = prior.select.filter((one) => !isAggregate(one.expression))
  return {
    query: {
      ...prior,
      select: [...shown, ...selectedOf(groups), ...measuresOf(schema, prior)],
      groups: unique([...prior.groups, ...scalarsOf(groups)]),
    },
    assumptions: fragment.assumptions,
    change: message('Same question, also split by {groups}.', { groups: wordsOf(schema, groups) }),
  }
}

const ungrouping =
  /^(?:in total|overall|altogether|all together|the (?:grand |overall )?total|in all|as (?:a|one) (?:total|number)|(?:without|remove|drop) (?:the )?(?:grouping|groups|split|breakdown)|ungrouped|not (?:split|grouped)(?: any ?more)?)$/i

/** 'in total': no grouping. */
export const ungrouped: ReadChange = ({ prior }, text) => {
  if (!ungrouping.test(text)) return null
  if (prior.groups.length === 0) return new Decline(message('The previous answer is not split into groups.'))
  if (prior.having.length > 0)
    return new Decline(message('The previous answer has a condition on its groups. Ask for the total in full.'))
  const measures = prior.select.filter(({ expression }) => isAggregate(expression) && expression.kind !== 'share')
  if (measures.length === 0) return new Decline(message('The previous answer has no number to add up.'))
  return {
    query: { ...prior, select: measures, groups: [], order: [], limit: null, top: null, distinct: false },
    assumptions:
      prior.limit === null && prior.top === null
        ? []
        : [message('Includes all groups, not only those of the previous answer')],
    change: message('Same question, as one total.'),
  }
}

/** The earlier query by other groups. The first groups of a limited one are split further. */
export function regrouped(schema: Schema, prior: Query, asked: readonly Grouped[]): Changed | Decline {
  const periods = comparedPeriods(prior)
  const added = periods === null ? asked : asked.map((one) => ({ ...one, scalar: inBoth(one.scalar, periods) }))
  const doubt = splitsPeriods(prior, added)
  if (doubt !== null) return doubt
  const measures = measuresOf(schema, prior)
  const keys = keysOf(schema, prior)
  const groups = wordsOf(schema, added)
  if (prior.limit !== null && prior.groups.length > 0 && keys !== null && prior.top === null) {
    const shown = prior.select.filter((one) => !isAggregate(one.expression))
    return {
      query: {
        ...prior,
        select: [...shown, ...selectedOf(added), ...measures],
        groups: unique([...prior.groups, ...scalarsOf(added)]),
        having: [],
        limit: null,
        top: topOf(prior, keys),
        order: added.map((one) => ({ expression: one.scalar, descending: false })),
      },
      assumptions: [
        prior.place === undefined
          ? message(
              '{n, plural, one {Splits only the first row of the previous answer} other {Splits only the first # of the previous answer}}',
              { n: prior.limit },
            )
          : message('Splits only row {place} of the previous answer', { place: prior.place.at }),
      ],
      change: message('Same question, also split by {groups}.', { groups }),
    }
  }
  if (prior.top !== null) {
    const own = prior.top.query.groups
    const isOwn = (expression: Expression) => own.some((one) => sameExpression(one, expression))
    return {
      query: {
        ...prior,
        select: [...prior.select.filter((one) => isOwn(one.expression)), ...selectedOf(added), ...measures],
        groups: unique([...own, ...scalarsOf(added)]),
        order: added.map((one) => ({ expression: one.scalar, descending: false })),
        limit: null,
      },
      assumptions: [message('Keeps only the first rows of the earlier answer')],
      change: message('Same question, by {groups}.', { groups }),
    }
  }
  if (prior.limit !== null && prior.groups.length === 0 && !prior.select.some((one) => isAggregate(one.expression)))
    return new Decline(message('A shortened list of rows cannot be grouped.'))
  return {
    query: {
      ...prior,
      select: [...selectedOf(added), ...measures],
      groups: unique(scalarsOf(added)),
      order: [],
      limit: null,
      distinct: false,
    },
    assumptions: prior.groups.length > 0 ? [message('Replaces the previous grouping')] : [],
    change: message('Same question, by {groups}.', { groups }),
  }
}

/** Each month is in only one of two compared periods. */
function splitsPeriods(prior: Query, added: readonly Grouped[]): Decline | null {
  const periods = comparedPeriods(prior)
  const isSplit = added.some(
    ({ scalar }) =>
      scalar.kind === 'period' &&
      !isNamedUnit(scalar.unit) &&
      periods !== null &&
      sameColumn(scalar.ref, periods.to.ref),
  )
  return isSplit
    ? new Decline(message('Two periods side by side cannot be split by time. Ask for one of the periods first.'))
    : null
}

function selectedOf(groups: readonly Grouped[]) {
  return groups.map((one) => ({ expression: one.scalar, alias: one.alias }))
}

/** What rows are grouped by: the keys of the tables behind the groups, too. */
function scalarsOf(groups: readonly Grouped[]): Scalar[] {
  const keys = groups.flatMap((one) => {
    const own = one.key?.primaryKey ?? []
    return own.length === 1 ? own.map((key) => column(key.ref)) : []
  })
  return [...keys, ...groups.map((one) => one.scalar)]
}

function wordsOf(schema: Schema, groups: readonly Grouped[]): Message | string {
  const words = groups.map((one) => one.key?.words.join(' ') ?? expressionWords(schema, one.scalar))
  return listOf(words.filter((one, at) => words.findIndex((other) => english(other) === english(one)) === at))
}
