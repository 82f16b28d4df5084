import { formatMessage } from '@parlance/contract'
import { isNote } from '../agent/check-result.ts'
import { createValueLookup } from '../agent/value-lookup.ts'
import type { Config } from '../config/config.ts'
import { collect } from '../door/collect.ts'
import type { ParserPool } from '../door/parser-pool.ts'
import type { AskPlace } from './ask-place.ts'
import { askQuestion, type QuestionOptions } from './ask-question.ts'
import { mostRows, type EvalTarget } from './eval-questions.ts'
import { openFile } from './file-database.ts'

export interface Pipeline {
  config: Config
  /** Not closed with the target. */
  parsers: ParserPool
  model: Omit<QuestionOptions, 'question'>
  /** The time that “today” refers to; defaults to the clock. */
  now?: () => Date
}

/** Answers questions about a SQLite file through the real pipeline, as `npm run ask` does. */
export async function openPipeline(path: string, { config, parsers, model, now }: Pipeline): Promise<EvalTarget> {
  const place = await openFile(path, config, { ...parsers, close: async () => undefined })
  const lookUpValues = createValueLookup()
  return {
    ask: async ({ question, context }, signal, meter) => {
      const asked = await askQuestion(
        withContext(place, context),
        { question, ...model },
        { config, signal, lookUpValues, now, meter },
      )
      const { understood, text, result } = asked.answer
      if (!understood || !result) return { sql: null, reason: formatMessage(text) }
      const { sql, warnings } = result
      const { principal, connectionId, areaId, door } = place
      const limits = { maxRows: mostRows }
      // The screen shows only the first rows of a long result.
      const whole = result.result.truncated
        ? await collect(
            await door.run({ principal, connectionId, areaId, sql, signal, purpose: 'full-results', limits }),
          )
        : result.result
      return { sql, result: whole, isWarned: warnings.some((warning) => !isNote(warning)) }
    },
    close: () => place.close(),
  }
}

/**
 * The context of a question becomes the instructions of a business area, as an administrator would write them. A model
 * reads them; the built-in engine doesn't.
 */
function withContext(place: AskPlace, instructions: string | null): AskPlace {
  if (instructions === null) return place
  const { environment } = place
  return {
    ...place,
    environment: {
      ...environment,
      scopeOf: async (principal, ids) => ({ ...(await environment.scopeOf(principal, ids)), areaId: 'context' }),
    },
    knowledge: {
      hintsOf: async () => ({
        name: '',
        description: null,
        instructions,
        synonyms: [],
        sampleQuestions: [],
        tables: [],
        joins: [],
      }),
    },
  }
}
