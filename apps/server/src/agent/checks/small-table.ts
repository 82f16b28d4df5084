import type { TableRef } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'

/** Tables up to this size are read as a whole to check a result. */
const quickRows = 200_000

/** Whether a scan of a table is quick. False if its size is unknown, as it is where rules hide rows. */
export function isSmall({ schema, table }: TableRef, { catalogue }: AgentTurn): boolean {
  const found = catalogue.tables.find((one) => one.name === table && one.schema === schema)
  return found?.rowEstimate !== null && found?.rowEstimate !== undefined && found.rowEstimate <= quickRows
}
