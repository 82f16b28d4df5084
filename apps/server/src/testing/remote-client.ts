import type { TurnEvent } from '@parlance/contract'
import { readEvents } from './asking-app.ts'

/** A user signed in to a server in its own process. */
export interface RemotePerson {
  id: string
  headers: Record<string, string>
}

export interface RemoteAnswer<Body> {
  status: number
  body: Body
}

/** Makes one HTTP call and parses its response as JSON. */
export async function callRemote<Body>(
  url: string,
  { who, method, body }: { who: RemotePerson | null; method: string; body?: unknown },
): Promise<RemoteAnswer<Body>> {
  const response = await fetch(url, {
    method,
    headers: { ...who?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body }
}

/** Every event of a stream until it ends or breaks. @throws if there is none */
export async function readStream(
  response: Response,
  onEvents: (events: TurnEvent[]) => void = () => undefined,
): Promise<TurnEvent[]> {
  if (response.status !== 200) throw new Error(await response.text())
  let text = ''
  const whole = () => readEvents(text.slice(0, text.lastIndexOf('\n\n') + 2))
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      onEvents(whole())
    }
  } catch {
    // The server was killed; what has arrived is enough.
  }
  return whole()
}

/** Number of answers per status. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
