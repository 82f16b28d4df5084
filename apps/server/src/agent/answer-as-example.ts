import { formatMessage, joinMessages, message, wireMessage } from '@parlance/contract'
import { composeAnswer, shownAs } from '@parlance/engine'
import type { AdaptedExample, Understood } from '@parlance/engine'
import { adaptedExample, exampleText } from './adapt-examples.ts'
import { answerFromTable, readingsFrom, withWarnings } from './compose.ts'
import type { AgentTurn, TurnAnswer } from './contract.ts'
import { understoodQuestion } from './texts.ts'
import { executeSqlQuery } from './tools/execute-sql-query.ts'
import { translateQuestion } from './tools/process-nl-to-sql.ts'
import { useTool } from './tools/tool.ts'

/**
 * Answers a question as a verified example that differs from it only in values. The SQL runs through the door like any
 * other. Null if there is no such example, or its SQL doesn't run for these values.
 */
export async function answerAsExample(turn: AgentTurn): Promise<TurnAnswer | null> {
  const adapted = await adaptedExample(turn)
  if (adapted === null) return null
  const own = await ownTranslation(turn, adapted)
  const said = exampleText(adapted)
  const reading = own?.reading ?? said
  const assumptions = own === null ? [] : [...own.assumptions, said]
  const understood = understoodQuestion({ reading, assumptions })
  const { question } = turn
  const { display, look } = own ?? shownAs(question)
  turn.emit({ kind: 'progress', ...wireMessage(message('Querying {database}', { database: turn.databaseName })) })
  const { response, result } = await useTool(
    executeSqlQuery,
    { sql_query: adapted.sql, reading: understood.reading, assumptions: understood.assumptions },
    {
      ...turn,
      understood,
      display,
      look,
      used: own?.used ?? [],
      looks: own?.formats ?? [],
    },
  )
  if (!result) return null
  const { columns, rows, truncated } = result.result
  const composed =
    own === null
      ? { text: answerFromTable({ ...result, understood: null }), followUps: [] }
      : composeAnswer({
          question,
          understood: own,
          columns,
          rows,
          truncated,
          totalRows: response.full_row_count,
          today: turn.today,
          step: result.step,
        })
  const text = withWarnings(joinMessages([composed.text, said]), result.warnings)
  return {
    text,
    understood: true,
    followUps: composed.followUps,
    readings: readingsFrom(question, result),
    actions: [],
    result,
    memory: {
      question,
      sql: adapted.sql,
      reading: understood.reading,
      answer: formatMessage(text),
      state: own?.state ?? null,
    },
    unclear: [],
  }
}

/** The engine's own reading of the question if it gives the same SQL. It says more about the rows. */
async function ownTranslation(turn: AgentTurn, { sql }: AdaptedExample): Promise<Understood | null> {
  const translation = await translateQuestion(turn.question, turn)
  return translation.understood && plainSql(translation.sql) === plainSql(sql) ? translation : null
}

function plainSql(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim()
}
