import type { SessionListItem } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatParts } from './chat-parts.ts'

const createDelay = 500
const continueAfter = 2000
const continueAfterRestore = 3000

interface OpenSessionParts extends ChatParts {
  createFirst: (options: { because: 'none' | 'failed' }) => Promise<void>
}

/**
 * Decides which session is open: the one in the address if it exists, else the last used, else a new one. Loads it, and
 * says on the first page load that it continues.
 */
export function useOpenSession(parts: OpenSessionParts): void {
  const { sessions, scope, sessionId, service, createFirst } = parts
  const { show, list } = sessions
  const creating = useRef(false)
  const databaseKnown = scope.database !== null
  const scopeSettled = scope.settled
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })

  useEffect(() => {
    if (list.isPending || !scopeSettled || creating.current) return undefined
    const known = list.data ?? []
    if (sessionId !== null && known.some((session) => session.id === sessionId)) return undefined
    const newest = known[0]
    if (newest !== undefined) {
      void show(newest.id, true)
      return undefined
    }
    const timer = setTimeout(
      () => {
        creating.current = true
        void createFirst({ because: list.isError ? 'failed' : 'none' }).finally(() => {
          creating.current = false
        })
      },
      databaseKnown ? 0 : createDelay,
    )
    return () => clearTimeout(timer)
    // List only what decides; the effect reads the rest when it runs.
    // oxlint-disable-next-line react/exhaustive-deps -- createFirst and show change on every render
  }, [list.isPending, list.isError, list.data, sessionId, scopeSettled, databaseKnown])

  useLoadedSession(parts, service)
}

/**
 * Loads the open session, selects its database and area, and greets a continued one only once, even if its scope
 * changes.
 */
function useLoadedSession(parts: OpenSessionParts, service: OpenSessionParts['service']): void {
  const { t } = useTranslation()
  const { sessionId, store } = parts
  const first = useRef(true)
  const opened = useRef<{ id: string; leave: () => void } | null>(null)
  const ready = parts.scope.settled && parts.session !== null
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })

  useEffect(() => {
    const item = latest.current.session
    if (opened.current !== null && opened.current.id !== sessionId) {
      opened.current.leave()
      opened.current = null
    }
    // Selecting another database unsettles the scope; the session being left must not restore its own.
    if (sessionId === null || !ready || item === null || opened.current !== null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    opened.current = {
      id: sessionId,
      leave: () => {
        left = true
        clearTimeout(timer)
      },
    }
    const isFirst = first.current
    first.current = false
    const loading = store.has(sessionId) ? null : service.open(sessionId)
    void (async () => {
      const restored = await restoreScope(latest.current, item)
      const session = await loading
      if (session === null || left || !isFirst || session.events.length === 0 || session.running_turn_id !== null)
        return
      // A question that is asked before the note appears stays below it.
      const after = store.get(sessionId).conversation.messages.at(-1)?.id ?? null
      timer = setTimeout(
        () => service.note(sessionId, { id: 'continuing', text: continuingText(latest.current, item, t), after }),
        restored ? continueAfterRestore : continueAfter,
      )
    })()
  }, [sessionId, ready, store, service, t])

  useEffect(
    () => () => {
      opened.current?.leave()
      opened.current = null
    },
    [],
  )
}

/** Selects the session's own database if another one is selected; resolves to whether it had to. */
async function restoreScope(parts: ChatParts, session: SessionListItem): Promise<boolean> {
  parts.setAreaId(session.business_area_id)
  const own = parts.scope.configurations.data?.find((candidate) => candidate.id === session.database_config_id)
  if (own === undefined || !own.is_valid || own.is_active) return false
  await parts.scope.selectDatabase(own.id).catch(() => null)
  return true
}

function continuingText(parts: ChatParts, session: SessionListItem, t: TFunction): string {
  const database = parts.scope.configurations.data?.find((candidate) => candidate.id === session.database_config_id)
  const area = parts.scope.areaList.find((candidate) => candidate.area_id === session.business_area_id)
  const name = database?.name ?? parts.scope.database?.name ?? ''
  if (area === undefined) return t('Continuing previous session with {database}', { database: name })
  return t('Continuing previous session with {database} and {area}', { database: name, area: area.area_name })
}
