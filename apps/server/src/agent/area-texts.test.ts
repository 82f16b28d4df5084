import { describe, expect, test } from 'vitest'
import type { AreaHints } from './area-hints.ts'
import { areaTexts, exampleText } from './area-texts.ts'
import type { AgentTurn } from './contract.ts'

const hintsWith = (change: Partial<AreaHints>): AreaHints => ({
  name: 'Sales',
  description: null,
  instructions: null,
  synonyms: [],
  sampleQuestions: [],
  tables: [],
  joins: [],
  ...change,
})
const turnWith = (change: Partial<AgentTurn>) =>
  ({
    examples: [],
    shareData: true,
    hints: null,
    catalogue: { dialect: 'sqlite', defaultSchema: null, tables: [] },
    ...change,
  }) as unknown as AgentTurn

describe('instructions of an area', () => {
  const longest = `${'Count only paid orders. '.repeat(832)}Revenue excludes tax.`

  test('reach the model whole, and take their room from the schema', () => {
    const { guidance, schemaCharacters } = areaTexts(turnWith({ hints: hintsWith({ instructions: longest }) }), {
      share: 1,
    })
    expect(longest.length).toBeGreaterThan(19_900)
    expect(guidance.text).toContain('Revenue excludes tax.')
    expect(guidance.counts).toEqual({})
    expect(schemaCharacters + guidance.text.length).toBeLessThanOrEqual(31_500 + 1_500)
  })

  test('are cut in a small window, which the sizes of the prompt show', () => {
    const { guidance } = areaTexts(turnWith({ hints: hintsWith({ instructions: longest }) }), {
      schemaCharacters: 4_000,
      share: 0.2,
    })
    expect(guidance.text.length).toBeLessThan(2_900)
    expect(guidance.counts).toEqual({ count: 2_700, total: longest.length })
  })
})

test('relationships that do not fit are left out as a whole', () => {
  const joins = Array.from({ length: 200 }, (_, at) => ({ description: `Join table number ${at} on its id` }))
  const { joinsOf } = areaTexts(turnWith({ hints: hintsWith({ joins }) }), { share: 1 })
  const lines = joinsOf([]).split('\n')
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.length).toBeLessThan(200)
  expect(lines.at(-1)).toMatch(/^Join table number \d+ on its id$/)
})

test('an example is shown with all of its SQL or not at all', () => {
  const sql = (length: number) => `SELECT ${'a, '.repeat(length / 3)}b FROM t`
  const examples = [sql(2_000), sql(900), sql(300)].map((one, at) => {
    return { question: `Question ${at}`, sql: one, askedOn: '2026-11-01' }
  })
  const shown = exampleText(turnWith({ examples }), 1, null)
  expect(shown.count).toBe(1)
  expect(shown.text.endsWith('b FROM t')).toBe(true)
  const small = exampleText(turnWith({ examples }), 0.5, null)
  expect(small).toMatchObject({ count: 1, text: expect.stringContaining('Question 2') })
})
