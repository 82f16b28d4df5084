import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * The folder of real databases and questions that some tests read: `PARLANCE_TEST_DATA`, else `../shared/data` beside
 * the repository. Null when it is missing; such tests skip with a reason.
 */
export function testDataFolder(): string | null {
  const folder = process.env.PARLANCE_TEST_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data')
  return existsSync(folder) ? folder : null
}

/** The reason that a test gives when it skips for want of the data. */
export const testDataReason = 'no test data: set PARLANCE_TEST_DATA to its folder'
