import { asSchema, jsonSchema, Output, type ToolSet } from 'ai'
import { AnswerInJson } from './answer-in-json.ts'
import { readText, type ReadAnswer, type WrittenCall } from './calls-in-text.ts'
import type { WrittenForm } from './form.ts'
import { isObject, objectsIn, type JsonObject } from './json-in-text.ts'
import { writtenMessages } from './written-messages.ts'

/** The action that answers the user. */
const answerAction = 'answer'

/** Asks for one JSON object with an action and its arguments. The server makes the model follow the schema. */
export const schemaForm: WrittenForm = {
  request: async ({ instructions, messages, tools }) => {
    const parameters = await parametersOf(tools)
    const names = [...parameters.keys(), answerAction]
    const schema = jsonSchema<JsonObject>({
      type: 'object',
      properties: {
        action: { type: 'string', enum: names },
        arguments: {
          type: 'object',
          properties: Object.assign({}, ...parameters.values(), { text: { type: 'string' } }),
          additionalProperties: false,
        },
      },
      required: ['action', 'arguments'],
      additionalProperties: false,
    } as Parameters<typeof jsonSchema>[0])
    return {
      instructions: `${instructions}\n${howToAct(tools, parameters)}`,
      messages: writtenMessages(messages, writeAction),
      output: Output.object({ schema, name: 'action' }),
    }
  },
  openReader: () => new AnswerInJson(),
  read: (text, tools) => {
    const answer = new AnswerInJson()
    const words = answer.push(text)
    if (answer.isAnswer) return { text: words, calls: [] }
    const names = new Set([...Object.keys(tools), answerAction])
    for (const { value } of objectsIn(text)) {
      const read = readAction(value, names)
      if (read) return read
    }
    // The server ignored the schema.
    return readText(text, names)
  },
}

function readAction(value: JsonObject, names: ReadonlySet<string>): ReadAnswer | null {
  const { action, arguments: given } = value
  if (typeof action !== 'string' || !names.has(action)) return null
  const input = isObject(given) ? given : {}
  if (action !== answerAction) return { text: '', calls: [{ name: action, input }] }
  const text = [input['text'], input['answer'], value['text'], given].find((one) => typeof one === 'string')
  return { text: typeof text === 'string' ? text : '', calls: [] }
}

function writeAction({ name, input }: WrittenCall): string {
  return JSON.stringify({ action: name, arguments: input })
}

async function parametersOf(tools: ToolSet): Promise<Map<string, JsonObject>> {
  const all = new Map<string, JsonObject>()
  for (const [name, { inputSchema }] of Object.entries(tools)) {
    const { properties } = await asSchema(inputSchema).jsonSchema
    all.set(name, isObject(properties) ? properties : {})
  }
  return all
}

function howToAct(tools: ToolSet, parameters: ReadonlyMap<string, JsonObject>): string {
  const actions = Object.entries(tools).map(([name, { description }]) => {
    const fields = Object.keys(parameters.get(name) ?? {}).join(', ')
    return `- ${name}(${fields}): ${typeof description === 'string' ? description : ''}`
  })
  return [
    'Reply with one JSON object and nothing else: {"action": "…", "arguments": {…}}. To call a tool, use its name as the action. The actions:',
    ...actions,
    `- ${answerAction}(text): Your answer to the user, or your question.`,
  ].join('\n')
}
