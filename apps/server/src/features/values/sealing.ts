import type { Keys } from '../../secrets/keys.ts'
import { openSealed, seal } from '../../secrets/seal.ts'

/** Where sealed values belong. A part moved elsewhere doesn't open. */
interface SealedPlace {
  connectionId: string
  generation: string
  position: number
  /** Null for the facts of a column. */
  chunk: number | null
}

function purposeOf({ connectionId, generation, position, chunk }: SealedPlace): string {
  return `values:${connectionId}:${generation}:${position}:${chunk ?? 'facts'}`
}

/** Encrypts JSON of values for the store. */
export function sealValues({ dataKey }: Pick<Keys, 'dataKey'>, value: unknown, place: SealedPlace): string {
  return seal(dataKey, JSON.stringify(value), purposeOf(place))
}

/** Decrypts the output of `sealValues`. @throws Error if it was changed, moved, or sealed with another key */
export function openValues<T>({ dataKey }: Pick<Keys, 'dataKey'>, sealed: string, place: SealedPlace): T {
  return JSON.parse(openSealed(dataKey, sealed, purposeOf(place))) as T
}
