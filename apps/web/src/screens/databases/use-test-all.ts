import type { ConnectionTestResult, TestAllEvent } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, testAllConfigurations, type Database } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import type { MessageLine } from '../../components/use-message.ts'

/** How far the tests of all connections are. */
export interface TestAllProgress {
  passed: number
  failed: number
  /** The connections that are being tested now. */
  running: ReadonlyMap<string, Date>
}

export interface TestAll {
  /** Null while no test of all connections runs. */
  progress: TestAllProgress | null
  start: () => void
  /** Ends it. Results that have arrived stay. */
  stop: () => void
}

/** Tests all connections and shows each result when it arrives. Leaving the screen stops it. */
export function useTestAll(
  messages: MessageLine,
  onResult: (id: string, result: ConnectionTestResult) => void,
): TestAll {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<TestAllProgress | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const handle = (event: TestAllEvent) => {
    if (event.type === 'ended') {
      const { total, passed, failed } = event
      if (failed === 0)
        messages.success(t('{n, plural, one {# connection} other {# connections}} passed the test.', { n: passed }))
      else
        messages.failure(
          t('{failed, number} of {total, plural, one {# connection} other {# connections}} failed the test.', {
            failed,
            total,
          }),
        )
      return
    }
    setProgress((before) => before && after(before, event))
    if (event.type === 'started') return
    onResult(event.id, event.result)
    queryClient.setQueryData(configurationsQuery.queryKey, (list) =>
      list?.map((database) => (database.id === event.id ? tested(database, event.result) : database)),
    )
  }
  const run = async (signal: AbortSignal) => {
    messages.clear()
    setProgress({ passed: 0, failed: 0, running: new Map() })
    try {
      for await (const event of testAllConfigurations(signal)) handle(event)
    } catch (error) {
      if (!signal.aborted) messages.failure(describeError(error, t('Failed to test connection')))
    } finally {
      controller.current = null
      setProgress(null)
      await queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })
    }
  }
  return {
    progress,
    start: () => {
      if (controller.current !== null) return
      controller.current = new AbortController()
      void run(controller.current.signal)
    },
    stop: () => controller.current?.abort(),
  }
}

function after(before: TestAllProgress, event: Exclude<TestAllEvent, { type: 'ended' }>): TestAllProgress {
  const running = new Map(before.running)
  if (event.type === 'started') return { ...before, running: running.set(event.id, new Date()) }
  running.delete(event.id)
  const outcome = event.result.success ? 'passed' : 'failed'
  return { ...before, running, [outcome]: before[outcome] + 1 }
}

/** What the list knows until it is loaded again. */
function tested(database: Database, { success, stage }: ConnectionTestResult): Database {
  return { ...database, is_valid: success, state: success ? 'ready' : 'failed', test_stage: stage }
}
