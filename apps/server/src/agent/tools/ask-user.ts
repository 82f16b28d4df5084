import { formatMessage, message } from '@parlance/contract'
import type { OfferedReading } from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { proveReadings } from '../prove-readings.ts'
import { errorFields } from '../texts.ts'
import { asks } from '../what-is-missing.ts'
import { statesUnknownFigure } from './model-words.ts'
import { defineTool, sqlText } from './tool.ts'

const choiceSchema = z.object({
  label: z.string().min(1).max(120),
  question: z.string().min(1).max(1_000).optional(),
  sql_query: sqlText.optional(),
})

const inputSchema = z.object({
  question: z.string().max(500).optional(),
  choices: z.array(choiceSchema).max(4).default([]),
})

/** The question to ask if the model's own words can't be shown. */
export const askedBack = message('Which of these did you mean?')

/**
 * Asks the user and ends the turn. Choices become buttons. A choice with SQL is offered only if its SQL is proven and
 * differs from the others'.
 */
export const askUser = defineTool<z.infer<typeof inputSchema>>({
  name: 'ask_user',
  description:
    'Asks the user a question and ends your turn. Give two to four choices if you can: each has a short label, the full question that it stands for, and its SQL if you have it.',
  parameters: { question: 'text', choices: 'choices' },
  aliases: { choices: ['readings', 'options'] },
  inputSchema,
  execute: async ({ question, choices }, turn) => {
    if (choices.length === 0) return askFreely(question ?? '', turn)
    const offered = await offer(choices, turn)
    if (offered.length < 2) {
      return failed(
        message('These choices do not lead to two different working queries. Choose one and call execute_sql_query.'),
      )
    }
    const asked = question !== undefined && asks(question) ? question : null
    return {
      response: { success: true, message: asked ?? formatMessage(askedBack), readings: offered },
      forModel: { success: true },
      choice: { question: asked, readings: offered },
    }
  },
})

function askFreely(question: string, turn: AgentTurn): ToolOutcome {
  if (question.trim() === '') return failed(message('The question is missing.'))
  if (!asks(question))
    return failed(
      message('The text asks nothing. Write a question that ends with a question mark, or answer in words.'),
    )
  if (statesUnknownFigure(question, turn))
    return failed(message('The question states a number that is in no result. Ask without it.'))
  return {
    response: { success: true, message: question },
    forModel: { success: true },
    choice: { question, readings: [] },
  }
}

async function offer(choices: z.infer<typeof choiceSchema>[], turn: AgentTurn): Promise<OfferedReading[]> {
  const readings = choices
    .map(({ label, question = `${turn.question} (${label})`, sql_query }) => ({ label, question, sql_query }))
    .filter(({ label, question }) => !statesUnknownFigure(`${label}. ${question}`, turn))
  const wanted = readings.flatMap(({ sql_query: sql, ...reading }) => (sql === undefined ? [] : [{ reading, sql }]))
  const proven = await proveReadings(wanted, turn)
  return readings.flatMap(({ sql_query: sql, ...reading }) =>
    sql === undefined
      ? [reading]
      : proven.filter((one) => one.label === reading.label && one.question === reading.question),
  )
}

function failed(reason: ReturnType<typeof message>): ToolOutcome {
  return {
    response: { success: false, ...errorFields(reason) },
    forModel: { success: false, error: formatMessage(reason) },
  }
}
