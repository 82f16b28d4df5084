import type { User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, type Database } from '../../../api/databases.ts'
import { describeError } from '../../../lib/api-error.ts'
import { databaseTypeLetters, databaseTypeName } from '../../../lib/database-types.ts'
import { cutAtSign } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ConnectionBadge, selectionText, statedConnection, whyUnusable } from '../../../components/connection-state.tsx'
import { useMessage } from '../../../components/use-message.ts'
import { useOfferArea } from '../use-offer-area.ts'
import { useSelectDatabase } from '../../../components/use-select-database.ts'
import { EngineMark } from '../../../ui/engine-mark.tsx'
import { MessageBar } from '../../../components/page.tsx'

interface ConnectionsListProps {
  user: User
  /** Called with the session that starts for a newly selected database. */
  onSession: (sessionId: string) => void
}

/** The databases that this user may query: to view and select, not to change. */
export function ConnectionsList({ user, onSession }: ConnectionsListProps) {
  const { t } = useTranslation()
  const configurations = useQuery(configurationsQuery)
  const { message, success, failure } = useMessage()
  const [selecting, setSelecting] = useState<string | null>(null)
  const isSelecting = useRef(false)
  const select = useSelectDatabase()
  const offerArea = useOfferArea()

  const handleSelect = async (database: Database) => {
    if (isSelecting.current) return
    isSelecting.current = true
    setSelecting(database.id)
    try {
      const { session, lacksArea } = await select(database)
      success(t('Your questions now go to {name}.', { name: database.name }))
      if (session !== null) onSession(session.id)
      if (lacksArea) void offerArea()
    } catch (error) {
      failure(describeError(error, t('Failed to activate configuration')))
    } finally {
      isSelecting.current = false
      setSelecting(null)
    }
  }

  if (configurations.isPending) return <p className="text-muted">{t('Loading database connections...')}</p>
  if (configurations.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(configurations.error, t('Error loading database configurations.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void configurations.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  return (
    <>
      <MessageBar>{message !== null && <Note tone={message.tone}>{message.text}</Note>}</MessageBar>
      {configurations.data.length === 0 ? (
        <div className="py-12 text-center">
          <p>{t('No database connections available.')}</p>
          {user.role !== 'ADMIN' && (
            <p className="text-muted">
              {t('Please contact your administrator to grant you access to database connections.')}
            </p>
          )}
        </div>
      ) : (
        <ul>
          {configurations.data.map((database) => (
            <ConnectionRow
              key={database.id}
              database={database}
              isSelecting={selecting === database.id}
              onSelect={() => void handleSelect(database)}
              onRefused={failure}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface ConnectionRowProps {
  database: Database
  isSelecting: boolean
  onSelect: () => void
  onRefused: (reason: string) => void
}

function ConnectionRow({ database, isSelecting, onSelect, onRefused }: ConnectionRowProps) {
  const { t } = useTranslation()
  const owner = !database.is_owner && database.owner_name !== null ? cutAtSign(database.owner_name) : null
  const refusal = whyUnusable(database)
  const line = [
    databaseTypeName(database.db_type),
    database.application_name,
    owner === null ? null : t('Owner: {name}', { name: owner }),
    selectionText(database, t),
  ]
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
      <EngineMark>{databaseTypeLetters(database.db_type)}</EngineMark>
      <div className="min-w-0 flex-1">
        <b className="line-clamp-2 wrap-anywhere font-medium">
          <bdi>{database.name}</bdi>
        </b>
        <span className="text-meta text-muted block">
          {line.filter((part) => part !== null && part !== '').join(' · ')}
        </span>
        {database.description !== null && (
          <span className="text-meta text-faint block" dir="auto">
            {database.description}
          </span>
        )}
      </div>
      <ConnectionBadge connection={statedConnection(database)} />
      {database.is_active ? (
        <StatusBadge tone="accent" icon={Check} text={t('Active')} />
      ) : (
        <Button
          size="small"
          disabled={isSelecting}
          reason={refusal && translate(t, refusal)}
          onRefused={onRefused}
          aria-label={t('Select {name}', { name: database.name })}
          onClick={onSelect}
        >
          {isSelecting ? t('Selecting...') : t('Select')}
        </Button>
      )}
    </li>
  )
}
