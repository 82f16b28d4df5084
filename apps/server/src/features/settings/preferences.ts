import type { ModelProvider, PreferencesResponse, ProviderId, UpdatePreferencesRequest } from '@parlance/contract'
import type { SettingsService } from './service.ts'

/** The providers that can be chosen, with what each needs. */
export type ProviderCatalogue = () => Record<ProviderId, ModelProvider>

export interface PreferencesService {
  get(): Promise<PreferencesResponse>
  /** Absent fields stay as they are. @throws AppError bad_request when a chosen provider lacks its key or address */
  update(change: UpdatePreferencesRequest, by: string): Promise<PreferencesResponse>
}

export function createPreferencesService(settings: SettingsService, providers: ProviderCatalogue): PreferencesService {
  async function get(): Promise<PreferencesResponse> {
    const [chosen, { share_data_with_llm, temperature, max_tokens }] = [
      await settings.orchestration(),
      await settings.preferences(),
    ]
    return {
      llm_provider: chosen?.provider ?? null,
      llm_model: chosen?.model ?? null,
      has_api_key: chosen !== null && chosen.apiKey !== null,
      temperature: String(temperature),
      max_tokens: String(max_tokens),
      share_data_with_llm,
    }
  }

  async function chooseModel(change: UpdatePreferencesRequest, by: string): Promise<void> {
    const chosen = await settings.orchestration()
    const provider = change.llm_provider ?? chosen?.provider ?? null
    if (provider === null) return
    const model = change.llm_model ?? (provider === chosen?.provider ? chosen.model : '')
    if (provider === chosen?.provider && model === chosen.model && !change.api_key) return
    const base_url = provider === chosen?.provider ? chosen.baseUrl : null
    await settings.chooseOrchestration(
      { provider, model, api_key: change.api_key, base_url },
      providers()[provider],
      by,
    )
  }

  return {
    get,
    update: async (change, by) => {
      await chooseModel(change, by)
      const before = await settings.preferences()
      const after = {
        share_data_with_llm: change.share_data_with_llm ?? before.share_data_with_llm,
        temperature: change.temperature === undefined ? before.temperature : Number(change.temperature),
        max_tokens: change.max_tokens === undefined ? before.max_tokens : Number(change.max_tokens),
      }
      await settings.set('preferences', after, by)
      return get()
    },
  }
}
