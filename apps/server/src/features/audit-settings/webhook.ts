import { createHmac } from 'node:crypto'
import type { AuditEntry } from '@parlance/contract'
import { message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { unreached } from './unreached.ts'

const timeoutMs = 15_000

export interface WebhookBatch {
  url: string
  secret: string | null
  records: AuditEntry[]
  now: Date
  signal?: AbortSignal | undefined
}

/**
 * Posts records as JSON. The signature covers the time and the body, so that a receiver can refuse an old or changed
 * request.
 * @throws AppError bad_request with what went wrong
 */
export async function postRecords(
  fetchFrom: typeof globalThis.fetch,
  { url, secret, records, now, signal }: WebhookBatch,
): Promise<void> {
  const body = JSON.stringify({ records })
  const time = String(Math.floor(now.getTime() / 1000))
  const signature = secret === null ? null : createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const limit = AbortSignal.timeout(timeoutMs)
  const response = await fetchFrom(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-parlance-timestamp': time,
      ...(signature !== null && { 'x-parlance-signature': `sha256=${signature}` }),
    },
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  }).catch((error: unknown) => {
    throw unreached(error, new URL(url).host)
  })
  await response.body?.cancel()
  if (response.ok) return
  throw new AppError('bad_request', {
    detail: message('The webhook answered with status {status}. It must answer with 2xx.', {
      status: String(response.status),
    }),
  })
}
