import { formatMessage, message } from '@parlance/contract'
import type { ToolName } from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, ToolOutcome, WriteRequest } from '../contract.ts'
import { engineWriter } from '../sql-writer.ts'
import { errorFields } from '../texts.ts'
import { runSql } from './execute-sql-query.ts'
import { defineTool, shortText } from './tool.ts'
import { proveSql } from './validate-sql-query.ts'

const optionalSql = z.string().min(1).optional().catch(undefined)
const inputSchema = z.object({
  question: shortText(2_000),
  /** Proves or runs existing SQL unchanged. */
  sql_query: optionalSql,
  error: shortText(1_000),
})
type WriteInput = z.infer<typeof inputSchema>

const questionNames = ['user_question', 'natural_language_query', 'nl_query', 'user_query', 'query', 'input', 'prompt']

/** Question in, rows out. */
export const processNlToSql = define('process_nl_to_sql', 'Writes SQL for a question and runs it.', (input, turn) =>
  answer(input, turn, (written) => runSql({ ...written, reading: written.reading, assumptions: [] }, turn)),
)

/** Question in, proven SQL out. */
export const generateSqlQuery = define(
  'generate_sql_query',
  'Writes SQL for a question without running it.',
  (input, turn) => answer(input, turn, ({ sql_query }) => proveSql(sql_query, turn)),
)

/** Writes the SQL again after it failed. */
export const retrySqlGeneration = define(
  'retry_sql_generation',
  'Rewrites the SQL for a question, given the SQL that failed and its error.',
  (input, turn) =>
    answer({ ...input, sql_query: undefined }, turn, ({ sql_query }) => proveSql(sql_query, turn), {
      sql: input.sql_query ?? '',
      error: input.error ?? '',
    }),
)

function define(
  name: ToolName,
  description: string,
  execute: (input: WriteInput, turn: AgentTurn) => Promise<ToolOutcome>,
) {
  const isRetry = name === 'retry_sql_generation'
  return defineTool<WriteInput>({
    name,
    description,
    parameters: isRetry ? { question: 'text', sql_query: 'text?', error: 'text?' } : { question: 'text' },
    aliases: {
      question: questionNames,
      sql_query: ['sql', 'failed_sql', 'previous_sql', 'original_sql'],
      error: ['error_message', 'message'],
    },
    inputSchema,
    usefulWith: 'a writer',
    execute,
  })
}

/** Writes SQL if none was given, then does the tool's work with it. */
async function answer(
  input: WriteInput,
  turn: AgentTurn,
  use: (written: { sql_query: string; reading: string | undefined }) => Promise<ToolOutcome>,
  failed?: WriteRequest['failed'],
): Promise<ToolOutcome> {
  if (input.sql_query !== undefined) return use({ sql_query: input.sql_query, reading: undefined })
  const question = input.question ?? turn.question
  const written = await (turn.writer ?? engineWriter)({ question, failed }, turn)
  const usage = written.usage ?? undefined
  if (!('sql' in written)) {
    const { reason, readings } = written
    const error = formatMessage(reason)
    const response = {
      success: false,
      executed: false,
      ...errorFields(reason),
      ...(readings.length > 0 ? { readings } : {}),
    }
    return {
      response,
      forModel: { success: false, error, readings: readings.map(({ label, question }) => ({ label, question })) },
      usage,
    }
  }
  const outcome = await use({ sql_query: written.sql, reading: written.understood?.reading })
  const understood = written.understood === null ? {} : { understood: written.understood }
  const writtenBy = turn.writer
    ? {}
    : { message: formatMessage(message('The built-in engine wrote this SQL without a language model.')) }
  return { ...outcome, usage, response: { ...writtenBy, ...outcome.response, ...understood } }
}
