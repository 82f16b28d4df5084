import { readText } from './calls-in-text.ts'
import type { WrittenForm } from './form.ts'
import { writtenMessages } from './written-messages.ts'

const howToAnswer = [
  'You cannot call tools. To run a query, write only the SELECT in one code block:',
  '```sql',
  'SELECT …',
  '```',
  'You then get its result. When you have the rows, answer in plain sentences without a code block.',
].join('\n')

/** Asks for plain text: one fenced statement to run, or else an answer. */
export const textForm: WrittenForm = {
  request: async ({ instructions, messages }) => ({
    instructions: `${instructions}\n${howToAnswer}`,
    messages: writtenMessages(messages, ({ name, input }) => {
      const sql = input['sql_query']
      return typeof sql === 'string' ? `\`\`\`sql\n${sql}\n\`\`\`` : `${name} ${JSON.stringify(input)}`
    }),
    output: null,
  }),
  openReader: () => ({ push: (delta) => delta }),
  read: (text, tools) => readText(text, new Set(Object.keys(tools))),
}
