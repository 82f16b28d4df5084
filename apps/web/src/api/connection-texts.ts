import type { ConnectionTestResult, DatabaseConfiguration, Message, SyncHistory } from '@parlance/contract'
import { translateText } from '../lib/i18n.ts'

type Tested = Pick<ConnectionTestResult, 'message' | 'pattern' | 'values'> &
  Partial<Pick<ConnectionTestResult, 'advice' | 'advice_pattern' | 'advice_values' | 'warnings' | 'warning_messages'>>

/** @returns the result of a test with its texts in the user's language */
export function translateTest<T extends Tested>(result: T): T {
  const { message, pattern, values, advice, advice_pattern, advice_values, warnings } = result
  return {
    ...result,
    message: translateText(message, pattern, values),
    ...(typeof advice === 'string' && { advice: translateText(advice, advice_pattern, advice_values) }),
    ...(warnings && { warnings: translateWarnings(warnings, result.warning_messages) }),
  }
}

/** @returns a connection with the texts of its last test in the user's language */
export function translateConnection<T extends Omit<DatabaseConfiguration, 'db_type' | 'sync_status'>>(database: T): T {
  const { test_error: error, test_advice: advice } = database
  return {
    ...database,
    test_error: error && translateText(error, database.test_error_pattern, database.test_error_values),
    test_advice: advice && translateText(advice, database.test_advice_pattern, database.test_advice_values),
    warnings: translateWarnings(database.warnings, database.warning_messages),
  }
}

/** @returns the result of a sync with its text in the user's language */
export function translateSync<T extends Pick<ConnectionTestResult, 'message' | 'pattern' | 'values'>>(
  result: T & { error: string | null },
): T & { error: string | null } {
  const { message, error, pattern, values } = result
  return error === null
    ? { ...result, message: translateText(message, pattern, values) }
    : { ...result, error: translateText(error, pattern, values) }
}

/** @returns the last syncs with their texts in the user's language */
export function translateSyncs(syncs: SyncHistory): SyncHistory {
  return syncs.map((sync) => ({
    ...sync,
    warnings: translateWarnings(sync.warnings, sync.warning_messages),
    error: sync.error && translateText(sync.error, sync.pattern, sync.values),
  }))
}

function translateWarnings(warnings: readonly string[], messages: readonly Message[] = []): string[] {
  return warnings.map((warning, index) => translateText(warning, messages[index]?.text, messages[index]?.values))
}
