import { expectedRowsSchema } from '@parlance/contract'
import type { ExpectedRows } from '@parlance/contract'
import type { Keys } from '../../secrets/keys.ts'
import { openSealed, seal } from '../../secrets/seal.ts'

/** The purpose that seals expected rows to their question. */
export function rowsPurpose(questionId: string): string {
  return `evaluation:${questionId}`
}

/** Encrypts the rows that a question expects. They are values that only their author may see. */
export function sealRows({ dataKey }: Pick<Keys, 'dataKey'>, questionId: string, rows: ExpectedRows): string {
  return seal(dataKey, JSON.stringify(rows), rowsPurpose(questionId))
}

/** @throws Error if they were sealed with other keys */
export function openRows({ dataKey }: Pick<Keys, 'dataKey'>, questionId: string, sealed: string): ExpectedRows {
  return expectedRowsSchema.parse(JSON.parse(openSealed(dataKey, sealed, rowsPurpose(questionId))))
}
