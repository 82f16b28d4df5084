/**
 * Runs the built-in engine on the spider-train questions and prints how many it answers, how many of these correctly,
 * and the results by feature of the gold query.
 *
 * node packages/engine/eval/spider.ts [--every N] [--from K] [--database NAME] [--wrong] [--unanswered] [--limit N]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatMessage } from '@parlance/contract'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import type { Translation } from '../src/contract.ts'
import { openTestDatabase, type TestDatabase } from '../src/testing/sqlite-database.ts'
import { translate } from '../src/translate.ts'
import { compareRows, type Verdict } from './compare.ts'

interface Case {
  id: string
  db: string
  question: string
  question_syn?: string
  sql: string
  stable?: boolean
}

type Outcome = Verdict | 'not understood' | 'ambiguous' | 'failed'

interface Result {
  case: Case
  outcome: Outcome
  sql: string
  reason: string
}

const { values: options } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    database: { type: 'string' },
    synonyms: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    unanswered: { type: 'boolean', default: false },
    limit: { type: 'string', default: '100000' },
  },
})

function readCases(folder: string): Case[] {
  const all = readFileSync(join(folder, 'spider-train', 'cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
  const usable = all.filter(
    (one) => one.stable === true && typeof one.question === 'string' && one.question !== 'None' && one.question !== '',
  )
  const chosen = options.database === undefined ? usable : usable.filter((one) => one.db === options.database)
  return chosen.filter((_, at) => at % Number(options.every) === Number(options.from)).slice(0, Number(options.limit))
}

function featuresOf(sql: string): string[] {
  const upper = sql.toUpperCase()
  const names: [string, RegExp][] = [
    ['join', /\bJOIN\b/],
    ['group', /GROUP BY/],
    ['having', /HAVING/],
    ['order', /ORDER BY/],
    ['limit', /LIMIT/],
    ['nested', /\(\s*SELECT/],
    ['set', /\b(UNION|INTERSECT|EXCEPT)\b/],
    ['like', /\bLIKE\b/],
    ['aggregate', /\b(COUNT|SUM|AVG|MIN|MAX)\s*\(/],
    ['where', /\bWHERE\b/],
  ]
  const found = names.filter(([, pattern]) => pattern.test(upper)).map(([name]) => name)
  return found.length === 0 ? ['plain list'] : found
}

async function runCase(one: Case, database: TestDatabase): Promise<Result> {
  const question = options.synonyms ? (one.question_syn ?? one.question) : one.question
  const asked = { ...one, question }
  let translation: Translation
  try {
    translation = await translate({
      question,
      catalogue: database.catalogue,
      today: '2020-06-15',
      history: [],
      valuesOf: database.valuesOf,
    })
  } catch (error) {
    return {
      case: asked,
      outcome: 'failed',
      sql: '',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
  if (!translation.understood)
    return {
      case: asked,
      outcome: 'readings' in translation ? 'ambiguous' : 'not understood',
      sql: '',
      reason: formatMessage(translation.reason),
    }
  try {
    const expected = database.rows(one.sql)
    const found = database.rows(translation.sql)
    return {
      case: asked,
      outcome: compareRows(expected, found),
      sql: translation.sql,
      reason: `${expected.length} rows expected, ${found.length} found`,
    }
  } catch (error) {
    return {
      case: asked,
      outcome: 'failed',
      sql: translation.sql,
      reason: error instanceof Error ? error.message : String(error),
    }
  }
}

const isRight = (outcome: Outcome) =>
  outcome === 'same' || outcome === 'columns reordered' || outcome === 'more columns'
const isAnswered = (outcome: Outcome) => outcome !== 'not understood' && outcome !== 'ambiguous'
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

function printTable(results: readonly Result[]): void {
  const byFeature = new Map<string, Result[]>([['all', [...results]]])
  for (const one of results)
    for (const feature of featuresOf(one.case.sql)) byFeature.set(feature, [...(byFeature.get(feature) ?? []), one])
  console.log('feature        questions  answered  right of answered  same columns')
  for (const [feature, list] of byFeature) {
    const answered = list.filter((one) => isAnswered(one.outcome))
    const right = answered.filter((one) => isRight(one.outcome))
    const strict = answered.filter((one) => one.outcome === 'same')
    console.log(
      `${feature.padEnd(14)} ${String(list.length).padStart(9)}  ${percent(answered.length, list.length).padStart(8)}  ${percent(right.length, answered.length).padStart(17)}  ${percent(strict.length, answered.length).padStart(12)}`,
    )
  }
  const outcomes = Map.groupBy(results, (one) => one.outcome)
  console.log([...outcomes].map(([name, list]) => `${name}: ${list.length}`).join(', '))
}

async function main(): Promise<void> {
  const folder = testDataFolder()
  if (folder === null) {
    console.log(testDataReason)
    return
  }
  const results: Result[] = []
  for (const [name, cases] of Map.groupBy(readCases(folder), (one) => one.db)) {
    const database = openTestDatabase(join(folder, 'spider-train', 'sqlite', `${name}.sqlite`))
    for (const one of cases) results.push(await runCase(one, database))
    database.close()
  }
  for (const one of results) {
    const isWrong = one.outcome === 'different' || one.outcome === 'failed'
    if ((options.wrong && isWrong) || (options.unanswered && !isAnswered(one.outcome))) {
      console.log(
        `[${one.outcome}] ${one.case.db}: ${one.case.question}\n  gold ${one.case.sql}\n  ours ${one.sql.replaceAll(/\s+/g, ' ')}\n  ${one.reason}`,
      )
    }
  }
  printTable(results)
}

await main()
