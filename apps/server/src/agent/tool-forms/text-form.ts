import type { ToolSet } from 'ai'
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

/** The tool that isn't SQL, and so needs words of its own. Others have SQL that does the same. */
const metricsTool = 'query_metrics'
const howToQueryMetrics =
  'If definitions of the area say what the question asks for, write in the code block instead of SQL: {"name": "query_metrics", "arguments": {"metrics": ["…"], "group_by": ["…"]}}.'

/** Asks for plain text: one fenced statement to run, or else an answer. */
export const textForm: WrittenForm = {
  request: async ({ instructions, messages, tools }) => ({
    instructions: [instructions, howToAnswer, ...metricsWords(tools)].join('\n'),
    messages: writtenMessages(messages, ({ name, input }) => {
      const sql = input['sql_query']
      return typeof sql === 'string' ? `\`\`\`sql\n${sql}\n\`\`\`` : `${name} ${JSON.stringify(input)}`
    }),
    output: null,
  }),
  openReader: () => ({ push: (delta) => delta }),
  read: (text, tools) => readText(text, new Set(Object.keys(tools))),
}

function metricsWords(tools: ToolSet): string[] {
  const { description } = tools[metricsTool] ?? {}
  return typeof description === 'string' ? [howToQueryMetrics, `${metricsTool}: ${description}`] : []
}
