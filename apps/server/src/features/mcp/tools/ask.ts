import { z } from 'zod'
import { areaInput, databaseInput, placeOf } from '../places.ts'
import { boundedRows, maxRowsInput } from '../rows.ts'
import { tool } from '../tool.ts'

export const ask = tool({
  name: 'ask',
  title: 'Ask a question',
  description:
    'Answers a question about the data in plain language. Returns the answer in words, the SQL, and the rows. If the question has several meanings, it returns them as other_meanings. To ask a follow-up question such as "and by month?", pass the conversation.',
  input: z.strictObject({
    question: z.string().min(1).max(10_000),
    area: areaInput.optional(),
    database: databaseInput.optional(),
    conversation: z.string().min(1).max(200).optional().describe('The conversation of an earlier answer.'),
    max_rows: maxRowsInput,
  }),
  changesNothing: false,
  run: async ({ question, conversation, max_rows: maxRows, ...place }, { parlance, signal, report }) => {
    const answer = await parlance.ask(question, {
      ...(await placeOf(parlance, place)),
      ...(conversation !== undefined && { conversationId: conversation }),
      signal,
      onEvent: ({ type, message }) => {
        if (type === 'progress' && message !== undefined) report(message)
      },
    })
    return {
      answer: answer.text,
      understood: answer.understood,
      sql: answer.sql,
      ...boundedRows(answer, maxRows),
      rules: answer.receipt,
      other_meanings: answer.readings,
      next_questions: answer.followUps,
      answer_id: answer.turnId,
      conversation: answer.conversationId,
    }
  },
})
