import { message } from '@parlance/contract'
import type { Model, ModelProvider, ProviderId } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ModelService } from '../../models/service.ts'
import type { SettingsService } from './stored-settings.ts'

export interface ModelRefresh {
  apiKey: string | null
  baseUrl: string | null
  /** The user who makes the request. */
  by: string
  signal: AbortSignal
}

/**
 * The providers and models in the forms: the lists of the product and its operator, and the models that providers
 * returned.
 */
export interface ModelCatalogue {
  list(): Promise<Record<ProviderId, ModelProvider>>
  comparedOn(): string
  /**
   * Asks a provider for its models and stores the answer. Without a key, it uses the stored one if it belongs to that
   * provider.
   * @throws AppError bad_request, model_not_configured, model_auth, model_unreachable, model_failed
   */
  refresh(provider: ProviderId, refresh: ModelRefresh): Promise<{ models: Model[]; refreshedAt: string }>
  /** Makes every process read the operator's list again. @throws AppError bad_request */
  clearCache(): Promise<void>
  close(): void
}

export function createModelCatalogue(
  { store, now, log }: AppContext,
  { settings, models }: { settings: SettingsService; models: ModelService },
): ModelCatalogue {
  const unsubscribe = store.bus.subscribe('invalidate', ({ event }) => {
    if (event !== 'model-lists') return
    try {
      models.reloadLists()
    } catch (error) {
      log.warn({ err: error }, 'could not reload the list of models')
    }
  })

  return {
    comparedOn: () => models.comparedOn(),
    list: async () => {
      const all = models.list()
      for (const [id, { models: fetched }] of Object.entries(await settings.get('fetched_models'))) {
        const provider = Object.values(all).find((each) => each.id === id)
        if (provider !== undefined) all[provider.id] = { ...provider, models: merge(provider.models, fetched) }
      }
      return all
    },
    refresh: async (id, { apiKey, baseUrl, by, signal }) => {
      if (id === 'builtin')
        throw new AppError('bad_request', { detail: message('The built-in engine has no list of models to refresh.') })
      const chosen = await settings.orchestration()
      const isChosen = chosen?.provider === id && (baseUrl === null || baseUrl === chosen.baseUrl)
      const choice = {
        provider: id,
        model: '',
        apiKey: apiKey ?? (isChosen ? (chosen.apiKey?.reveal() ?? null) : null),
        baseUrl: baseUrl ?? (isChosen ? chosen.baseUrl : null),
      }
      const fetched = await models.fetchModels(choice, signal)
      const refreshedAt = now().toISOString()
      await store.transaction(async (transaction) => {
        const before = await settings.get('fetched_models', transaction)
        const after = { ...before, [id]: { models: fetched, refreshed_at: refreshedAt } }
        await settings.set('fetched_models', after, by, transaction)
      })
      return { models: merge(models.list()[id].models, fetched), refreshedAt }
    },
    clearCache: async () => {
      models.reloadLists()
      await store.bus.publish('invalidate', { event: 'model-lists' })
    },
    close: unsubscribe,
  }
}

/** Puts recommended models first with their own descriptions, followed by the provider's other models. */
function merge(offered: Model[], fetched: Model[]): Model[] {
  const known = new Set(offered.map(({ id }) => id))
  return [...offered, ...fetched.filter(({ id }) => !known.has(id))]
}
