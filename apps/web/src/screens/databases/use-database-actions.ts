import type { ConnectionTestResult } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, deleteConfiguration, syncConfiguration, type Database } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { useQuestions } from '../../ui/questions.tsx'
import type { MessageLine } from '../../components/use-message.ts'
import { useOfferArea } from './use-offer-area.ts'
import type { TestAll } from './use-test-all.ts'
import { useTestDatabase } from './use-test-database.ts'
import { useSelectDatabase } from '../../components/use-select-database.ts'
import { connectionDeletion } from './connection-deletion.ts'

export type DatabaseWork = 'test' | 'activate' | 'delete' | 'sync'

export interface DatabaseActions {
  /** The running task of a database; null if there is none. */
  workOf: (id: string) => { work: DatabaseWork; since: Date } | null
  /** The outcome of the last test since the page opened; null if there was none. */
  resultOf: (id: string) => ConnectionTestResult | null
  /** Tests it; resolves to whether it passed. */
  test: (database: Database) => Promise<boolean>
  stopTest: (id: string) => void
  activate: (database: Database) => Promise<void>
  /** Shows why an action is not available. */
  refuse: (reason: string) => void
  /** Asks first; resolves to whether it was deleted. */
  remove: (database: Database) => Promise<boolean>
  sync: (database: Database) => Promise<void>
  testAll: TestAll
}

interface Options {
  messages: MessageLine
  /** Called with the session that starts for a newly selected database. */
  onSession: (sessionId: string) => void
}

/** The actions on a listed database, one at a time for each. */
export function useDatabaseActions({ messages, onSession }: Options): DatabaseActions {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const select = useSelectDatabase()
  const offerArea = useOfferArea()
  const { begin, workOf, stop } = useWork()
  const { resultOf, testAll, runTest } = useTestDatabase(messages)
  const reload = () => queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })

  return {
    workOf: (id) => workOf(id) ?? workInAll(testAll, id),
    testAll,
    resultOf,
    test: async (database) => (await begin(database.id, 'test', (signal) => runTest(database, signal))) ?? false,
    stopTest: (id) => {
      if (workOf(id) === null) testAll.stop()
      else stop(id)
    },
    activate: async (database) => {
      await begin(database.id, 'activate', async () => {
        try {
          const { session, lacksArea } = await select(database)
          messages.success(t('Your questions now go to {name}.', { name: database.name }))
          if (session !== null) onSession(session.id)
          if (lacksArea) void offerArea()
        } catch (error) {
          messages.failure(describeError(error, t('Failed to activate configuration')))
        }
      })
    },
    refuse: (reason) => messages.failure(reason),
    remove: async (database) => {
      const text = t(
        'Delete "{name}"? This removes the connection and all access to it for every user. The database itself is not affected.',
        { name: database.name },
      )
      const details = await connectionDeletion(queryClient, database, t)
      if (!(await ask({ text, details, confirm: t('Delete connection'), danger: true }))) return false
      const isGone = await begin(database.id, 'delete', async () => {
        try {
          await deleteConfiguration(database.id)
          // Remove it from every list at once, even while the list reloads.
          await queryClient.cancelQueries({ queryKey: configurationsQuery.queryKey, exact: true })
          queryClient.setQueryData(configurationsQuery.queryKey, (list) =>
            list?.filter((known) => known.id !== database.id),
          )
          await reload()
          messages.success(t('"{name}" was deleted.', { name: database.name }))
          return true
        } catch (error) {
          messages.failure(describeError(error, t('Failed to delete configuration')))
          return false
        }
      })
      return isGone ?? false
    },
    sync: async (database) => {
      await begin(database.id, 'sync', async () => {
        try {
          const { success, message, error } = await syncConfiguration(database.id)
          if (success) messages.success(t('Sync completed: {message}', { message }))
          else messages.failure(error ?? (message || t('Failed to sync Google Sheets')))
        } catch (error) {
          messages.failure(describeError(error, t('Failed to sync Google Sheets')))
        } finally {
          await reload()
        }
      })
    },
  }
}

/** A test of all connections occupies the connection that it is testing. */
function workInAll({ progress }: TestAll, id: string): { work: DatabaseWork; since: Date } | null {
  const since = progress?.running.get(id)
  return since === undefined ? null : { work: 'test', since }
}

/** Tracks the running task of each database; refuses a second one. */
function useWork() {
  const running = useRef(new Map<string, AbortController>())
  const [shown, setShown] = useState<Record<string, { work: DatabaseWork; since: Date }>>({})
  return {
    workOf: (id: string) => shown[id] ?? null,
    stop: (id: string) => running.current.get(id)?.abort(),
    /** Resolves to null if this database already has a running task. */
    begin: async <T>(
      id: string,
      work: DatabaseWork,
      perform: (signal: AbortSignal) => Promise<T>,
    ): Promise<T | null> => {
      if (running.current.has(id)) return null
      const controller = new AbortController()
      running.current.set(id, controller)
      setShown((others) => ({ ...others, [id]: { work, since: new Date() } }))
      try {
        return await perform(controller.signal)
      } finally {
        running.current.delete(id)
        setShown(({ [id]: _done, ...others }) => others)
      }
    },
  }
}
