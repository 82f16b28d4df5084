import type { Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'

/** Reads details of the server itself; null if the account may not read them, or if they don't exist. */
export async function unlessForbidden(read: () => Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'permission' || error.kind === 'missing-object')) return null
    throw error
  }
}
