import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../lib/errors.ts'
import type { EvalQuestion } from './eval-questions.ts'

/** The wordings of the development data's questions: the ordinary one, and one with synonyms of the schema's words. */
export const wordings = ['questions', 'other words'] as const
export type Wording = (typeof wordings)[number]

export interface DevelopmentQuestion extends EvalQuestion {
  wording: Wording
  /** Its position among the questions of its wording. */
  at: number
}

interface Case {
  db: string
  question: string | null
  question_syn?: string | null
  sql: string
  stable?: boolean
}

/**
 * Reads the questions whose result doesn't depend on the physical order of rows.
 * @throws StartError if the data is missing
 */
export function readDevelopmentData(data: string): {
  questions: DevelopmentQuestion[]
  fileOf: (database: string) => string
} {
  const folder = join(data, 'spider-train')
  if (!existsSync(folder)) {
    throw new StartError(`The development data is missing: ${folder}. Set PARLANCE_TEST_DATA to its folder.`)
  }
  const cases = readFileSync(join(folder, 'cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
    .filter(({ stable }) => stable === true)
  const questions = wordings.flatMap((wording) => {
    const asked = cases.flatMap(({ db, sql, question, question_syn: other }) => {
      const text = (wording === 'questions' ? question : other)?.trim() ?? ''
      return text === '' || text === 'None' ? [] : [{ database: db, question: text, context: null, expectedSql: sql }]
    })
    return asked.map((one, at): DevelopmentQuestion => ({ ...one, wording, at }))
  })
  return { questions, fileOf: (database) => join(folder, `sqlite/${database}.sqlite`) }
}
