import type { ResultColumn } from '@parlance/contract'
import { isNote } from '../../agent/check-result.ts'
import type { EvalReport } from '../eval-command.ts'
import { percent } from '../eval-report.ts'
import { formatTable } from '../print-table.ts'
import type { CheckedQuery } from './open-checker.ts'

/** The lowest share of wrong results with a warning, and the highest of right ones. */
const aims = { wrong: 0.5, right: 0.02 }

/** Where queries come from: databases that the checks were made with, databases held out, and pairs written by hand. */
export type QuerySource = 'other databases' | 'held-out databases' | 'written pairs'

/** A query that ran, and what it was asked for. */
export interface Graded {
  source: QuerySource
  /** What is wrong with it; null if nothing is. */
  mistake: string | null
  database: string
  question: string
  sql: string
}

interface Score {
  source: QuerySource
  name: string
  isRight: boolean
  results: number
  warned: number
}

/** A right result without rows; its values often don't exist, which deserves a warning. */
const emptyName = 'right, without rows'

/** Counts results with a warning. */
export class Scores {
  readonly #scores = new Map<string, Score>()
  readonly #kinds = new Map<string, number>()
  readonly #listed: string[] = []

  add(graded: Graded, { warnings, isEmpty }: CheckedQuery): void {
    const { source, mistake } = graded
    const name = mistake ?? (isEmpty ? emptyName : 'right')
    const kinds = [...new Set(warnings.filter((one) => !isNote(one)).map(({ kind }) => kind))]
    const isWarned = kinds.length > 0
    const key = `${source}: ${name}`
    const score = this.#scores.get(key) ?? { source, name, isRight: mistake === null, results: 0, warned: 0 }
    this.#scores.set(key, { ...score, results: score.results + 1, warned: score.warned + Number(isWarned) })
    if (name === 'right')
      for (const kind of kinds) this.#kinds.set(`${kind}, ${source}`, (this.#kinds.get(`${kind}, ${source}`) ?? 0) + 1)
    // The checks are made without looking at held-out databases.
    if (isWarned === (mistake === null) && source !== 'held-out databases')
      this.#listed.push(describe(graded, kinds.join(', ')))
  }

  /** @param listsAll whether to list missing and false warnings */
  report(listsAll: boolean): EvalReport {
    const scores = [...this.#scores.values()].toSorted((one, other) => (one.source < other.source ? -1 : 1))
    const sources = [...new Set(scores.map(({ source }) => source))]
    const lines = sources.map((source) => {
      const [right, wrong] = totalsOf(scores.filter((one) => one.source === source))
      return `${capitalized(source)}: ${share(wrong)} of ${wrong.results} wrong results have a warning, and ${share(right)} of ${right.results} right ones.`
    })
    const [right, wrong] = totalsOf(scores)
    return {
      text: [
        ...(listsAll ? this.#listed : []),
        lines.join('\n'),
        table(
          ['query', 'from', 'results', 'warned', 'share'],
          scores.map((one) => [one.name, one.source, String(one.results), String(one.warned), share(one)]),
        ),
        table(
          ['warning on a right result', 'results'],
          [...this.#kinds].map(([kind, count]) => [kind, String(count)]),
        ),
      ].join('\n\n'),
      json: { scores, right, wrong },
      failures: [
        ...(wrong.warned < wrong.results * aims.wrong ? [`Only ${share(wrong)} of wrong results have a warning.`] : []),
        ...(right.warned > right.results * aims.right ? [`${share(right)} of right results have a warning.`] : []),
      ],
    }
  }
}

interface Total {
  results: number
  warned: number
}

/** Right results with rows, and wrong ones. */
function totalsOf(scores: readonly Score[]): [Total, Total] {
  const sum = (chosen: readonly Score[]): Total => ({
    results: chosen.reduce((all, one) => all + one.results, 0),
    warned: chosen.reduce((all, one) => all + one.warned, 0),
  })
  return [sum(scores.filter(({ name }) => name === 'right')), sum(scores.filter(({ isRight }) => !isRight))]
}

function describe({ mistake, database, question, sql }: Graded, kinds: string): string {
  const found = kinds === '' ? 'no warning' : kinds
  return `${mistake ?? 'right'}: ${found}: ${database}: ${question}\n  ${sql.replaceAll(/\s+/g, ' ')}`
}

function share({ results, warned }: Total): string {
  return percent(results === 0 ? null : warned / results)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function table(names: string[], rows: string[][]): string {
  const columns = names.map((name, at): ResultColumn => ({ name, dataType: '', kind: at < 2 ? 'text' : 'number' }))
  return formatTable(columns, rows)
}
