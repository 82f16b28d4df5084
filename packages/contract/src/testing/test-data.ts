import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * @returns the folder of real databases and questions for some tests: `PARLANCE_TEST_DATA`, or `../shared/data` next to the
 * repository. Null if it is missing; those tests are skipped then.
 */
export function testDataFolder(): string | null {
  const folder = process.env.PARLANCE_TEST_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data')
  return existsSync(folder) ? folder : null
}

/** Why a test without its data is skipped. */
export const testDataReason = 'The test data is missing. Set PARLANCE_TEST_DATA to its folder.'
