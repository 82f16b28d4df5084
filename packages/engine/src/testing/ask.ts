import { formatMessage, type Cell } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { composeAnswer } from '../answer/compose.ts'
import type { PriorQuestion, Translation, Understood } from '../contract.ts'
import { translate } from '../translate.ts'
import type { TestDatabase } from './sqlite-database.ts'

export interface Asked {
  translation: Understood
  rows: Cell[][]
  text: string
  followUps: string[]
}

/** Translates a question over a test database, after earlier ones. */
export async function translateOn(
  database: TestDatabase,
  question: string,
  today: string,
  history: PriorQuestion[] = [],
  definitions?: SemanticModel,
): Promise<Translation> {
  const { catalogue, valuesOf } = database
  return await translate({
    question,
    catalogue,
    today,
    history,
    valuesOf,
    ...(definitions === undefined ? {} : { definitions }),
  })
}

/** Why a question over a test database is declined; null if it is understood. */
export async function reasonFor(database: TestDatabase, question: string, today: string): Promise<string | null> {
  const found = await translateOn(database, question, today)
  return found.understood ? null : formatMessage(found.reason)
}

/** Asks the questions of a conversation and returns the answer to the last one; throws if one isn't understood. */
export async function ask(database: TestDatabase, today: string, ...questions: string[]): Promise<Asked> {
  return await askDefined(database, undefined, today, ...questions)
}

/** The same with the definitions of an area. */
export async function askDefined(
  database: TestDatabase,
  definitions: SemanticModel | undefined,
  today: string,
  ...questions: string[]
): Promise<Asked> {
  const history: PriorQuestion[] = []
  let asked: Asked | null = null
  for (const question of questions) {
    const translation = await translateOn(database, question, today, history, definitions)
    if (!translation.understood) throw new Error(`Not understood: ${question}: ${formatMessage(translation.reason)}`)
    const rows = database.rows(translation.sql)
    const columns = database.columns(translation.sql).map((name) => ({ name, dataType: '', kind: 'other' as const }))
    const { text, followUps } = composeAnswer({
      question,
      understood: translation,
      columns,
      rows,
      truncated: false,
      today,
    })
    history.push({ question, sql: translation.sql, state: JSON.parse(JSON.stringify(translation.state)) })
    asked = { translation, rows, text: formatMessage(text), followUps }
  }
  if (asked === null) throw new Error('No question was asked')
  return asked
}
