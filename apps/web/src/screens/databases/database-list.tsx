import type { DatabaseType } from '@parlance/contract'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { databaseTypeName } from '../../lib/database-types.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DatabaseCard } from './database-card.tsx'
import type { DatabaseActions } from './use-database-actions.ts'
import type { MessageLine } from '../../components/use-message.ts'
import adminPageStyles from '../../components/admin-page.module.css'
import cardStyles from '../../components/card.module.css'

const pageSize = 50
/** The number of databases from which the search field is shown. */
const searchFrom = 6

interface DatabaseListProps {
  databases: Database[]
  types: DatabaseType[]
  actions: DatabaseActions
  messages: MessageLine
  /** The id of the database whose form is open. */
  edited: string | undefined
  onEdit: (database: Database) => void
}

/** The connection cards, fifty at a time. */
export function DatabaseList({ databases, types, actions, messages, edited, onEdit }: DatabaseListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLElement>(null)
  const found = findDatabases(databases, useDeferredValue(search))
  const rest = found.length - shown
  return (
    <section className={adminPageStyles.list} aria-label={t('Connections')} ref={list} tabIndex={-1}>
      {databases.length >= searchFrom && (
        <DatabaseSearch
          value={search}
          count={found.length}
          onChange={(value) => {
            setSearch(value)
            setShown(pageSize)
          }}
        />
      )}
      {found.length === 0 && (
        <p className="muted">
          {t('No databases match "{search}".', { search })}{' '}
          <Button size="small" onClick={() => setSearch('')}>
            {t('Clear search')}
          </Button>
        </p>
      )}
      <div className={cardStyles.grid}>
        {found.slice(0, shown).map((database) => (
          <DatabaseCard
            key={database.id}
            database={database}
            type={types.find((type) => type.db_type === database.db_type) ?? null}
            actions={actions}
            messages={messages}
            isEdited={edited === database.id}
            onEdit={() => onEdit(database)}
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </div>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + pageSize)}>
          {t('Show {n} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </section>
  )
}

function DatabaseSearch({
  value,
  count,
  onChange,
}: {
  value: string
  count: number
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  return (
    <SearchField label={t('Search databases')} placeholder={t('Search databases...')} value={value} onChange={onChange}>
      <output className="sr-only">
        {value === '' ? '' : t('{n, plural, one {# database found} other {# databases found}}', { n: count })}
      </output>
    </SearchField>
  )
}

/** Searches by name, kind, application, host, database and owner. */
function findDatabases(databases: Database[], search: string): Database[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return databases
  return databases.filter((database) => {
    const { name, db_type, application_name, host, database: place, owner_name } = database
    return [name, databaseTypeName(db_type), application_name, host, place, owner_name].some((text) =>
      text?.toLowerCase().includes(wanted),
    )
  })
}
