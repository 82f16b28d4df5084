import { z } from 'zod'
import { tool } from '../tool.ts'

export const explainAnswer = tool({
  name: 'explain_answer',
  title: 'Explain an answer',
  description:
    'Explains an earlier answer of ask: how the question was understood, what was assumed, the SQL, and which tables and rules applied.',
  input: z.strictObject({ answer_id: z.string().min(1).max(200).describe('The answer_id of ask.') }),
  changesNothing: true,
  run: async ({ answer_id: id }, { parlance, signal }) => {
    const { text, understood, sql, executedSql, receipt, readings } = await parlance.answer(id, { signal })
    return { answer: text, understood, sql, executed_sql: executedSql, rules: receipt, other_meanings: readings }
  },
})
