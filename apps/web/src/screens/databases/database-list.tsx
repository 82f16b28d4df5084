import type { DatabaseType } from '@parlance/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { Button } from '../../ui/button.tsx'
import { DatabaseCard } from './database-card.tsx'
import { findDatabases, ListFilters, type ListFilter } from './list-filters.tsx'
import type { DatabaseActions } from './use-database-actions.ts'
import type { MessageLine } from '../../components/use-message.ts'
import { cardListClass } from '../../components/page.tsx'
import { cardGridClass } from '../../components/card.tsx'

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
  /** The id of the database that was just added; null if none was. */
  created: string | null
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  onEdit: (database: Database) => void
  /** Called with files for a database that was uploaded. */
  onReplace: (database: Database, files: File[]) => void
}

/** The connection cards, fifty at a time. */
export function DatabaseList({
  databases,
  types,
  actions,
  messages,
  edited,
  created,
  onEdit,
  onReplace,
  ...filtering
}: DatabaseListProps) {
  const { t } = useTranslation()
  const { filter, onFilter } = filtering
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLElement>(null)
  const found = newestFirst(findDatabases(databases, filter), created)
  const rest = found.length - shown
  return (
    <section className={cardListClass} aria-label={t('Connections')} ref={list} tabIndex={-1}>
      {databases.length >= searchFrom && (
        <ListFilters
          filter={filter}
          databases={databases}
          count={found.length}
          onFilter={(next) => {
            onFilter(next)
            setShown(pageSize)
          }}
        />
      )}
      {found.length === 0 && (
        <p className="text-muted">
          {filter.q === undefined
            ? t('No databases have this state.')
            : t('No databases match "{search}".', { search: filter.q })}{' '}
          <Button size="small" onClick={() => onFilter({})}>
            {t('Clear filters')}
          </Button>
        </p>
      )}
      <div className={cardGridClass}>
        {found.slice(0, shown).map((database) => (
          <DatabaseCard
            key={database.id}
            database={database}
            type={types.find((type) => type.db_type === database.db_type) ?? null}
            actions={actions}
            messages={messages}
            isEdited={edited === database.id}
            isNew={created === database.id}
            onEdit={() => onEdit(database)}
            onReplace={(files) => onReplace(database, files)}
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

/** A database that was just added comes first, so that it is in sight. */
function newestFirst(databases: Database[], created: string | null): Database[] {
  const added = databases.find(({ id }) => id === created)
  return added === undefined ? databases : [added, ...databases.filter((each) => each !== added)]
}
