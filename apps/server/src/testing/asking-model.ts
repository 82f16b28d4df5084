import type { EventPart, ToolResponse, TurnEvent } from '@parlance/contract'
import { createModelResponder } from '../agent/model-responder.ts'
import { createModelService } from '../models/service.ts'
import type { TurnEnd } from '../agent/turn.ts'
import type { AskOptions, FileWorld } from './file-turn.ts'
import { startModelStandIn, type ModelStandIn, type RecordedRequest, type Script } from './model-stand-ins/stand-in.ts'
import type { ScriptedReply } from './model-stand-ins/wire.ts'

/** One question to a scripted model, with everything that both sides said. */
export interface AskedModel {
  events: TurnEvent[]
  end: TurnEnd
  requests: RecordedRequest[]
  /** The tools' responses as recorded in the trace. */
  responses: (ToolResponse & { tool: string })[]
  /** The last event's text. */
  answer: string
}

/** @param silenceMs how long the model may be silent; defaults to one minute */
export async function askModel(
  world: FileWorld,
  question: string,
  script: Script,
  { silenceMs, sqlScript, ...options }: AskOptions & { silenceMs?: number; sqlScript?: Script } = {},
): Promise<AskedModel> {
  const standIn = await startModelStandIn('openai-compatible', script)
  const sqlStandIn = sqlScript ? await startModelStandIn('openai-compatible', sqlScript) : null
  try {
    const lead = await handleOf(standIn, 'test-model')
    const sql = sqlStandIn ? await handleOf(sqlStandIn, 'sql-model') : null
    const responder = createModelResponder({ lead, sql }, { temperature: 0, maxTokens: null, silenceMs })
    const { events, end } = await world.ask(question, responder, options)
    const requests = [...standIn.requests, ...(sqlStandIn?.requests ?? [])]
    return { events, end, requests, responses: responsesOf(events), answer: textOf(events.at(-1)) }
  } finally {
    await standIn.close()
    await sqlStandIn?.close()
  }
}

async function handleOf(standIn: ModelStandIn, model: string) {
  return createModelService().create({ provider: 'openai-compatible', model, apiKey: null, baseUrl: standIn.baseUrl })
}

/** A reply that calls one tool. */
export function calls(name: string, args: Record<string, unknown> | string = {}): ScriptedReply {
  return { toolCalls: [{ name, args }] }
}

/** A reply that runs SQL. */
export function runs(sql: string, more: Record<string, unknown> = {}): ScriptedReply {
  return calls('execute_sql_query', { sql_query: sql, ...more })
}

export function says(...text: string[]): ScriptedReply {
  return { text }
}

function responsesOf(events: TurnEvent[]): AskedModel['responses'] {
  return events.flatMap((event) =>
    (event.content?.parts ?? []).flatMap((part: EventPart) =>
      'functionResponse' in part ? [{ ...part.functionResponse.response, tool: part.functionResponse.name }] : [],
    ),
  )
}

function textOf(event: TurnEvent | undefined): string {
  return (event?.content?.parts ?? []).map((part) => ('text' in part ? part.text : '')).join('')
}
