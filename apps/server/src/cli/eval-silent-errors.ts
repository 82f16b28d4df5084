import type { ResultColumn } from '@parlance/contract'
import { isHeldOut } from '@parlance/evaluation'
import { isNote } from '../agent/check-result.ts'
import { createParserPool } from '../door/parser-pool.ts'
import { readDevelopmentData } from './development-data.ts'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { percent } from './eval-report.ts'
import { chooseQuestions } from './eval-sample.ts'
import { formatTable } from './print-table.ts'
import { mutations } from './silent-errors/mutations.ts'
import { openChecker, type CheckedQuery, type Checker } from './silent-errors/open-checker.ts'

/** The lowest share of wrong results with a warning, and the highest of right ones. */
const aims = { wrong: 0.5, right: 0.02 }

/** Queries of one kind, and how many of their results have a warning. */
export interface SilentErrorScore {
  /** The mistake; 'right' for right queries. */
  name: string
  heldOut: boolean
  results: number
  warned: number
}

/** Runs right queries and the same with a mistake, and counts the results that have a warning. */
export async function run(options: EvalArguments, context: EvalContext): Promise<EvalReport> {
  const { dataFolder, signal, progress } = context
  const { questions, fileOf } = readDevelopmentData(dataFolder)
  const chosen = chooseQuestions(
    questions.filter(({ wording }) => wording === 'questions'),
    options,
  )
  const scores = new Scores()
  const parsers = context.parsers ?? createParserPool()
  let done = 0
  try {
    for (const [database, asked] of Map.groupBy(chosen, (one) => one.database)) {
      if (signal.aborted) break
      const checker = await openChecker(fileOf(database), { ...context, parsers })
      try {
        for (const { question, expectedSql } of asked) {
          if (signal.aborted) break
          await checkQuery({ question, sql: expectedSql, database }, checker, scores)
          progress(++done, chosen.length)
        }
      } finally {
        await checker.close()
      }
    }
  } finally {
    if (!context.parsers) await parsers.close()
  }
  return scores.report(options)
}

interface Asked {
  question: string
  sql: string
  database: string
}

async function checkQuery({ question, sql, database }: Asked, checker: Checker, scores: Scores): Promise<void> {
  const right = await checker.check(question, sql)
  if (!right) return
  const heldOut = isHeldOut(database)
  scores.add({ name: 'right', heldOut, database, question, sql }, right)
  for (const [name, mutate] of Object.entries(mutations)) {
    const twin = mutate(sql, checker.catalogue)
    if (!twin) continue
    const wrong = await checker.check(question, twin.wrong)
    const expected = twin.right === sql ? right : await checker.check(question, twin.right)
    if (!wrong || !expected || rowsOf(wrong) === rowsOf(expected)) continue
    scores.add({ name, heldOut, database, question, sql: twin.wrong }, wrong)
  }
}

function rowsOf({ rows }: CheckedQuery): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
}

interface Graded {
  name: string
  heldOut: boolean
  database: string
  question: string
  sql: string
}

class Scores {
  readonly #scores = new Map<string, SilentErrorScore>()
  readonly #kinds = new Map<string, number>()
  readonly #listed: string[] = []

  add({ name, heldOut, database, question, sql }: Graded, { warnings }: CheckedQuery): void {
    const key = `${name} ${heldOut}`
    const score = this.#scores.get(key) ?? { name, heldOut, results: 0, warned: 0 }
    const kinds = [...new Set(warnings.filter((one) => !isNote(one)).map(({ kind }) => kind))]
    this.#scores.set(key, { ...score, results: score.results + 1, warned: score.warned + (kinds.length > 0 ? 1 : 0) })
    if (name === 'right')
      for (const kind of kinds) this.#kinds.set(`${kind} ${heldOut}`, (this.#kinds.get(`${kind} ${heldOut}`) ?? 0) + 1)
    if ((name === 'right') === kinds.length > 0 && !heldOut)
      this.#listed.push(`${name}: ${kinds.join(', ')}: ${database}: ${question}\n  ${sql.replaceAll(/\s+/g, ' ')}`)
  }

  report({ wrong: listsAll }: EvalArguments): EvalReport {
    const scores = [...this.#scores.values()].toSorted((a, b) => Number(a.heldOut) - Number(b.heldOut))
    const total = (isRight: boolean, heldOut: boolean) => {
      const chosen = scores.filter((one) => (one.name === 'right') === isRight && one.heldOut === heldOut)
      return sum(chosen)
    }
    const lines = [false, true].flatMap((heldOut) => {
      const name = heldOut ? 'Held-out databases' : 'Other databases'
      const [right, wrong] = [total(true, heldOut), total(false, heldOut)]
      return [
        `${name}: ${share(wrong)} of ${wrong.results} wrong results have a warning, and ${share(right)} of ${right.results} right ones.`,
      ]
    })
    const rows = scores.map((one) => [
      one.name,
      one.heldOut ? 'held-out' : 'other',
      String(one.results),
      String(one.warned),
      share(one),
    ])
    const kinds = [...this.#kinds].map(([kind, count]) => [kind, String(count)])
    const [right, wrong] = [sum(scores.filter(isRightScore)), sum(scores.filter((one) => !isRightScore(one)))]
    const failures = [
      ...(wrong.warned < wrong.results * aims.wrong ? [`Only ${share(wrong)} of wrong results have a warning.`] : []),
      ...(right.warned > right.results * aims.right ? [`${share(right)} of right results have a warning.`] : []),
    ]
    return {
      text: [
        ...(listsAll ? this.#listed : []),
        lines.join('\n'),
        table(['mistake', 'databases', 'results', 'warned', 'share'], rows),
        table(['warning on a right result', 'count'], kinds),
      ].join('\n\n'),
      json: { scores, right, wrong },
      failures,
    }
  }
}

function isRightScore({ name }: SilentErrorScore): boolean {
  return name === 'right'
}

function sum(scores: readonly SilentErrorScore[]): { results: number; warned: number } {
  return scores.reduce((all, one) => ({ results: all.results + one.results, warned: all.warned + one.warned }), {
    results: 0,
    warned: 0,
  })
}

function share({ results, warned }: { results: number; warned: number }): string {
  return percent(results === 0 ? null : warned / results)
}

function table(names: string[], rows: string[][]): string {
  const columns = names.map((name, at): ResultColumn => ({ name, dataType: '', kind: at === 0 ? 'text' : 'number' }))
  return formatTable(columns, rows)
}
