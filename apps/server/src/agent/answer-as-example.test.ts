import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askModel, says } from '../testing/asking-model.ts'
import { createFileWorld, testPrincipal, textOf, type FileWorld } from '../testing/file-turn.ts'
import type { VerifiedExample } from './area-hints.ts'
import { builtinResponder } from './builtin-responder.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

const spendOf = (city: string) =>
  `SELECT SUM(o.total) / 100 AS spend FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = '${city}'`
const spend: VerifiedExample = { question: 'Spend of Lisbon', sql: spendOf('Lisbon'), askedOn: '2026-11-01' }
const withExamples = (...examples: VerifiedExample[]) => ({ agent: { examplesOf: async () => examples } })

function executed(events: Awaited<ReturnType<FileWorld['ask']>>['events']) {
  return events
    .flatMap((event) => event.content?.parts ?? [])
    .flatMap((part) => ('functionResponse' in part ? [part.functionResponse.response] : []))
}

describe('the built-in engine', () => {
  test('answers as the verified example that differs only in values, and says so', async () => {
    const { events, end } = await world.ask('Spend of Oslo', builtinResponder, withExamples(spend))
    const text = 'spend: 8. Answered as the verified example “Spend of Lisbon”, with Lisbon → Oslo.'
    expect(textOf(events.at(-1))).toBe(text)
    expect(end.answer?.result?.result.rows).toEqual([[8]])
    expect(executed(events)).toMatchObject([
      { sql_query: spendOf('Oslo'), understood: { reading: expect.stringContaining('with Lisbon → Oslo') } },
    ])
  })

  test('answers the same question as the example without changes', async () => {
    const { events } = await world.ask('spend of Lisbon?', builtinResponder, withExamples(spend))
    expect(textOf(events.at(-1))).toBe('spend: 17. Answered as the verified example “Spend of Lisbon”.')
  })

  test('keeps its own words and state if it would write the same SQL', async () => {
    const plain = await world.ask('How many orders are there?', builtinResponder)
    const sql = plain.end.memory?.sql ?? ''
    const example = { question: 'How many orders are there?', sql, askedOn: '2026-11-01' }
    const { events, end } = await world.ask(example.question, builtinResponder, withExamples(example))
    expect(textOf(events.at(-1))).toBe(
      `${textOf(plain.events.at(-1))} Answered as the verified example “How many orders are there?”.`,
    )
    expect(end.memory?.state).toEqual(plain.end.memory?.state)
  })

  test('reads the question itself if a word of it is missing in the example', async () => {
    const { events, end } = await world.ask('Spend of Oslo by frobnication', builtinResponder, withExamples(spend))
    expect(end.answer?.understood).toBe(false)
    expect(textOf(events.at(-1))).not.toContain('verified example')
  })
})

describe('a model', () => {
  const sent = async (shareData: boolean, question: string) => {
    const asked = await askModel(world, question, [says('See.'), says('See.')], { ...withExamples(spend), shareData })
    return asked.requests.map(({ text }) => text).join('\n')
  }

  test('gets the SQL for the values of the question', async () => {
    const text = await sent(true, 'Spend of oslo')
    expect(text).toContain("c.city = 'Oslo'")
    expect(text).toContain('with Lisbon → Oslo')
  })

  test('gets nothing new without data sharing', async () => {
    expect(await sent(false, 'Spend of oslo')).not.toMatch(/Oslo|with Lisbon/)
  })
})

describe('R26 what the asker may not see', () => {
  const policies = {
    rowRules: { rules: [{ name: 'Not this city', tables: { customers: { condition: 'city <> :user.hidden' } } }] },
    columnRules: null,
    hashSalt: 's',
  }

  async function answerWithout(hidden: string, question: string): Promise<string> {
    Object.assign(world.scope, { areaId: 'a1', policies })
    const principal = { ...testPrincipal, attributes: { hidden } }
    const { events } = await world.ask(question, builtinResponder, { ...withExamples(spend), principal })
    Object.assign(world.scope, { areaId: null, policies: null })
    const seen = JSON.stringify(events.map((event) => [event.content, event.follow_ups]))
    return seen.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
  }

  test('a value of hidden rows is unknown, as if it did not exist', async () => {
    const [hidden, missing] = [
      await answerWithout('Oslo', 'Spend of Oslo'),
      await answerWithout('Oslo', 'Spend of Rome'),
    ]
    expect(hidden).not.toContain('verified example')
    expect(missing.replaceAll('Rome', 'Oslo')).toBe(hidden)
  })

  test("a value of the example that is only in hidden rows isn't shown", async () => {
    const answer = await answerWithout('Lisbon', 'Spend of Oslo')
    expect(answer).toContain('Answered as the verified example “Spend of …”, with Oslo.')
    expect(answer).not.toContain('Lisbon')
  })
})
