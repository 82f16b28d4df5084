import type { Context } from '../candidates/variant.ts'
import type { TranslateRequest } from '../contract.ts'
import { chunksOf, type Chunk } from '../match/chunks.ts'
import type { Known } from '../match/known-words.ts'
import { indexPhrases } from '../match/phrases.ts'
import { likely } from '../match/quality.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import { addValues, emptyValues } from '../match/values.ts'
import type { Condition, Draft, ElapsedMention, Group, Item, Operand, Order } from '../parse/draft.ts'
import { readQuestion } from '../parse/grammar.ts'
import { modelSchema } from '../schema/model-schema.ts'
import type { Schema } from '../schema/model.ts'
import type { TestDatabase } from './sqlite-database.ts'

/** The schema of a test database. */
export function schemaOf({ catalogue }: TestDatabase, descriptions: TranslateRequest['descriptions'] = []): Schema {
  return modelSchema(catalogue, descriptions)
}

/** Everything that the words of a question may mean in a test database, with all its texts read. */
export async function knownIn(database: TestDatabase, today: string): Promise<Known> {
  const schema = schemaOf(database)
  const values = emptyValues()
  for (const { columns } of schema.tables)
    for (const one of columns.filter(({ kind }) => kind === 'text' || kind === 'boolean'))
      addValues(values, one, await database.valuesOf(one.table.key, one.name))
  return { schema, phrases: indexPhrases(schema), values, today }
}

/** The chunks of a question. */
export function chunksIn(known: Known, question: string): Chunk[] {
  const plain = plainQuestion(question)
  return chunksOf({ ...known, question: plain, tokens: tokensOf(plain) })
}

/** What the rules that change chunks look at. */
export function contextIn(known: Known, question: string): Context {
  return { ...known, question }
}

/** A chunk and what it likely means: 'Germany: value customers.country=Germany'. */
export function meaningsOf({ text, keyword, tables, columns, values, date, number, quoted }: Chunk): string {
  const meanings = [
    ...(keyword === null ? [] : [`[${Object.values(keyword).filter(isSaid).join(' ')}]`]),
    ...tables.filter(isLikely).map((one) => `table ${one.table.name}`),
    ...columns.filter(isLikely).map((one) => `column ${one.column.table.name}.${one.column.name}`),
    ...values.map((one) => `value ${one.column.table.name}.${one.column.name}=${String(one.value)}`),
    ...(date === null ? [] : [`date ${date.from ?? ''}..${date.before ?? ''}`]),
    ...(number === null ? [] : [`number ${number}`]),
    ...(quoted ? ['quoted'] : []),
  ]
  return `${text}: ${meanings.length === 0 ? 'nothing' : meanings.join(', ')}`
}

function isLikely(one: { quality: number }): boolean {
  return one.quality >= likely
}

function isSaid(part: unknown): part is string {
  return typeof part === 'string'
}

/** What the grammar finds in a question; parts that it doesn't have are left out. */
export interface Said {
  items?: string[]
  conditions?: string[]
  groups?: string[]
  orders?: string[]
  limit?: number
  missed?: string[]
}

/** A question as the grammar reads it, in short texts. */
export function saidIn(known: Known, question: string): Said {
  return saidBy(readQuestion(chunksIn(known, question)))
}

/** A draft in short texts. */
export function saidBy({ items, conditions, groups, orders, limit, missed }: Draft): Said {
  return {
    ...(items.length === 0 ? {} : { items: items.map(itemText) }),
    ...(conditions.length === 0 ? {} : { conditions: conditions.map(conditionText) }),
    ...(groups.length === 0 ? {} : { groups: groups.map(groupText) }),
    ...(orders.length === 0 ? {} : { orders: orders.map(orderText) }),
    ...(limit === null ? {} : { limit }),
    ...(missed.length === 0 ? {} : { missed }),
  }
}

function countText({ distinct, of }: Extract<Item, { kind: 'count' }>): string {
  return `count ${distinct ? 'distinct ' : ''}${of === null ? '*' : itemText(of)}`
}

function daysText({ from, to }: ElapsedMention): string[] {
  return [...(from === null ? [] : ['from', from.text]), 'to', to.text]
}

function itemText(item: Item): string {
  switch (item.kind) {
    case 'column':
      return item.owner === null ? item.text : `${item.text} of ${item.owner.text}`
    case 'table':
      return item.text
    case 'hint':
      return `<${item.words.join(' ')}>`
    case 'measure':
      return `measure ${typeof item.of === 'string' ? item.of : item.of.metric}`
    case 'count':
      return countText(item)
    case 'aggregate':
      return `${item.fn} ${itemText(item.of)}`
    case 'length':
      return `length of ${itemText(item.of)}`
    case 'elapsed':
      return ['days', ...daysText(item)].join(' ')
    case 'quotient':
      return `${itemText(item.of)} to ${itemText(item.by)}`
    case 'share':
      return `share of ${itemText(item.of)}`
    case 'ratio':
      return `${itemText(item.of)} per ${groupText(item.per)}`
    case 'difference':
      return `${itemText(item.of)} minus ${itemText(item.less)}`
  }
}

function groupText(group: Group): string {
  return group.kind === 'unit' ? `each ${group.unit}` : itemText(group)
}

function orderText({ by, descending, limit, temporal, frequency }: Order): string {
  const implied = [...(temporal ? ['date'] : []), ...(frequency ? ['frequency'] : []), '?']
  const key = by === null ? implied[0] : itemText(by)
  return `${key} ${descending ? 'down' : 'up'}${limit === null ? '' : ` first ${limit}`}`
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'number':
      return operand.unit === null ? String(operand.value) : `${operand.value} ${operand.unit}`
    case 'text':
      return JSON.stringify(operand.value)
    case 'date':
      return operand.range.label
    case 'values':
      return operand.text
    case 'computed':
      return [operand.fn, ...(operand.of === null ? [] : [itemText(operand.of)]), ...innerTexts(operand.inner)].join(
        ' ',
      )
    case 'column':
      return itemText(operand.mention)
  }
}

const innerTexts = (inner: readonly Condition[]): string[] => inner.map((one) => `(${conditionText(one)})`)

function conditionText(condition: Condition): string {
  if (condition.kind === 'any') return condition.of.map(conditionText).join(' or ')
  if (condition.kind === 'refers') return [`${condition.column.spoken} is`, ...innerTexts(condition.inner)].join(' ')
  return `${condition.negated ? 'not ' : ''}${plainText(condition)}`
}

function plainText(condition: Exclude<Condition, { kind: 'any' | 'refers' }>): string {
  const left = 'left' in condition && condition.left !== null ? `${itemText(condition.left)} ` : ''
  switch (condition.kind) {
    case 'compare':
      return `${left}${condition.operator} ${operandText(condition.operand)}`
    case 'between':
      return `${left}${operandText(condition.from)}..${operandText(condition.to)}`
    case 'one of':
      return `${left}= ${condition.values.map(operandText).join(condition.every === null ? ' | ' : ' & ')}`
    case 'date':
      return `${left}in ${condition.range.label}`
    case 'like':
      return `${left}like ${condition.where} ${condition.text}`
    case 'missing':
      return `${left}missing`
    case 'state':
      return `${condition.word}: ${condition.state.kind}`
    case 'flag':
      return `${left}yes`
    case 'relation': {
      const { count, table, inner } = condition
      return ['has', ...(count === null ? [] : [count.operator, count.value]), table.text, ...innerTexts(inner)].join(
        ' ',
      )
    }
  }
}
