import { definitionsSchema, type Catalogue, type CatalogueTable } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import type { ModelMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { contextWindow } from '../models/context-window.ts'
import { countTokens } from '../models/count-tokens.ts'
import { createFileWorld, testPrincipal } from '../testing/file-turn.ts'
import { createValueLookup } from './value-lookup.ts'
import { neededHistory } from './needed-history.ts'
import type { AgentTurn, TurnMemory } from './contract.ts'
import type { CallPreferences } from './model-call.ts'
import { prepareTurn } from './prepare-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import { definitionTokens, fitToWindow, fixedTokens } from './prompt-budget.ts'
import { instructionsFor, preparePrompt } from './prompt.ts'
import { declaredTools } from './tools/model-tools.ts'

function tableOf(number: number): CatalogueTable {
  const columns = Array.from({ length: 20 }, (_, at) => ({
    name: `${['customer', 'order', 'amount', 'created', 'status'][at % 5]}_field_${at}`,
    dataType: 'text',
    kind: 'text' as const,
    nullable: true,
    comment: at % 7 === 0 ? 'What the department enters at the end of each month' : null,
  }))
  return {
    schema: null,
    name: `department_${number}_invoices`,
    objectType: 'TABLE',
    comment: null,
    rowEstimate: 1000,
    columns,
    primaryKey: ['customer_field_0'],
    foreignKeys: [],
  } as unknown as CatalogueTable
}

const longText = 'The status of an invoice is open until the department has paid the whole amount. '
const memory = (number: number): TurnMemory => ({
  question: `Which invoices of the department ${number} were created last month, and what is their amount?`,
  sql: `SELECT ${Array.from({ length: 30 }, (_, at) => `order_field_${at}`).join(', ')} FROM department_${number}_invoices`,
  reading: null,
  answer: longText.repeat(10),
  state: null,
})

async function turnOf(tables: number): Promise<AgentTurn> {
  const world = await createFileWorld()
  try {
    const environment = {
      ...world.environment,
      door: world.door,
      lookUpValues: createValueLookup(),
      warmParsers: () => undefined,
      databaseName: async () => 'Invoices',
      sharesData: async () => true,
      responder: async () => builtinResponder,
      now: () => new Date('2026-11-26T10:00:00Z'),
    }
    const question = 'Which status do the invoices of the department have, and what is the amount of each customer?'
    const history = Array.from({ length: 10 }, (_, at) => memory(at))
    const place = { connectionId: 'c1', areaId: null, question, history }
    const asked = { ...place, principal: testPrincipal }
    const channel = { emit: () => undefined, signal: new AbortController().signal }
    const { turn } = await prepareTurn(environment, asked, channel)
    const catalogue: Catalogue = {
      dialect: 'sqlite',
      defaultSchema: null,
      tables: Array.from({ length: tables }, (_, at) => tableOf(at)),
    }
    const examples = Array.from({ length: 3 }, (_, at) => ({
      question: `${question} ${at}`,
      sql: memory(at).sql ?? '',
    }))
    const hints = { name: 'Invoices', instructions: longText.repeat(30), joins: [], tables: [] } as never
    return { ...turn, catalogue, examples: examples as AgentTurn['examples'], hints, definitions: modelOf(catalogue) }
  } finally {
    await world.close()
  }
}

/** An area with many metrics. */
function modelOf({ dialect, tables }: Catalogue): SemanticModel {
  const metrics = Array.from({ length: 60 }, (_, at) => ({
    name: `Amount ${at}`,
    synonyms: [`sum ${at}`],
    description: longText,
    computation: { kind: 'aggregate', table: tables[0]?.name, expression: `SUM(amount_field_${at})` },
  }))
  return {
    dialect,
    tables: tables.map((entry) => ({ name: entry.name, sql: entry.name, entry, masked: new Set() })),
    joins: [],
    definitions: definitionsSchema.parse({ metrics }),
    versionOf: () => 1,
  }
}

function textOf(message: ModelMessage | undefined): string {
  return typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content)
}

function toolTokens({ definitions }: AgentTurn): number {
  const tools = declaredTools({
    turn: { definitions, shareData: true, steps: [] },
    isAnswering: false,
    used: new Set(),
  })
  return countTokens(JSON.stringify(tools))
}

describe.each([10, 463, 5_000])('a database with %d tables', (tables) => {
  test.each([4_096, 8_192, 32_768, 200_000])(
    'the whole prompt, its tools, and the answer fit into %d tokens',
    async (window) => {
      const turn = await turnOf(tables)
      const wanted: CallPreferences = { temperature: 0, maxTokens: 8_192 }
      const { maxTokens, schemaCharacters, textShare } = fitToWindow(wanted, window, { hasDefinitions: true })
      const { messages, briefFor } = await preparePrompt(turn, { schemaCharacters, textShare })
      const instructions = countTokens(instructionsFor(turn, { hasRows: true }))
      const sizes = [messages, briefFor([]).messages].map((list) => countTokens(list.map(textOf).join('\n')))
      for (const size of sizes)
        expect(size + instructions + toolTokens(turn) + (maxTokens ?? 0)).toBeLessThanOrEqual(window)
      expect(textOf(messages[0])).toContain('department_')
      expect(textOf(messages[0])).toContain('metric Amount 0')
      expect(textOf(messages.at(-1))).toContain(turn.question)
    },
    60_000,
  )
})

test('the fixed part of a prompt is not larger than the budget assumes', async () => {
  const turn = await turnOf(1)
  const fixed = (one: AgentTurn) => countTokens(instructionsFor(one, { hasRows: true })) + toolTokens(one)
  expect(fixed({ ...turn, definitions: null })).toBeLessThanOrEqual(fixedTokens)
  expect(fixed(turn)).toBeLessThanOrEqual(fixedTokens + definitionTokens)
})

test('a large window keeps what the administrator set', () => {
  const set = { temperature: 0, maxTokens: 8_192, schemaCharacters: 20_000 }
  expect(fitToWindow(set, 200_000)).toEqual({ ...set, textShare: 1 })
  expect(fitToWindow(set, 4_096)).toMatchObject({ maxTokens: 1_024 })
})

test('a measured window wins over the list, and an unknown model gets the default of its provider', () => {
  const window = (provider: 'anthropic' | 'openai-compatible', model: string, measured: number | null = null) =>
    contextWindow({ provider, model }, measured)
  expect(window('anthropic', 'claude-sonnet-5-5')).toBe(1_000_000)
  expect(window('anthropic', 'claude-haiku-4-5')).toBe(200_000)
  expect(window('openai-compatible', 'qwen3-coder:30b')).toBe(32_768)
  expect(window('openai-compatible', 'qwen3-coder:30b', 8_192)).toBe(8_192)
})

test('an unrelated question carries only the last turn, a follow-up all recent ones', () => {
  const history = ['Revenue by country', 'Stock of warehouses', 'Open tickets'].map((question) => ({
    ...memory(0),
    question,
  }))
  const questionsFor = (question: string) => neededHistory({ question, history }).map((each) => each.question)
  expect(questionsFor('And by month?')).toHaveLength(3)
  expect(questionsFor('How many employees does each of our departments have this year?')).toEqual(['Open tickets'])
  expect(questionsFor('Which of the warehouses has the most employees in the last year?')).toEqual([
    'Stock of warehouses',
    'Open tickets',
  ])
})

test('the call that describes the rows has the tables of the queries first, which the question may not name', async () => {
  const turn = await turnOf(463)
  const shelves = { ...tableOf(0), name: 'warehouse_shelves', columns: tableOf(0).columns.slice(0, 5) }
  const { briefFor } = await preparePrompt({
    ...turn,
    catalogue: { ...turn.catalogue, tables: [...turn.catalogue.tables, shelves] },
  })
  const asked = textOf(briefFor([]).messages.at(-1))
  const queried = textOf(briefFor(['SELECT status_field_4 FROM warehouse_shelves']).messages.at(-1))
  expect(asked).not.toContain('warehouse_shelves(')
  expect(queried).toContain('warehouse_shelves(')
})
