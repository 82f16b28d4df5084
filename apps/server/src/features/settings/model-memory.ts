import type { ModelReport } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { traitKey, type ModelPlace, type TraitStore } from '../../models/traits.ts'
import type { SettingsService } from './stored-settings.ts'

/** What the installation knows about models: their traits and their last checks. */
export interface ModelMemory {
  traits: TraitStore
  reportOf(place: ModelPlace): Promise<ModelReport | null>
  storeReport(place: ModelPlace, report: ModelReport, by: string): Promise<void>
}

/** The most models that are remembered; the ones that changed longest ago are forgotten. */
const mostModels = 50

export function createModelMemory(
  { store }: Pick<AppContext, 'store'>,
  settings: Pick<SettingsService, 'get' | 'set'>,
): ModelMemory {
  return {
    traits: {
      read: async (key) => (await settings.get('model_traits'))[key] ?? null,
      write: (key, traits) =>
        store.transaction(async (transaction) => {
          const before = await settings.get('model_traits', transaction)
          await settings.set('model_traits', newest(before, key, traits), null, transaction)
        }),
    },
    reportOf: async (place) => (await settings.get('model_reports'))[traitKey(place)] ?? null,
    storeReport: (place, report, by) =>
      store.transaction(async (transaction) => {
        const before = await settings.get('model_reports', transaction)
        await settings.set('model_reports', newest(before, traitKey(place), report), by, transaction)
      }),
  }
}

function newest<Value>(before: Record<string, Value>, key: string, value: Value): Record<string, Value> {
  const others = Object.entries(before).filter(([other]) => other !== key)
  return Object.fromEntries([...others, [key, value] as const].slice(-mostModels))
}
