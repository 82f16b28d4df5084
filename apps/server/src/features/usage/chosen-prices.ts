import type { PriceSettings } from '@parlance/contract'
import type { SettingsService } from '../settings/service.ts'
import { priceOf } from './price-list.ts'

/** The chosen models whose price is unknown on this day. */
export async function chosenWithoutPrice(
  settings: Pick<SettingsService, 'orchestration' | 'sqlModel'>,
  { list }: Pick<PriceSettings, 'list'>,
  now: Date,
): Promise<string[]> {
  const day = now.toISOString().slice(0, 10)
  const chosen = [await settings.orchestration(), await settings.sqlModel()]
  const unknown = chosen.flatMap((one) => {
    if (one === null || one.provider === 'builtin') return []
    return priceOf(list, { provider: one.provider, model: one.model }, day) ? [] : [one.model]
  })
  return [...new Set(unknown)]
}
