import { message } from '@parlance/contract'
import type {
  CheckEvent,
  CheckPlan,
  Message,
  Model,
  ModelProvider,
  ModelSettings,
  ProviderId,
} from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import { adaptingFetch } from './adapting-fetch.ts'
import { answerLimits, defaultAnswerBytes } from './bounded-answer.ts'
import { createGuardedFetch } from './outbound.ts'
import { fetchModels } from './fetch-models.ts'
import { HandlesInUse } from './handles-in-use.ts'
import { createModelLists, ModelListError } from './model-list.ts'
import type { ModelLists } from './model-list.ts'
import { listProviders, vendors } from './providers.ts'
import type { ModelTestResult } from './test-model.ts'
import type { Recording } from './transcribe.ts'
import { asModelUse, type ModelLedger, type ModelUse } from './model-use.ts'
import type { AskSample } from './doctor/check.ts'
import { TraitMemory, type TraitStore } from './traits.ts'
import type { ModelChoice, ModelHandle, ModelVendor } from './vendor.ts'

export interface ModelService {
  /** Every provider with its models on offer. */
  list(): Record<ProviderId, ModelProvider>
  /** The day on which the lists were last compared with the vendors' own. */
  comparedOn(): string
  /** Reloads the operator's list. @throws AppError bad_request */
  reloadLists(): void
  /**
   * Asks a vendor which models it has.
   * @throws AppError model_not_configured, model_auth, model_unreachable, model_failed
   */
  fetchModels(choice: ModelChoice, signal: AbortSignal): Promise<Model[]>
  /** Asks the model to use one tool, and names the cause if it fails. Never throws. */
  test(settings: ModelSettings, signal?: AbortSignal, userId?: string): Promise<ModelTestResult>
  /** How many calls and tokens a check needs at most. */
  checkPlan(): Promise<CheckPlan>
  /**
   * Checks everything about a model that matters for questions, and reports each result as soon as it is certain.
   * Learns the model's traits.
   * @throws AppError like create
   */
  check(choice: ModelChoice, options: CheckOptions): Promise<void>
  /**
   * A model ready to be called, shared with everyone who uses the same choice. Opens no connection.
   * @throws AppError model_not_configured if the choice lacks settings that its vendor needs
   */
  create(choice: ModelChoice): Promise<ModelHandle>
  /**
   * What is said in a recording.
   * @throws AppError file_refused, budget_used_up, and the model's own errors
   */
  transcribe(recording: Recording, choice: ModelChoice, signal: AbortSignal): Promise<string>
}

export interface CheckOptions {
  signal: AbortSignal
  userId: string | null
  now: () => Date
  /** Null if there is no sample database. */
  askSample: AskSample | null
  onEvent: (event: CheckEvent) => Promise<void>
}

export interface ModelServiceOptions {
  /** Bytes that a model may send for one answer. */
  maxAnswerBytes?: number
  /** Milliseconds that a test may take. */
  testTimeout?: number
  /** Defaults to the product's own lists. */
  lists?: ModelLists
  /** Records every call; without one, calls are only counted for their turn. */
  ledger?: ModelLedger | null
  /** Where the traits of models are stored; defaults to this process only. */
  traits?: TraitStore
}

export function createModelService(options: ModelServiceOptions = {}): ModelService {
  const {
    maxAnswerBytes = defaultAnswerBytes,
    testTimeout = 20_000,
    lists = createModelLists(null),
    ledger = null,
  } = options
  const memory = new TraitMemory(options.traits ?? null)
  const fetch = createGuardedFetch({ limits: answerLimits(maxAnswerBytes) })
  const inUse = new HandlesInUse()
  const create = async (choice: ModelChoice): Promise<ModelHandle> => {
    const vendor = vendors[choice.provider]
    requireComplete(vendor, choice)
    const traits = await memory.of(choice)
    const known = inUse.find(choice)
    if (known) return known
    const { meteredModel } = await import('./metered-model.ts')
    const called = { provider: vendor.id, model: choice.model }
    return inUse.share(choice, {
      provider: vendor.id,
      providerName: vendor.name,
      id: choice.model,
      model: meteredModel(await vendor.create(choice, adaptingFetch(fetch, traits)), called, ledger),
      providerOptions: vendor.providerOptions,
      cachePoint: vendor.cachePoint(choice.model),
      cacheKey: (key) => vendor.cacheKey(key, choice),
      traits,
    })
  }
  return {
    list: () => listProviders(lists),
    comparedOn: () => lists.comparedOn(),
    reloadLists: () => {
      try {
        lists.reload()
      } catch (error) {
        throw new AppError('bad_request', {
          detail: error instanceof ModelListError ? error.text : undefined,
          cause: error,
        })
      }
    },
    fetchModels: (choice, signal) => {
      requirePlace(vendors[choice.provider], choice)
      return fetchModels(vendors[choice.provider], choice, { fetch, signal })
    },
    create,
    transcribe: async (recording, choice, signal) => {
      const { transcribe } = await import('./transcribe.ts')
      return transcribe(recording, { choice, create, signal, fetch, ledger })
    },
    checkPlan: async () => (await import('./doctor/run-checks.ts')).checkPlan,
    check: async (choice, { signal, userId, now, askSample, onEvent }) => {
      const { runChecks } = await import('./doctor/run-checks.ts')
      const handle = await create(choice)
      const checked = { choice, vendor: vendors[choice.provider], handle, fetch, signal, askSample }
      await asModelUse(testUse(userId), async () => {
        for await (const event of runChecks(checked, now)) await onEvent(event)
      })
    },
    test: async (settings, signal, userId) => {
      if (settings.provider === 'builtin') {
        return {
          success: true,
          message: message('The built-in engine is ready. It does not need an API key.'),
          fault: null,
        }
      }
      const choice = toModelChoice({ ...settings, provider: settings.provider })
      const timeout = AbortSignal.timeout(testTimeout)
      const { testModel } = await import('./test-model.ts')
      const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
      return asModelUse(testUse(userId ?? null), () => testModel(choice, () => create(choice), ends))
    },
  }
}

function testUse(userId: string | null): ModelUse {
  return { purpose: 'test', userId, areaId: null, connectionId: null, turnId: null }
}

/** Converts a form's settings to a choice; empty text means absent. */
export function toModelChoice(settings: ModelSettings & { provider: ModelChoice['provider'] }): ModelChoice {
  return {
    provider: settings.provider,
    model: settings.model.trim(),
    apiKey: settings.api_key?.trim() || null,
    baseUrl: settings.base_url?.trim() || null,
  }
}

function requireComplete(vendor: ModelVendor, choice: ModelChoice): void {
  const missing = (detail: Message): AppError => new AppError('model_not_configured', { detail })
  if (!choice.model) throw missing(message('Choose a model.'))
  requirePlace(vendor, choice)
}

function requirePlace(vendor: ModelVendor, choice: ModelChoice): void {
  const missing = (detail: Message): AppError => new AppError('model_not_configured', { detail })
  if (vendor.needsKey && !choice.apiKey)
    throw missing(message('Enter an API key for {provider}.', { provider: vendor.name }))
  if (vendor.needsBaseUrl && !choice.baseUrl) throw missing(message('Enter the URL of the server, ending in /v1.'))
  if (choice.baseUrl && !/^https?:$/.test(URL.parse(choice.baseUrl)?.protocol ?? '')) {
    throw missing(message('The URL of the server must start with http:// or https://.'))
  }
}
