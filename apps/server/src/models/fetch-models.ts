import { message } from '@parlance/contract'
import type { Message, Model } from '@parlance/contract'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { answerRefusal, describeRefusal } from './bounded-answer.ts'
import { BlockedAddressError } from './outbound.ts'
import type { ModelChoice, ModelVendor } from './vendor.ts'

const timeoutMs = 15_000
const maxModels = 500

const entrySchema = z.looseObject({
  id: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  display_name: z.string().max(200).optional(),
  displayName: z.string().max(200).optional(),
  description: z.string().optional(),
})
/** `data` from OpenAI, Anthropic, and compatible servers; `models` from Google. */
const listSchema = z.union([
  z.object({ data: z.array(entrySchema) }).transform(({ data }) => data),
  z.object({ models: z.array(entrySchema) }).transform(({ models }) => models),
])

interface FetchOptions {
  /** The guarded one (R14). */
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** A vendor's own list of models, by id. @throws AppError model_auth, model_unreachable, model_failed */
export async function fetchModels(
  vendor: ModelVendor,
  choice: ModelChoice,
  { fetch, signal }: FetchOptions,
): Promise<Model[]> {
  const base = (choice.baseUrl ?? vendor.list.address ?? '').replace(/(?<!\/)\/+$/, '')
  const response = await request(vendor, () =>
    fetch(`${base}${vendor.list.path}`, {
      headers: choice.apiKey === null ? {} : vendor.list.headers(choice.apiKey),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }),
  )
  if ([401, 403].includes(response.status)) throw new AppError('model_auth')
  if (!response.ok)
    throw failed(
      message('{provider} returned the status {status}. Try again in a moment.', {
        provider: vendor.name,
        status: response.status,
      }),
    )
  const parsed = listSchema.safeParse(await readList(vendor, response))
  if (!parsed.success)
    throw failed(message('{provider} did not return a list of models. Check the URL.', { provider: vendor.name }))
  const models = parsed.data.filter((entry) => vendor.list.isOffered(entry)).flatMap(toModel)
  return models.toSorted((one, other) => one.id.localeCompare(other.id)).slice(0, maxModels)
}

async function request(vendor: ModelVendor, call: () => Promise<Response>): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    if (answerRefusal(error)) throw refused(vendor, error)
    const detail =
      error instanceof BlockedAddressError
        ? message('Connections to this address are not allowed. Use another URL.')
        : message('Could not reach {place}. Check the URL and the network access of this server.', {
            place: vendor.name,
          })
    throw new AppError('model_unreachable', { detail, cause: error })
  }
}

function failed(detail: Message): AppError {
  return new AppError('model_failed', { detail })
}

function refused({ name }: ModelVendor, error: unknown): AppError {
  return new AppError('model_failed', { detail: describeRefusal(name, error) ?? undefined, cause: error })
}

/** @returns undefined for invalid JSON */
async function readList(vendor: ModelVendor, response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    if (answerRefusal(error)) throw refused(vendor, error)
    return undefined
  })
}

function toModel(entry: z.output<typeof entrySchema>): Model[] {
  const id = entry.id ?? entry.name?.replace(/^models\//, '')
  if (!id) return []
  const name = entry.display_name ?? entry.displayName ?? id
  return [{ id, name, description: (entry.description ?? '').slice(0, 200) }]
}
