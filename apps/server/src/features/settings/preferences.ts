import type { PreferencesResponse, UpdatePreferencesRequest } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import type { Store } from '../../store/store.ts'
import { changesBetween, type AuditService } from '../audit/service.ts'
import type { ModelChoiceService, TestedModel } from './model-choice.ts'
import type { SettingsService } from './stored-settings.ts'

/**
 * How language models are used. The settings apply to the whole installation, because only administrators set them. The
 * provider and model are those that write SQL, by default the same as those that answer.
 */
export interface PreferencesService {
  get(): Promise<PreferencesResponse>
  /**
   * Stores all changes or none. Absent fields keep their values.
   * @throws AppError bad_request if a chosen model lacks its key or address, or failed its test
   */
  update(admin: Principal, change: UpdatePreferencesRequest, signal: AbortSignal): Promise<PreferencesResponse>
}

export interface PreferencesDependencies {
  store: Store
  settings: SettingsService
  choice: ModelChoiceService
  audit: AuditService
}

export function createPreferencesService({
  store,
  settings,
  choice,
  audit,
}: PreferencesDependencies): PreferencesService {
  async function get(): Promise<PreferencesResponse> {
    const chosen = (await settings.sqlModel()) ?? (await settings.orchestration())
    const { share_data_with_llm, temperature, max_tokens } = await settings.preferences()
    return {
      llm_provider: chosen?.provider ?? null,
      llm_model: chosen?.model ?? null,
      has_api_key: chosen !== null && chosen.apiKey !== null,
      temperature: String(temperature),
      max_tokens: String(max_tokens),
      share_data_with_llm,
    }
  }

  /** Null if the change names no different model and no key. */
  async function chosenModel(
    admin: Principal,
    change: UpdatePreferencesRequest,
    signal: AbortSignal,
  ): Promise<TestedModel | null> {
    const leading = await settings.orchestration()
    const chosen = (await settings.sqlModel()) ?? leading
    const provider = change.llm_provider ?? chosen?.provider ?? null
    if (provider === null) return null
    const model = change.llm_model ?? (provider === chosen?.provider ? chosen.model : '')
    if (provider === chosen?.provider && model === chosen.model && !change.api_key) return null
    const isLeading = provider === leading?.provider && model === leading.model && !change.api_key
    if (isLeading) return oneModel(admin)
    const place = [chosen, leading].find((one) => one?.provider === provider)
    const given = { provider, model, api_key: change.api_key, base_url: place?.baseUrl ?? null }
    // Without a model that answers, there is none to write SQL for. The built-in engine does both or neither.
    if (leading === null || provider === 'builtin') return choice.prepare(admin, given, signal)
    return choice.prepare(admin, given, signal, { role: 'sql_model' })
  }

  /** Makes the model that answers write the SQL too, as before another one was chosen. */
  function oneModel(admin: Principal): TestedModel {
    return {
      store: (db) => settings.chooseSqlModel(null, admin.userId, db),
      record: () =>
        audit.record({
          action: 'settings.choose-sql-model',
          outcome: 'allowed',
          userId: admin.userId,
          detail: { model: null },
        }),
    }
  }

  return {
    get,
    update: async (admin, change, signal) => {
      const model = await chosenModel(admin, change, signal)
      const changes = await store.transaction(async (transaction) => {
        await model?.store(transaction)
        const before = await settings.get('preferences', transaction)
        const after = {
          share_data_with_llm: change.share_data_with_llm ?? before.share_data_with_llm,
          temperature: change.temperature === undefined ? before.temperature : Number(change.temperature),
          max_tokens: change.max_tokens === undefined ? before.max_tokens : Number(change.max_tokens),
        }
        await settings.set('preferences', after, admin.userId, transaction)
        return changesBetween(before, after)
      })
      await model?.record()
      const { temperature, max_tokens, share_data_with_llm } = await settings.preferences()
      await audit.record({
        action: 'settings.update-preferences',
        outcome: 'allowed',
        userId: admin.userId,
        detail: { temperature, max_tokens, share_data_with_llm },
        changes,
      })
      return get()
    },
  }
}
