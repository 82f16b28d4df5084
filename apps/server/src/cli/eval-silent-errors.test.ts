import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { describe, expect, test } from 'vitest'
import { testSeed } from '../../../../packages/contract/src/testing/test-sample.ts'
import { loadConfig } from '../config/config.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { parseEvalArguments } from './eval-arguments.ts'
import { run } from './eval-silent-errors.ts'
import { mutations } from './silent-errors/mutations.ts'
import { Scores, type Graded } from './silent-errors/scores.ts'

const isMissing = testDataFolder() === null
const sampleSize = 30

interface Total {
  results: number
  warned: number
}

describe.skipIf(isMissing)(`silent errors (${isMissing ? testDataReason : `${sampleSize}, seed ${testSeed}`})`, () => {
  test('warns of most wrong results, of each pair that was written by hand, and of few right results', async () => {
    const options = parseEvalArguments(['silent-errors', '--limit', String(sampleSize), '--seed', String(testSeed)])!
    const { json } = await run(options, {
      config: loadConfig({}),
      dataFolder: testDataFolder() ?? '',
      signal: new AbortController().signal,
      progress: () => undefined,
      parsers: sharedParsers,
    })
    const { right, wrong, scores } = json as {
      right: Total
      wrong: Total
      scores: (Total & { source: string; name: string })[]
    }
    expect(wrong.results).toBeGreaterThan(30)
    expect(wrong.warned / wrong.results).toBeGreaterThan(0.7)
    // About 1 % have one; a small sample has a few more.
    expect(right.warned).toBeLessThanOrEqual(3)
    const pairs = scores.filter(({ source }) => source === 'written pairs')
    expect(pairs.map(({ name, results, warned }) => [name, results, warned])).toEqual([
      ['right', expect.any(Number), 0],
      ['written by hand', expect.any(Number), pairs[1]?.results],
    ])
  }, 120_000)
})

describe('the mistakes', () => {
  const catalogue = { dialect: 'sqlite' as const, defaultSchema: null, tables: [] }

  test.each([
    [
      'drop a join condition',
      'SELECT 1 FROM a AS T1 JOIN b AS T2 ON T1.x = T2.y',
      'SELECT 1 FROM a AS T1 JOIN b AS T2',
    ],
    ['no order', 'SELECT a FROM t ORDER BY b DESC LIMIT 1', 'SELECT a FROM t LIMIT 1'],
    ['equals NULL', "SELECT a FROM t WHERE b = 'x'", 'SELECT a FROM t WHERE b = NULL'],
    ['date in another form', "SELECT a FROM t WHERE d > '2018-03-17'", "SELECT a FROM t WHERE d > '03/17/2018'"],
    ['distinct sum', 'SELECT sum(a) FROM t', 'SELECT sum(DISTINCT a) FROM t'],
    ['distinct sum', 'SELECT a FROM t', null],
  ])('%s in %s', (name, sql, wrong) => {
    expect(mutations[name]?.(sql, catalogue)?.wrong ?? null).toBe(wrong)
  })
})

describe('the scores', () => {
  const graded: Graded = { source: 'other databases', mistake: null, database: 'd', question: 'q', sql: 'SELECT 1' }
  const warned = { rows: [], isEmpty: false, warnings: [{ kind: 'cross_join' as const, message: 'm' }] }
  const silent = { ...warned, warnings: [] }

  test('miss the aims if too few wrong or too many right results have a warning', () => {
    const scores = new Scores()
    scores.add(graded, warned)
    scores.add({ ...graded, mistake: 'm' }, silent)
    const { failures, text } = scores.report(true)
    expect(failures).toEqual([
      'Only 0.0 % of wrong results have a warning.',
      '100.0 % of right results have a warning.',
    ])
    expect(text).toContain('right: cross_join: d: q')
    expect(text).toContain('m: no warning: d: q')
  })

  test('leave out notes and right results without rows', () => {
    const scores = new Scores()
    scores.add(graded, { ...warned, warnings: [{ kind: 'tie_at_limit', message: 'm' }] })
    scores.add(graded, { ...warned, isEmpty: true })
    scores.add({ ...graded, mistake: 'm' }, warned)
    expect(scores.report(false)).toMatchObject({ failures: [], json: { right: { results: 1, warned: 0 } } })
  })
})
