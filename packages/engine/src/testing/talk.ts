import { expect } from 'vitest'
import { formatMessage, type Cell } from '@parlance/contract'
import type { PriorQuestion } from '../contract.ts'
import { translateOn } from './ask.ts'
import type { TestDatabase } from './sqlite-database.ts'

/** The rows of an answer in their order, or a part of the reason why there is none. */
export type Step = [question: string, expected: Cell[][] | string]

const round = (cell: Cell): Cell => (typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell)

/** Asks the questions of a conversation, and returns each with its rows or the reason why there are none. */
export async function talk(database: TestDatabase, today: string, questions: readonly string[]): Promise<Step[]> {
  const history: PriorQuestion[] = []
  const steps: Step[] = []
  for (const question of questions) {
    const found = await translateOn(database, question, today, history)
    steps.push([
      question,
      found.understood ? database.rows(found.sql).map((row) => row.map(round)) : formatMessage(found.reason),
    ])
    if (found.understood) history.push({ question, sql: found.sql, state: JSON.parse(JSON.stringify(found.state)) })
  }
  return steps
}

/** The questions of a conversation. */
export const questionsOf = (steps: readonly Step[]) => steps.map(([question]) => question)
/** The expected steps; of a reason, only the part in the test. */
export const expectedOf = (steps: readonly Step[]) =>
  steps.map(([question, expected]) => [
    question,
    typeof expected === 'string' ? expect.stringContaining(expected) : expected,
  ])
