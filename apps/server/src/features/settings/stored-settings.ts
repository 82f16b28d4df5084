import { message } from '@parlance/contract'
import type { Message, ModelProvider, ModelSettings, ProviderId } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ChosenModel } from '../../models/vendor.ts'
import { openSealed, seal } from '../../secrets/seal.ts'
import { Secret } from '../../secrets/secret.ts'
import type { Database } from '../../store/schema.ts'
import { settingDefinitions } from './definitions.ts'
import type { SettingKey, SettingValue } from './definitions.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** The settings of a model with the key in plain text, to test or encrypt but never to cache. */
export interface CompleteModelSettings {
  provider: ProviderId
  model: string
  api_key: string | null
  base_url: string | null
}

/** The model that answers, or the one that writes SQL for it. */
export type ModelRole = 'orchestration' | 'sql_model'

export interface SettingsService {
  get<K extends SettingKey>(key: K, db?: Handle): Promise<SettingValue<K>>
  /** @param by the user's id; null for the installation itself */
  set<K extends SettingKey>(key: K, value: SettingValue<K>, by: string | null, db?: Handle): Promise<void>
  /** Null until a model is chosen. */
  orchestration(): Promise<ChosenModel | null>
  /** The model that writes SQL. Null if the model that answers does. */
  sqlModel(): Promise<ChosenModel | null>
  /** @param chosen null if the model that answers writes SQL too */
  chooseSqlModel(chosen: CompleteModelSettings | null, by: string | null, db?: Handle): Promise<void>
  /**
   * Chooses the model. An absent key keeps the stored one of the same provider at the same address.
   * @param provider the provider's entry in the model list
   * @throws AppError bad_request if its key or address is missing
   */
  chooseOrchestration(settings: ModelSettings, provider: ModelProvider, by: string | null, db?: Handle): Promise<void>
  /**
   * Adds the stored key to settings without one if the provider and address match, and says whether they are the
   * current choice. Stores nothing.
   * @throws like chooseOrchestration
   */
  completeOrchestration(
    settings: ModelSettings,
    provider: ModelProvider,
    db?: Handle,
    role?: ModelRole,
  ): Promise<{ complete: CompleteModelSettings; isUnchanged: boolean }>
  preferences(): Promise<SettingValue<'preferences'>>
}

/** Reads a setting that is not encrypted, as a part of a transaction. */
export async function readOpenSetting<K extends OpenSettingKey>(db: Handle, key: K): Promise<SettingValue<K>> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  const definition = settingDefinitions[key]
  if (row === undefined) return definition.initial as SettingValue<K>
  return definition.schema.parse(JSON.parse(row.value)) as SettingValue<K>
}

type OpenSettingKey = {
  [K in SettingKey]: (typeof settingDefinitions)[K]['secret'] extends false ? K : never
}[SettingKey]

export function createSettingsService(context: Pick<AppContext, 'store' | 'keys' | 'now'>): SettingsService {
  const { store, keys, now } = context

  async function get<K extends SettingKey>(key: K, db: Handle = store.db): Promise<SettingValue<K>> {
    const row = await db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst()
    const definition = settingDefinitions[key]
    if (row === undefined) return definition.initial as SettingValue<K>
    const text = row.is_secret === 1 ? openSealed(keys.dataKey, row.value, purposeOf(key)) : row.value
    return definition.schema.parse(JSON.parse(text)) as SettingValue<K>
  }

  async function set<K extends SettingKey>(
    key: K,
    value: SettingValue<K>,
    by: string | null,
    db: Handle = store.db,
  ): Promise<void> {
    const definition = settingDefinitions[key]
    const text = JSON.stringify(definition.schema.parse(value))
    const row = {
      key,
      value: definition.secret ? seal(keys.dataKey, text, purposeOf(key)) : text,
      is_secret: definition.secret ? (1 as const) : (0 as const),
      updated_at: now().toISOString(),
      updated_by: by,
    }
    const { key: _key, ...change } = row
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
      .execute()
  }

  async function completeOrchestration(
    settings: ModelSettings,
    provider: ModelProvider,
    db: Handle = store.db,
    role: ModelRole = 'orchestration',
  ) {
    const chosen = {
      provider: settings.provider,
      model: settings.model.trim(),
      base_url: settings.base_url ?? null,
    }
    // A key is used only for its own address, because another address of the same provider may be anyone's.
    const isHere = (place: SettingValue<ModelRole>): boolean =>
      place?.provider === chosen.provider && place.base_url === chosen.base_url
    const before = await get(role, db)
    const isSamePlace = isHere(before)
    const given = settings.api_key?.trim() || null
    const keeper = isSamePlace ? role : 'orchestration'
    const stored = isHere(await get(keeper, db)) ? await get(`${keeper}_api_key`, db) : null
    const complete = { ...chosen, api_key: given ?? stored }
    assertComplete(chosen, complete.api_key, provider)
    return { complete, isUnchanged: isSamePlace && before?.model === chosen.model && given === null }
  }

  async function chosenModel(role: ModelRole): Promise<ChosenModel | null> {
    const chosen = await get(role)
    if (chosen === null) return null
    const apiKey = await get(`${role}_api_key`)
    return {
      provider: chosen.provider,
      model: chosen.model,
      apiKey: apiKey === null ? null : new Secret(apiKey),
      baseUrl: chosen.base_url,
    }
  }

  return {
    get,
    set,
    preferences: () => get('preferences'),
    orchestration: () => chosenModel('orchestration'),
    sqlModel: () => chosenModel('sql_model'),
    chooseSqlModel: async (chosen, by, db) => {
      const { api_key, ...model } = chosen ?? { api_key: null }
      await set('sql_model', 'provider' in model ? model : null, by, db)
      await set('sql_model_api_key', api_key, by, db)
    },
    completeOrchestration,
    chooseOrchestration: (settings, provider, by, db) => {
      const choose = async (handle: Handle) => {
        const { complete } = await completeOrchestration(settings, provider, handle)
        const { api_key, ...chosen } = complete
        await set('orchestration', chosen, by, handle)
        await set('orchestration_api_key', provider.id === 'builtin' ? null : api_key, by, handle)
      }
      return db === undefined ? store.transaction(choose) : choose(db)
    },
  }
}

function purposeOf(key: SettingKey): string {
  return `setting:${key}`
}

function assertComplete(
  chosen: { model: string; base_url: string | null },
  key: string | null,
  provider: ModelProvider,
): void {
  const refuse = (detail: Message) => new AppError('bad_request', { detail })
  if (provider.id !== 'builtin' && chosen.model === '') throw refuse(message('Please select both provider and model'))
  if (provider.needs_key && key === null)
    throw refuse(message('API key is required when changing the model or provider.'))
  if (provider.needs_base_url && chosen.base_url === null)
    throw refuse(message('Enter the URL of the {provider} server.', { provider: provider.name }))
}
