import { message } from '@parlance/contract'
import { singular } from '@parlance/retrieval'
import type { Filter, Query } from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'
import { displayColumns, isNumeric } from '../schema/roles.ts'
import { doubtfulShape } from './doubtful-shapes.ts'
import { doubtfulMeaning } from './doubtful-words.ts'
import { Decline } from '../decline.ts'

/** Declines readings that use every word of a question but can't be what the user meant. */
export function doubtful(schema: Schema, question: string, query: Query): Decline | null {
  return (
    doubtfulWords(question, query) ??
    keyForPerson(schema, question, query) ??
    doubtfulMeaning(schema, question, query) ??
    doubtfulShape(schema, query) ??
    singleRows(schema, query)
  )
}

/** Words that none of our queries can express. */
function doubtfulWords(question: string, query: Query): Decline | null {
  if (/\bnot (?:only|just)\b|\bbut also\b/i.test(question))
    return new Decline(message('“Not only … but also” is not supported. Use “both … and …” instead.'), ['not only'])
  if (/\bboth\b/i.test(question) && query.filters.some(isAlternative))
    return new Decline(message('It is not clear what “both” refers to here. Ask about each one separately.'), ['both'])
  if (/\bwill (?:we|there|i|you|they)\b/i.test(question))
    return new Decline(message('The data does not cover the future. Ask about a time in the past.'))
  return null
}

/** A count or a computation over groups of one row each. */
function singleRows(schema: Schema, query: Query): Decline | null {
  const counted = countedByItself(schema, query)
  if (counted !== null)
    return new Decline(
      message('Each of the {rows} appears only once, so there is nothing to count. Say what to count.', {
        rows: counted,
      }),
    )
  const computed = computedByItself(schema, query)
  if (computed !== null)
    return new Decline(
      message(
        'Each {row} appears only once, so there is nothing to calculate for each one. Remove “each” to calculate over all of them, or ask for a list of the values.',
        { row: singular(computed) },
      ),
    )
  return null
}

/** 'who reports to Ann': her own manager's key doesn't answer it. */
function keyForPerson(schema: Schema, question: string, query: Query): Decline | null {
  const [only, other] = query.select
  if (!/^\s*who\b/i.test(question) || only?.expression.kind !== 'column' || other !== undefined) return null
  const column = columnOf(schema, only.expression.ref)
  if (column.isForeignKey && isNumeric(column))
    return new Decline(
      message(
        '“Who” asks for people, but {column} of {rows} only refers to another row. Name the people and what you want to know about them.',
        { column: column.spoken, rows: column.table.spoken },
      ),
      ['who'],
    )
  return null
}

/** 'the average balance of each customer', if each has one: a computation over single rows can't be meant. */
function computedByItself(schema: Schema, query: Query): string | null {
  for (const { expression } of query.select) {
    if (expression.kind !== 'aggregate' || expression.of.kind !== 'column') continue
    if (expression.fn === 'count' || expression.fn === 'sum') continue
    const table = tableOf(schema, expression.of.ref.table)
    const own = table.words.join(' ')
    const isName = (words: string) => [own, 'name', `${own} name`].includes(words)
    const isAlone = query.groups.every((group) => {
      if (group.kind !== 'column' || group.ref.table !== table.key) return false
      const column = columnOf(schema, group.ref)
      return (
        (table.primaryKey.length === 1 && table.primaryKey[0] === column) ||
        (displayColumns(table).includes(column) && isName(column.words.join(' ')))
      )
    })
    if (isAlone && query.groups.length > 0) return table.spoken
  }
  return null
}

/** Values or conditions of which one is enough. */
function isAlternative(filter: Filter): boolean {
  if (filter.kind === 'any') return true
  if (filter.kind === 'in') return filter.values.length > 1 && !filter.negated
  if (filter.kind === 'every' || filter.kind === 'also' || filter.kind === 'related')
    return filter.filters.some(isAlternative)
  return false
}

/**
 * Groups of one row each whose rows are counted: by the table's own key, or by its name if other rows must belong to
 * it.
 */
function countedByItself(schema: Schema, query: Query): string | null {
  const counts = [...query.select, ...query.order].flatMap(({ expression }) =>
    expression.kind === 'rows' ? [tableOf(schema, expression.table)] : [],
  )
  for (const table of counts) {
    for (const group of query.groups) {
      if (group.kind !== 'column' || group.ref.table !== table.key) continue
      const column = columnOf(schema, group.ref)
      const isWholeKey = table.primaryKey.length === 1 && table.primaryKey[0] === column
      const [name] = displayColumns(table)
      const belongs = query.filters.some((filter) => filter.kind === 'related' && filter.of === table.key)
      if (isWholeKey || (belongs && name === column)) return table.spoken
    }
  }
  return null
}
