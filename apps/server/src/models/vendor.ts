import type { ProviderId } from '@parlance/contract'
import type { JSONValue, LanguageModel, UserContent } from 'ai'
import type { SecretString } from '../secrets/secret.ts'
import type { KnownTraits } from './traits.ts'

/** Providers with models; the built-in engine is a provider without one. */
export type ModelVendorId = Exclude<ProviderId, 'builtin'>

/** What an administrator chose to answer questions: a model or the built-in engine. */
export interface ChosenModel {
  provider: ProviderId
  model: string
  apiKey: SecretString | null
  baseUrl: string | null
}

/** Identifies one model, with its key in plain text. Created right before the model and never stored or logged. */
export interface ModelChoice {
  provider: ModelVendorId
  model: string
  apiKey: string | null
  baseUrl: string | null
}

export type ProviderOptions = Record<string, Record<string, JSONValue>>

/** A text up to whose end a vendor caches the prompt. */
export function withCachePoint(text: string, cachePoint: ProviderOptions | null): UserContent {
  return cachePoint === null ? text : [{ type: 'text', text, providerOptions: cachePoint }]
}

/** The options of both, by vendor. */
export function mergedOptions(one: ProviderOptions, other: ProviderOptions): ProviderOptions {
  const vendors = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...vendors].map((vendor) => [vendor, { ...one[vendor], ...other[vendor] }]))
}

/** A callable model with the settings that its vendor needs on every call. */
export interface ModelHandle {
  provider: ModelVendorId
  providerName: string
  id: string
  model: LanguageModel
  providerOptions: ProviderOptions
  cachePoint: ProviderOptions | null
  cacheKey: (key: string) => ProviderOptions
  /** How the model calls tools, and what its requests must look like. */
  traits: KnownTraits
}

/** How a vendor lists its models. */
export interface ModelListCall {
  /** The default address; null if the choice must have its own. */
  address: string | null
  path: string
  headers: (key: string) => Record<string, string>
  /** Whether an entry of its list can answer questions. */
  isOffered: (entry: Record<string, unknown>) => boolean
}

/** One vendor: its appearance in the forms, and how to create its models. No file outside models/ names a vendor. */
export interface ModelVendor {
  id: ModelVendorId
  name: string
  needsKey: boolean
  needsBaseUrl: boolean
  list: ModelListCall
  /** Loads the vendor's client when it is first needed. */
  create(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<LanguageModel>
  providerOptions: ProviderOptions
  /** Options of a part of a message that make the vendor cache everything up to it; null if it does so by itself. */
  cachePoint: (model: string) => ProviderOptions | null
  /**
   * Options of a call that bring calls with the same beginning to the same cache.
   * @param key the same for these calls; it contains no data
   */
  cacheKey: (key: string, choice: Pick<ModelChoice, 'baseUrl'>) => ProviderOptions
}
