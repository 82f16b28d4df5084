/** A user of the server under test; the headers authenticate every request. */
export interface Caller {
  id: string
  headers: Record<string, string>
}

export interface HttpAnswer {
  status: number
  headers: Headers
  json<T>(): T
}

/** Calls a running server as a browser does. */
export interface HttpClient {
  /** @param path from the root, for example `/api/v1/users/` */
  send(method: string, path: string, who: Caller | null, body?: unknown): Promise<HttpAnswer>
  /** Like `send`, but returns the response's body. @throws Error if the server refuses the request */
  call<T>(method: string, path: string, who: Caller | null, body?: unknown): Promise<T>
}

export function createHttpClient(url: string): HttpClient {
  const send: HttpClient['send'] = async (method, path, who, body) => {
    const content = body === undefined ? null : JSON.stringify(body)
    const headers = { ...who?.headers, ...(content !== null && { 'content-type': 'application/json' }) }
    const request: RequestInit = { method, headers, body: content }
    const answer = await fetch(`${url}${path}`, request)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: <T>() => JSON.parse(text) as T }
  }
  return {
    send,
    call: async <T>(...request: Parameters<HttpClient['send']>) => {
      const answer = await send(...request)
      if (answer.status >= 300) throw new Error(`${request.slice(0, 2).join(' ')}: ${JSON.stringify(answer.json())}`)
      return answer.json<T>()
    },
  }
}
