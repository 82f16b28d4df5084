import createClient, { type Client } from 'openapi-fetch'
import type { AskQuestionRequest, paths, TurnEvent } from './api.generated.ts'
import { answerOf, type Answer } from './answer.ts'
import { errorOf } from './errors.ts'
import { turnEvents } from './events.ts'

export interface ParlanceOptions {
  /** The address of the server, such as `https://parlance.example.com`. */
  server: string
  /** An API token. */
  token: string
  /** Sends requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
}

export interface AskOptions {
  /** The conversation to ask in; a new one by default. */
  conversationId?: string
  /** The database to ask; the selected one by default. */
  connectionId?: string
  areaId?: string
  /** `builtin` answers this question without a model. */
  answerWith?: AskQuestionRequest['answerWith']
  /** Cancels the question on the server too. */
  signal?: AbortSignal
  onEvent?: (event: TurnEvent) => void
}

export interface QueryOptions {
  /** The database to ask; the selected one by default. */
  connectionId?: string
  areaId?: string
  /** More rows are cut. */
  maxRows?: number
  signal?: AbortSignal
}

type Found = paths['/api/v1/query/full-results']['post']['responses'][200]['content']['application/json']
/** The rows of a query, with what the gate did. */
export type QueryResult = Extract<Found, { columns: unknown }>

/** An answer and the conversation to ask further questions in. */
export type ConversationAnswer = Answer & { conversationId: string }

export interface Parlance {
  /** Every operation of the API, typed by its URL. A refused request has an `error` instead of `data`. */
  api: Client<paths>
  /**
   * Asks a question and waits for the whole answer. If the connection breaks, it goes on after the last event.
   * @throws ParlanceError if the question was refused, failed, or was cancelled
   */
  ask(question: string, options?: AskOptions): Promise<ConversationAnswer>
  /**
   * Reads the answer to an earlier question again.
   * @throws ParlanceError if the token may not read it, or if it failed
   */
  answer(turnId: string, options?: { signal?: AbortSignal }): Promise<Answer>
  /**
   * Runs one `SELECT` under the rules of the token's owner.
   * @throws ParlanceError if it was refused or failed
   */
  query(sql: string, options?: QueryOptions): Promise<QueryResult>
}

/** Returns the data of a response. @throws ParlanceError for a refused request */
export function dataOf<T>({
  data,
  error,
  response,
}: {
  data?: T
  error?: unknown
  response: Response
}): NonNullable<T> {
  if (data === undefined || data === null) throw errorOf(response.status, error)
  return data
}

/** A client of one server with the rights of one API token. */
export function createParlance({ server, token, fetch: send }: ParlanceOptions): Parlance {
  const api = createClient<paths>({
    baseUrl: server,
    ...(send && { fetch: send }),
    headers: { authorization: `Bearer ${token}` },
  })
  let me: Promise<string> | null = null
  const userId = () => (me ??= readUserId(api))

  const beginConversation = async (): Promise<string> => {
    const path = { appName: 'nl_to_sql_agent' as const, userId: await userId() }
    const begun = await api.POST('/apps/{appName}/users/{userId}/sessions', { params: { path }, body: {} })
    return dataOf(begun).id
  }
  const resume = (turnId: string, after: number, signal: AbortSignal) =>
    api.GET('/api/v1/turns/{id}/events', {
      params: { path: { id: turnId }, query: { after } },
      parseAs: 'stream',
      signal,
    })

  return {
    api,
    ask: async (question, options = {}) => {
      const { signal = new AbortController().signal, onEvent = () => undefined } = options
      const conversationId = options.conversationId ?? (await beginConversation())
      const turnId = crypto.randomUUID()
      const body: AskQuestionRequest = {
        userId: await userId(),
        sessionId: conversationId,
        turnId,
        newMessage: { role: 'user', parts: [{ text: question }] },
        ...(options.connectionId !== undefined && { databaseConfigId: options.connectionId }),
        ...(options.areaId !== undefined && { businessAreaId: options.areaId }),
        ...(options.answerWith !== undefined && { answerWith: options.answerWith }),
      }
      const begin = () => api.POST('/api/v1/custom_run_sse', { body, parseAs: 'stream', signal })
      const events: TurnEvent[] = []
      try {
        for await (const event of turnEvents({ begin, resume: (after) => resume(turnId, after, signal), signal })) {
          events.push(event)
          onEvent(event)
        }
      } catch (error) {
        // The server may be what failed.
        if (signal.aborted) await cancel(api, conversationId).catch(() => undefined)
        throw error
      }
      return { ...answerOf(turnId, events), conversationId }
    },
    answer: async (turnId, { signal = new AbortController().signal } = {}) => {
      const read = (after: number) => resume(turnId, after, signal)
      return answerOf(turnId, await Array.fromAsync(turnEvents({ begin: () => read(0), resume: read, signal })))
    },
    query: async (sql, { connectionId, areaId, maxRows, signal } = {}) => {
      const body = {
        sql_query: sql,
        ...(connectionId !== undefined && { database_config_id: connectionId }),
        ...(areaId !== undefined && { business_area_id: areaId }),
        ...(maxRows !== undefined && { max_rows: maxRows }),
      }
      const data = dataOf(await api.POST('/api/v1/query/full-results', { body, ...(signal && { signal }) }))
      if (typeof data === 'string' || !('columns' in data)) throw new TypeError('The server sent a file.')
      return data
    },
  }
}

async function readUserId(api: Client<paths>): Promise<string> {
  return dataOf(await api.GET('/api/v1/auth/me')).user_id
}

async function cancel(api: Client<paths>, conversationId: string): Promise<void> {
  await api.POST('/api/v1/custom_cancel/{sessionId}', { params: { path: { sessionId: conversationId } } })
}
