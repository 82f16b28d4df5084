import type { Cell } from '@parlance/contract'
import { createGrounding } from '../grounding.ts'
import { SentenceJudge } from './judge-sentence.ts'
import type { Step } from './step.ts'
import { KnownWords } from './unknown-names.ts'

interface StepOptions {
  masked?: string[]
  truncated?: boolean
  sql?: string
}

/** A result for tests. A column's kind follows from its first value. */
export function stepOf(id: string, names: string[], rows: Cell[][], options: StepOptions = {}): Step {
  const { masked = [], truncated = false, sql = '' } = options
  const columns = names.map((name, index) => {
    const kind = typeof rows[0]?.[index] === 'number' ? ('number' as const) : ('text' as const)
    return { name, dataType: '', kind }
  })
  return { id, sql, result: { columns, rows, truncated }, masked: new Set(masked.map((name) => names.indexOf(name))) }
}

/** Whether an answer to a question without names would show a sentence about results. */
export function isShown(steps: Step[], sentence: string): boolean {
  const question = 'What do the rows say?'
  const sources = { results: steps.map(({ result }) => result), texts: [question], sql: steps.map(({ sql }) => sql) }
  const words = createGrounding({ ...sources, allowsCells: false })
  return new SentenceJudge({ steps, words, known: new KnownWords(steps, [question]) }).problemOf(sentence) === null
}
