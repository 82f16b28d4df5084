import type { AreaTableInput } from '@parlance/contract'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { EditForm } from '../form/area-form.ts'
import type { AvailableTables } from '../form/use-available-tables.ts'
import type { ListedTable } from '../form/table-names.ts'
import { PickerActions } from './picker-actions.tsx'
import { PickerRow } from './picker-row.tsx'
import { TableDetails } from './table-details.tsx'
import { countSchemas, useFoundTables, type TableFilter } from './use-found-tables.ts'

/** The maximum number of entries in the list; searching finds the others. */
const shownAtMost = 50

interface TablePickerProps {
  listed: ListedTable[]
  tables: AreaTableInput[]
  edit: EditForm
  available: Pick<AvailableTables, 'databases' | 'databaseOf'>
}

/** The tables of the databases, each with a checkbox, and details of one of them. */
export function TablePicker({ listed, tables, edit, available }: TablePickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [filter, setFilter] = useState<TableFilter>({ search: '', schema: null, onlyChosen: false })
  const [opened, setOpened] = useState<string | null>(null)
  const chosen = useMemo(() => new Set(tables.map((table) => table.table_name)), [tables])
  const results = useFoundTables(listed, chosen, available.databases, filter)
  const { found, details, state } = results
  const toggle = (name: string, isOn: boolean) =>
    edit((now) => ({
      tables: isOn ? [...now.tables, { table_name: name }] : now.tables.filter((table) => table.table_name !== name),
    }))
  if (listed.length === 0) {
    return <p className="text-muted">{t('No tables available. Please check your database connection.')}</p>
  }
  return (
    <div>
      <PickerFilter listed={listed} filter={filter} onChange={setFilter} />
      <div className={cn(opened !== null && 'grid gap-x-3 min-[720px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
        <ul
          className="mt-2 max-h-[var(--tables-height,300px)] overflow-auto rounded-control border border-line p-1 empty:hidden"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
          aria-label={t('Available tables')}
          aria-busy={state === 'searching'}
        >
          {found.slice(0, shownAtMost).map((table) => (
            <PickerRow
              key={table.table_name}
              table={table}
              isChosen={chosen.has(table.table_name)}
              match={details.get(table.table_name)}
              isOpened={opened === table.table_name}
              detailsId={id}
              onToggle={toggle}
              onOpen={setOpened}
              onFocus={(name) => setOpened((now) => (now === null ? null : name))}
            />
          ))}
        </ul>
        {opened !== null && (
          <TableDetails
            id={id}
            table={opened}
            database={available.databaseOf(opened)}
            onClose={() => setOpened(null)}
          />
        )}
      </div>
      {state === 'failed' && (
        <output className="mt-1.5 text-meta text-warning block">
          {t('Could not search columns and comments. The list shows only names that contain the search.')}
        </output>
      )}
      {found.length === 0 && state !== 'searching' && <p className="text-muted">{t('No tables match your search.')}</p>}
      {found.length > shownAtMost && (
        <p className="mt-1.5 text-meta text-faint">
          {t('Showing {shown, number} of {n, number} tables. Use search to find specific tables.', {
            shown: shownAtMost,
            n: found.length,
          })}
        </p>
      )}
      <PickerActions
        results={results}
        isFiltered={results.wanted !== '' || filter.schema !== null}
        listed={listed}
        chosen={chosen}
        databases={available.databases}
        edit={edit}
      />
    </div>
  )
}

interface PickerFilterProps {
  listed: ListedTable[]
  filter: TableFilter
  onChange: (filter: TableFilter) => void
}

function PickerFilter({ listed, filter, onChange }: PickerFilterProps) {
  const { t } = useTranslation()
  const schemas = useMemo(() => countSchemas(listed), [listed])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchField
        className="min-w-0 flex-1"
        label={t('Search tables')}
        placeholder={t('Search tables...')}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      {schemas.length > 1 && (
        <Select
          small
          aria-label={t('Schema')}
          value={filter.schema === null ? '' : `.${filter.schema}`}
          onChange={({ target: { value } }) => onChange({ ...filter, schema: value === '' ? null : value.slice(1) })}
        >
          <option value="">{t('All schemas')}</option>
          {schemas.map(({ schema, count }) => (
            <option key={schema} value={`.${schema}`}>
              {schema === ''
                ? t('Default schema ({count, number})', { count })
                : t('{schema} ({count, number})', { schema, count })}
            </option>
          ))}
        </Select>
      )}
      <Checkbox
        className="max-md:min-h-11"
        checked={filter.onlyChosen}
        onChange={(event) => onChange({ ...filter, onlyChosen: event.target.checked })}
      >
        {t('Selected only')}
      </Checkbox>
    </div>
  )
}
