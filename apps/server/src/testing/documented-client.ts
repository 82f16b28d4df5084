/** A client of the documented calls, written from their description only: plain fetch, none of the product's types. */
export interface DocumentedClient {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  createSession(state: Record<string, unknown>): Promise<{ id: string; state: Record<string, unknown> }>
  run(sessionId: string, parts: unknown[], more?: Record<string, unknown>): Promise<Answer>
  stream(path: string, body: unknown): Promise<{ type: string; lines: string[]; events: DocumentedEvent[] }>
  message(sessionId: string, parts: unknown[], more?: Record<string, unknown>): Record<string, unknown>
}

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  json: unknown
}

/** The documented fields of an event. */
export interface DocumentedEvent {
  content?: {
    parts: {
      text?: string
      functionCall?: { name: string; args: Record<string, unknown> }
      functionResponse?: { name: string; response: Record<string, unknown> }
    }[]
  }
  timestamp?: string
  final?: boolean
  type?: string
  error?: string
  message?: string
  detail?: string
  code?: string
  usage_metadata?: Record<string, unknown>
  attachments?: { name: string; type: string }[]
}

export const documentedApp = 'nl_to_sql_agent'

export function documentedClient(url: string, { userId, token }: { userId: string; token: string }): DocumentedClient {
  const authorization = token.startsWith('Bearer ') ? token : `Bearer ${token}`
  const call: DocumentedClient['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      json: isJson ? JSON.parse(String(bytes)) : null,
    }
  }
  const message: DocumentedClient['message'] = (sessionId, parts, more = {}) => ({
    appName: documentedApp,
    userId,
    sessionId,
    newMessage: { role: 'user', parts },
    ...more,
  })
  return {
    call,
    message,
    createSession: async (state) => {
      const answer = await call('POST', `/apps/${documentedApp}/users/${userId}/sessions`, { state })
      if (answer.status !== 200) throw new Error(String(answer.bytes))
      return answer.json as { id: string; state: Record<string, unknown> }
    },
    run: (sessionId, parts, more) => call('POST', '/run', message(sessionId, parts, more)),
    stream: async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(body),
      })
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'))
      const events = lines.map((line) => line.slice(5).trim()).filter((text) => text !== '[DONE]')
      return {
        type: response.headers.get('content-type') ?? '',
        lines,
        events: events.map((text) => JSON.parse(text) as DocumentedEvent),
      }
    },
  }
}
