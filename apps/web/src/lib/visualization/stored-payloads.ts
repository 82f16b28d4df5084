import { visualizationKeptMs, visualizationKeyPrefix, type VisualizationPayload } from '@parlance/contract'
import type { SafeStorage } from '../safe-storage.ts'

/** Stores a payload for 30 s for pages of this origin; first removes older ones that a closed tab left behind. */
export function keepPayload(storage: SafeStorage, payload: VisualizationPayload, now: Date): void {
  for (const key of keysOf(storage)) {
    const age = now.getTime() - Number(key.slice(visualizationKeyPrefix.length))
    if (!(age < visualizationKeptMs)) storage.remove(key)
  }
  const key = `${visualizationKeyPrefix}${now.getTime()}`
  storage.set(key, JSON.stringify(payload))
  setTimeout(() => storage.remove(key), visualizationKeptMs)
}

/** Removes every payload on sign-out. */
export function forgetPayloads(storage: SafeStorage): void {
  for (const key of keysOf(storage)) storage.remove(key)
}

function keysOf(storage: SafeStorage): string[] {
  return storage.keys().filter((key) => key.startsWith(visualizationKeyPrefix))
}
