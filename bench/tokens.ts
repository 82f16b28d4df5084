import type { TurnMemory } from '../apps/server/src/agent/contract.ts'
import { countTokens } from '../apps/server/src/models/count-tokens.ts'
import { createModelResponder } from '../apps/server/src/agent/model-responder.ts'
import { createModelService } from '../apps/server/src/models/service.ts'
import { createFileWorld } from '../apps/server/src/testing/file-turn.ts'
import { endSharedParsers } from '../apps/server/src/testing/shared-parsers.ts'
import { startModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import type { Figure } from './figure.ts'

const sizes = [10, 100, 1000]
const columnsPerTable = 20
const questions = [
  'How many open invoices does each customer have in the sales department?',
  'Which shipments of the stock department are late?',
]
const sql = 'SELECT status_1, COUNT(*) AS invoices FROM sales_invoice_0 GROUP BY status_1'
const answer = 'The table lists the invoices by status.'

/** Tokens that a provider charges in full begin after what it has seen before, in steps of this many characters. */
const cacheStep = 500

/**
 * Measures the prompt tokens of two questions in a row: every request of a turn as sent, tools included. A token is
 * cached if an earlier request began with the same text.
 */
export async function run(): Promise<Figure[]> {
  return await measureTokens(sizes)
}

/** @param tables the numbers of tables; the last is compared with the one before it */
export async function measureTokens(tables: readonly number[]): Promise<Figure[]> {
  const totals: number[] = []
  const figures: Figure[] = []
  for (const size of tables) {
    const turns = await askAt(size)
    const [first = [], second = []] = turns
    const total = sumOf(first.map(countTokens))
    totals.push(total)
    const uncached = sumOf(
      second.map((prompt, at) => countTokens(uncachedPart(prompt, [...first, ...second.slice(0, at)]))),
    )
    const figure = (name: string, value: number, limit: number | null): Figure => ({
      bench: 'tokens',
      name: `${size} tables, ${name}`,
      value,
      unit: 'tokens',
      limit,
    })
    figures.push(
      figure('first prompt', countTokens(first[0] ?? ''), null),
      figure('one question', total, 12_000),
      figure('second question', sumOf(second.map(countTokens)), 12_000),
      figure('second question, not cached', uncached, 2_500),
    )
  }
  const [smaller = 1, larger = 0] = totals.slice(-2)
  const growth = larger / smaller
  const [fewer, more] = tables.slice(-2)
  return [
    ...figures,
    {
      bench: 'tokens',
      name: `${more} tables, relative to ${fewer} tables`,
      value: growth,
      unit: 'x floor',
      limit: 1.2,
    },
  ]
}

function sumOf(values: number[]): number {
  return values.reduce((sum, one) => sum + one, 0)
}

/** What follows the longest beginning that an earlier prompt shares. */
function uncachedPart(prompt: string, earlier: string[]): string {
  const shared = Math.max(0, ...earlier.map((one) => sharedLength(prompt, one)))
  return prompt.slice(Math.floor(shared / cacheStep) * cacheStep)
}

function sharedLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** The prompts of each question. */
async function askAt(size: number): Promise<string[][]> {
  const tables = Array.from({ length: size }, (_, number) => createTable(number)).join(';\n')
  const world = await createFileWorld(`${tables};\nINSERT INTO sales_invoice_0 (id, status_1) VALUES (1, 'open')`)
  const standIn = await startModelStandIn(
    'openai-compatible',
    questions.flatMap(() => [
      { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'Invoices by status' } }] },
      { text: [answer] },
    ]),
  )
  try {
    const choice = { provider: 'openai-compatible', model: 'scripted', apiKey: null, baseUrl: standIn.baseUrl } as const
    const responder = createModelResponder(await createModelService().create(choice), {
      temperature: 0,
      maxTokens: null,
    })
    const history: TurnMemory[] = []
    const turns: string[][] = []
    for (const question of questions) {
      const before = standIn.requests.length
      const { end } = await world.ask(question, responder, { history: [...history] })
      if (end.error) throw end.error
      if (end.memory) history.push(end.memory)
      turns.push(standIn.requests.slice(before).map((request) => promptOf(request.body)))
    }
    return turns
  } finally {
    await standIn.close()
    await world.close()
    await endSharedParsers()
  }
}

/** Returns what a model provider charges for, in its order: tools and messages, without the call's settings. */
function promptOf({ messages, tools }: Record<string, unknown>): string {
  const texts = (messages as { content: unknown; tool_calls?: unknown }[]).map((message) =>
    [message.content, message.tool_calls && JSON.stringify(message.tool_calls)].filter(Boolean).join('\n'),
  )
  return `${JSON.stringify(tools)}\n${texts.join('\n')}`
}

const areas = ['sales', 'stock', 'staff', 'billing', 'support', 'transport', 'marketing', 'production']
const nouns = [
  'invoice',
  'customer',
  'shipment',
  'order',
  'price',
  'region',
  'employee',
  'ticket',
  'contract',
  'payment',
]
const facts = ['name', 'status', 'amount', 'created_at', 'region', 'quantity', 'note', 'price', 'due_date', 'code']
const types = ['VARCHAR(50)', 'VARCHAR(20)', 'DECIMAL(12,2)', 'DATE', 'TIMESTAMP']

function createTable(number: number): string {
  const columns = Array.from(
    { length: columnsPerTable - 2 },
    (_, at) => `${facts[at % facts.length]}_${at} ${types[at % types.length]}`,
  )
  const reference = number % 10 === 0 ? '' : `, FOREIGN KEY (parent_id) REFERENCES ${tableName(number - 1)} (id)`
  return `CREATE TABLE ${tableName(number)} (id INTEGER NOT NULL PRIMARY KEY, parent_id INTEGER, ${columns.join(', ')}${reference})`
}

function tableName(number: number): string {
  return `${areas[number % areas.length]}_${nouns[Math.floor(number / areas.length) % nouns.length]}_${number}`
}
