import type { ConnectionTestResult } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  catalogueQuery,
  configurationsQuery,
  tablesQuery,
  testConfiguration,
  type Database,
} from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import type { MessageLine } from '../../components/use-message.ts'
import { useTestAll } from './use-test-all.ts'

/** Tests of one connection and of all, with the outcomes since the page opened. */
export function useTestDatabase(messages: MessageLine) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [results, setResults] = useState<Record<string, ConnectionTestResult>>({})
  const remember = (id: string, result: ConnectionTestResult) => setResults((others) => ({ ...others, [id]: result }))
  const testText = ({ message, table_count: count }: ConnectionTestResult) =>
    count === undefined ? message : `${message} · ${t('{n, plural, one {# table} other {# tables}}', { n: count })}`
  return {
    resultOf: (id: string): ConnectionTestResult | null => results[id] ?? null,
    testAll: useTestAll(messages, remember),
    /** @returns whether it passed */
    runTest: async ({ id, name }: Database, signal: AbortSignal): Promise<boolean> => {
      messages.clear()
      setResults(({ [id]: _old, ...others }) => others)
      try {
        const result = await testConfiguration(id, signal)
        remember(id, result)
        const text = result.success ? testText(result) : result.message || t('Failed to test connection')
        messages[result.success ? 'success' : 'failure'](t('{name}: {message}', { name, message: text }))
        void queryClient.invalidateQueries({ queryKey: tablesQuery(id).queryKey })
        void queryClient.invalidateQueries({ queryKey: catalogueQuery(id).queryKey })
        return result.success
      } catch (error) {
        if (!signal.aborted) messages.failure(describeError(error, t('Failed to test connection')))
        return false
      } finally {
        await queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })
      }
    },
  }
}
