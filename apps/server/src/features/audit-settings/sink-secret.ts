import type { Keys } from '../../secrets/keys.ts'
import { openSealed, seal } from '../../secrets/seal.ts'
import type { SinkRow } from './sink-store.ts'

/** What the secret of a system that receives the audit log is encrypted for. */
export function sinkPurpose(id: string): string {
  return `audit-sink:${id}`
}

export function sealSinkSecret({ dataKey }: Pick<Keys, 'dataKey'>, id: string, secret: string): string {
  return seal(dataKey, secret, sinkPurpose(id))
}

/** @returns the secret of a sink; null if it has none */
export function openSinkSecret(
  { dataKey }: Pick<Keys, 'dataKey'>,
  { id, secret }: Pick<SinkRow, 'id' | 'secret'>,
): string | null {
  return secret === null ? null : openSealed(dataKey, secret, sinkPurpose(id))
}
