import type { Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'

/** What the account may read of the server itself; null where it may not, or where there is no such thing. */
export async function unlessForbidden(read: () => Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'permission' || error.kind === 'missing-object')) return null
    throw error
  }
}
