import { connectionStateSchema, type ConnectionState } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { connectionStateText } from '../../components/connection-state.tsx'
import { databaseTypeName } from '../../lib/database-types.ts'
import { translate } from '../../lib/i18n.ts'
import { chipButtonClass } from '../../ui/chip.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useTypedSearch } from './use-typed-search.ts'

/** Which connections the list shows; on the page, it is part of the address. */
export interface ListFilter {
  q?: string | undefined
  state?: ConnectionState | undefined
}

interface ListFiltersProps {
  filter: ListFilter
  databases: Database[]
  /** How many connections the filter finds. */
  count: number
  onFilter: (filter: ListFilter) => void
}

/** A search and a choice of states, each with the number of its connections. */
export function ListFilters({ filter, databases, count, onFilter }: ListFiltersProps) {
  const { t } = useTranslation()
  const { typed, type } = useTypedSearch(filter.q ?? '', (text) => onFilter({ ...filter, q: text || undefined }))
  const choices = [undefined, ...connectionStateSchema.options].map((state) => ({
    state,
    text: state === undefined ? t('All') : translate(t, connectionStateText({ state, stage: null })),
    count: state === undefined ? databases.length : databases.filter((each) => each.state === state).length,
  }))
  return (
    <search className="flex flex-wrap items-center gap-3" aria-label={t('Filters')}>
      <SearchField
        className="min-w-60 flex-1"
        label={t('Search databases')}
        placeholder={t('Search databases...')}
        value={typed}
        onChange={type}
      >
        <output className="sr-only">
          {filter.q === undefined
            ? ''
            : t('{n, plural, one {# database found} other {# databases found}}', { n: count })}
        </output>
      </SearchField>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('State')}</legend>
        {choices
          .filter((choice) => choice.count > 0 || choice.state === filter.state)
          .map((choice) => (
            <button
              key={choice.text}
              type="button"
              className={chipButtonClass}
              aria-pressed={choice.state === filter.state}
              onClick={() => onFilter({ ...filter, state: choice.state })}
            >
              {choice.text} <span className="tabular-nums">{choice.count}</span>
            </button>
          ))}
      </fieldset>
    </search>
  )
}

/** Searches by name, kind, application, host, database and owner. */
export function findDatabases(databases: Database[], { q = '', state }: ListFilter): Database[] {
  const wanted = q.trim().toLowerCase()
  return databases.filter((database) => {
    if (state !== undefined && database.state !== state) return false
    const { name, db_type, application_name, host, database: place, owner_name } = database
    return [name, databaseTypeName(db_type), application_name, host, place, owner_name].some((text) =>
      text?.toLowerCase().includes(wanted),
    )
  })
}
