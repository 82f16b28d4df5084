import type { ModelChoice, ModelVendor } from '../vendor.ts'

/** A server's answer to the request for its list of models. */
export interface ListedModels {
  status: number
  contentType: string
  /** Null if the answer isn't a list. */
  entries: Record<string, unknown>[] | null
}

const timeoutMs = 15_000

/** How a server is asked about itself. */
export interface Reach {
  choice: ModelChoice
  vendor: ModelVendor
  /** The guarded one (R14). */
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** The configured address without a slash at its end. */
export function baseOf({ choice, vendor }: Pick<Reach, 'choice' | 'vendor'>): string {
  return (choice.baseUrl ?? vendor.list.address ?? '').replace(/(?<!\/)\/+$/, '')
}

/** Asks for the list of models. @throws what the guarded fetch throws */
export async function listModels(reach: Reach, base = baseOf(reach)): Promise<ListedModels> {
  const response = await get(reach, `${base}${reach.vendor.list.path}`)
  const contentType = response.headers.get('content-type') ?? ''
  const value: unknown = await response.json().catch(() => null)
  return { status: response.status, contentType, entries: entriesIn(value) }
}

/** Asks a server something else about itself. Null if it doesn't know the path. */
export async function getJson(
  reach: Reach,
  url: string,
  body?: Record<string, unknown>,
): Promise<Record<string, unknown> | null> {
  const response = await get(reach, url, body).catch(() => null)
  reach.signal.throwIfAborted()
  if (response === null) return null
  const value: unknown = await response.json().catch(() => null)
  return response.ok && isRecord(value) ? value : null
}

async function get({ choice, vendor, fetch, signal }: Reach, url: string, body?: Record<string, unknown>) {
  return fetch(url, {
    headers: {
      ...(choice.apiKey === null ? {} : vendor.list.headers(choice.apiKey)),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
}

function entriesIn(value: unknown): ListedModels['entries'] {
  if (!isRecord(value)) return null
  const list = value['data'] ?? value['models']
  return Array.isArray(list) ? list.filter(isRecord) : null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name by which a model is called. */
export function idOf(entry: Record<string, unknown>): string {
  const given = entry['id'] ?? entry['name']
  return typeof given === 'string' ? given.replace(/^models\//, '') : ''
}
