import { message, type Message, type SessionListItem } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../../api/areas.ts'
import { sessionDay, type SessionDay } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Chat } from '../state/use-chat.ts'
import { SessionRow } from './session-row.tsx'

const days: SessionDay[] = ['Today', 'Yesterday', 'Earlier']

const dayNames: Record<SessionDay, Message> = {
  Today: message('Today'),
  Yesterday: message('Yesterday'),
  Earlier: message('Earlier'),
}

/** The conversations by day, most recently used first. */
export function SessionList({ chat, onLeave }: { chat: Chat; onLeave: () => void }) {
  const { t } = useTranslation()
  const { list } = chat.sessions
  const now = useNow(60_000)
  const sessions = list.data ?? []
  const areaName = useAreaNames(chat, sessions)
  return (
    <nav
      className="-mx-3 min-h-24 flex-1 overflow-auto px-3 pb-3 [scrollbar-width:thin]"
      aria-label={t('Conversation History')}
    >
      {list.isPending && <ListSkeleton />}
      {list.isError && (
        <p className="px-2 py-1 text-xs/[18px] text-muted">
          {t('Could not load your conversations. Reload the page to try again.')}
        </p>
      )}
      {list.isSuccess && sessions.length === 0 && (
        <p className="px-2 py-1 text-xs/[18px] text-muted">{t('No conversations yet.')}</p>
      )}
      {days.map((day) => {
        const ofDay = sessions.filter((session) => sessionDay(session.last_accessed, now) === day)
        return ofDay.length === 0 ? null : (
          <section key={day} aria-label={translate(t, dayNames[day])}>
            <h3 className="px-2 pt-2.5 pb-1 text-meta font-medium text-faint">{translate(t, dayNames[day])}</h3>
            <ul>
              {ofDay.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  now={now}
                  current={session.id === chat.sessionId}
                  details={detailsOf(session, chat, areaName(session.business_area_id), t)}
                  onOpen={() => {
                    onLeave()
                    void chat.open(session.id)
                  }}
                  onRename={(name) => chat.rename(session.id, name)}
                  onDelete={() => void chat.remove(session)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

/** Area, database and last message, if known. */
function detailsOf(session: SessionListItem, chat: Chat, areaName: string | undefined, t: TFunction): string {
  const database = chat.scope.configurations.data?.find((candidate) => candidate.id === session.database_config_id)
  const draft = session.state['app:area_draft'] === true ? t('Draft') : undefined
  return [draft, areaName, database?.name, session.last_message]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(' · ')
}

/** The names of areas, also of other databases: requests all of them if a conversation has an unlisted one. */
function useAreaNames(chat: Chat, sessions: SessionListItem[]): (areaId: string | null) => string | undefined {
  const { areas } = chat.scope
  const known = new Map(areas.data?.map((area) => [area.area_id, area.area_name]))
  const isMissing = areas.isSuccess && sessions.some(({ business_area_id: id }) => id !== null && !known.has(id))
  const all = useQuery({ ...allAreasQuery, enabled: isMissing }).data ?? []
  const others = new Map(all.map((area) => [area.area_id, area.area_name]))
  return (areaId) => (areaId === null ? undefined : (known.get(areaId) ?? others.get(areaId)))
}

function ListSkeleton() {
  return (
    <div className="px-2 py-1 text-xs/[18px] text-muted" aria-hidden>
      {[60, 80, 50].map((width) => (
        <Skeleton key={width} className="mb-3" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
