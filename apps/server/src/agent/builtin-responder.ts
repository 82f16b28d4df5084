import { formatMessage, message, wireMessage } from '@parlance/contract'
import type { Message } from '@parlance/contract'
import { composeAnswer } from '@parlance/engine'
import type { Translation } from '@parlance/engine'
import { AppError } from '../lib/errors.ts'
import { answerAsExample } from './answer-as-example.ts'
import { readingsFrom, switchToArea, withWarnings } from './compose.ts'
import type { AgentTurn, Responder, TurnAnswer } from './contract.ts'
import { proveReadings } from './prove-readings.ts'
import { provenQuestions } from './proven-questions.ts'
import { errorIn, offeredReadings, understoodQuestion } from './texts.ts'
import { executeSqlQuery } from './tools/execute-sql-query.ts'
import { processQuestion } from './tools/process-nl-to-sql.ts'
import { useTool } from './tools/tool.ts'
import { unclearWords } from './unclear-words.ts'

/** Answers without a model: a deterministic translator that says what it doesn't understand and never guesses. */
export const builtinResponder: Responder = { name: 'Built-in engine', provider: 'builtin', respond }

async function respond(turn: AgentTurn): Promise<TurnAnswer> {
  const { question } = turn
  turn.emit({ kind: 'progress', ...wireMessage(message('Reading the question')) })
  const known = await answerAsExample(turn)
  if (known !== null) return known
  const { translation } = await useTool(processQuestion, { question }, turn)
  if (!translation.understood) return notUnderstood(turn, translation)
  const { sql, state, display, look, used, formats: looks } = translation
  const understood = understoodQuestion(translation)
  const { reading, assumptions } = understood
  turn.emit({ kind: 'progress', ...wireMessage(message('Querying {database}', { database: turn.databaseName })) })
  const { response, result } = await useTool(
    executeSqlQuery,
    { sql_query: sql, reading, assumptions },
    { ...turn, understood, display, look, used, looks },
  )
  if (!result) throw new AppError('query_failed', { detail: errorIn(response) ?? undefined })
  const { columns, rows, truncated } = result.result
  const { text: words, followUps } = composeAnswer({
    question,
    understood: translation,
    columns,
    rows,
    truncated,
    totalRows: response.full_row_count,
    today: turn.today,
    step: result.step,
  })
  const text = withWarnings(words, result.warnings)
  return {
    text,
    understood: true,
    followUps,
    readings: readingsFrom(question, result),
    actions: [],
    result,
    memory: { question, sql, reading, answer: formatMessage(text), state },
    unclear: unclearWords(question, [], translation.assumptions),
  }
}

async function notUnderstood(
  turn: AgentTurn,
  translation: Extract<Translation, { understood: false }>,
): Promise<TurnAnswer> {
  const { question, areaId, recommendArea } = turn
  const better = areaId === null ? null : await recommendArea(question)
  const offered = offeredReadings(translation)
  const readings = await proveReadings(offered, turn)
  const text = offered.length === 0 ? translation.reason : askedBack(translation.reason, readings.length)
  return {
    text,
    understood: false,
    followUps: await provenQuestions(turn, translation.suggestions),
    readings,
    actions: switchToArea(better?.area_id === areaId ? null : better),
    result: null,
    memory: { question, sql: null, reading: null, answer: formatMessage(text), state: null },
    unclear: unclearWords(question, 'unmatched' in translation ? translation.unmatched : [], [translation.reason]),
  }
}

/** The words above the readings that may run. */
function askedBack(reason: Message, count: number): Message {
  if (count === 0) return message('Access rules don’t allow any of the meanings that this question can have.')
  return count === 1 ? message('Did you mean this?') : reason
}
