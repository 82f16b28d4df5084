import { createModelResponder } from '../apps/server/src/agent/model-responder.ts'
import { createModelService } from '../apps/server/src/models/service.ts'
import { createFileWorld } from '../apps/server/src/testing/file-turn.ts'
import { endSharedParsers } from '../apps/server/src/testing/shared-parsers.ts'
import { startModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import type { Figure } from './figure.ts'

const sizes = [10, 100, 1000]
const columnsPerTable = 20
const question = 'How many open invoices does each customer have in the sales department?'
const sql = 'SELECT status_1, COUNT(*) AS invoices FROM sales_invoice_0 GROUP BY status_1'

/**
 * Measures the prompt tokens of one question: every request of the turn as sent, tools included. Counts without a
 * vendor's tokenizer, on the high side: one token for every four letters of a word, every three digits and every run of
 * other characters.
 */
export async function run(): Promise<Figure[]> {
  const totals: number[] = []
  const figures: Figure[] = []
  for (const size of sizes) {
    const requests = await askAt(size)
    const tokens = requests.map(tokensOf)
    const total = tokens.reduce((sum, one) => sum + one, 0)
    totals.push(total)
    figures.push(
      { bench: 'tokens', name: `${size} tables, first prompt`, value: tokens[0] ?? 0, unit: 'tokens', limit: null },
      { bench: 'tokens', name: `${size} tables, one question`, value: total, unit: 'tokens', limit: 4_000 },
    )
  }
  const [, hundred = 1, thousand = 0] = totals
  const growth = thousand / hundred
  return [
    ...figures,
    { bench: 'tokens', name: '1,000 tables, relative to 100 tables', value: growth, unit: 'x floor', limit: 1.2 },
  ]
}

async function askAt(size: number): Promise<string[]> {
  const tables = Array.from({ length: size }, (_, number) => createTable(number)).join(';\n')
  const world = await createFileWorld(`${tables};\nINSERT INTO sales_invoice_0 (id, status_1) VALUES (1, 'open')`)
  const standIn = await startModelStandIn('openai-compatible', [
    { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'Invoices by status' } }] },
    { text: ['The table lists the invoices by status.'] },
  ])
  try {
    const choice = { provider: 'openai-compatible', model: 'scripted', apiKey: null, baseUrl: standIn.baseUrl } as const
    const responder = createModelResponder(await createModelService().create(choice), {
      temperature: 0,
      maxTokens: null,
    })
    const { end } = await world.ask(question, responder)
    if (end.error) throw end.error
    return standIn.requests.map((request) => promptOf(request.body))
  } finally {
    await standIn.close()
    await world.close()
    await endSharedParsers()
  }
}

/** Returns what a model provider charges for: messages and tools, without the call's settings. */
function promptOf({ messages, tools }: Record<string, unknown>): string {
  const texts = (messages as { content: unknown; tool_calls?: unknown }[]).map((message) =>
    [message.content, message.tool_calls && JSON.stringify(message.tool_calls)].filter(Boolean).join('\n'),
  )
  return `${texts.join('\n')}\n${JSON.stringify(tools)}`
}

function tokensOf(text: string): number {
  const runs = text.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]+|\n+/gu) ?? []
  return runs.reduce((sum, run) => sum + (/^\p{L}/u.test(run) ? wordTokens(run) : Math.ceil(run.length / 3)), 0)
}

/** A common word is one token, whatever its length; table names seldom are. */
function wordTokens(word: string): number {
  return word === word.toUpperCase() ? Math.ceil(word.length / 4) : Math.ceil(word.length / 6)
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
