import type { PriceList, PriceSettings } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { SettingsService } from '../settings/service.ts'
import { shippedPrices } from './price-list.ts'

/** The price list in use. */
export interface Prices {
  current(): Promise<Pick<PriceSettings, 'list' | 'origin'>>
  /** Replaces the list in every process; null returns to the operator's file or the product's own. */
  replace(list: PriceList | null, by: string): Promise<void>
  close(): void
}

/** @param file the operator's list; null for the product's own */
export function createPrices(
  { store }: Pick<AppContext, 'store'>,
  { settings, file }: { settings: Pick<SettingsService, 'get' | 'set'>; file: PriceList | null },
): Prices {
  let cached: Promise<PriceList | null> | null = null
  const unsubscribe = store.bus.subscribe('invalidate', ({ event }) => {
    if (event === 'model-prices') cached = null
  })
  return {
    current: async () => {
      cached ??= settings.get('model_prices').catch((error: unknown) => {
        cached = null
        throw error
      })
      const uploaded = await cached
      if (uploaded) return { list: uploaded, origin: 'upload' }
      return file ? { list: file, origin: 'file' } : { list: shippedPrices, origin: 'product' }
    },
    replace: async (list, by) => {
      await settings.set('model_prices', list, by)
      cached = null
      await store.bus.publish('invalidate', { event: 'model-prices' })
    },
    close: unsubscribe,
  }
}
