import type { AreaTableInput } from '@parlance/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { EditForm } from '../form/area-form.ts'
import { TableTypeBadge } from './table-type-badge.tsx'
import type { ListedTable } from '../form/table-names.ts'
import styles from './tables.module.css'

/** The maximum number of entries in the list; searching finds the others. */
const shownAtMost = 50

interface TablePickerProps {
  listed: ListedTable[]
  tables: AreaTableInput[]
  edit: EditForm
}

/** The tables of the databases, each with a checkbox. */
export function TablePicker({ listed, tables, edit }: TablePickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const chosen = useMemo(() => new Set(tables.map((table) => table.table_name)), [tables])
  const found = useMemo(
    () =>
      listed.filter(
        (table) =>
          (!onlyChosen || chosen.has(table.table_name)) &&
          (wanted === '' ||
            table.table_name.toLowerCase().includes(wanted) ||
            table.display_name.toLowerCase().includes(wanted)),
      ),
    [listed, wanted, onlyChosen, chosen],
  )
  const toggle = (name: string, isOn: boolean) =>
    edit((now) => ({
      tables: isOn ? [...now.tables, { table_name: name }] : now.tables.filter((table) => table.table_name !== name),
    }))
  const selectFound = () =>
    edit((now) => {
      const have = new Set(now.tables.map((table) => table.table_name))
      const added = found.filter((table) => !have.has(table.table_name))
      return { tables: [...now.tables, ...added.map(({ table_name }) => ({ table_name }))] }
    })
  if (listed.length === 0) {
    return <p className="muted">{t('No tables available. Please check your database connection.')}</p>
  }
  return (
    <div>
      <div className={styles.pickerHead}>
        <SearchField
          className="grow"
          label={t('Search tables')}
          placeholder={t('Search tables...')}
          value={search}
          onChange={setSearch}
        />
        <label className="check">
          <input type="checkbox" checked={onlyChosen} onChange={(event) => setOnlyChosen(event.target.checked)} />
          {t('Selected only')}
        </label>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable list must be reachable by
          keyboard. */}
      <ul className={styles.tables} tabIndex={0} aria-label={t('Available tables')}>
        {found.slice(0, shownAtMost).map((table) => (
          <li key={table.table_name}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.has(table.table_name)}
                onChange={(event) => toggle(table.table_name, event.target.checked)}
              />
              <TableTypeBadge type={table.is_synonym ? 'SYNONYM' : table.object_type} />
              <bdi className="mono truncate min-w-0" title={table.table_name}>
                {table.display_name}
              </bdi>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{t('No tables match your search.')}</p>}
      {found.length > shownAtMost && (
        <p className="hint">
          {t('Showing {shown, number} of {n, number} tables. Use search to find specific tables.', {
            shown: shownAtMost,
            n: found.length,
          })}
        </p>
      )}
      <div className={styles.pickerActions}>
        {wanted !== '' && found.some((table) => !chosen.has(table.table_name)) && (
          <Button size="small" kind="quiet" onClick={selectFound}>
            {t('{n, plural, one {Select # match} other {Select all # matches}}', { n: found.length })}
          </Button>
        )}
        {tables.length > 0 && (
          <Button size="small" kind="quiet" onClick={() => edit({ tables: [] })}>
            {t('Clear selection')}
          </Button>
        )}
      </div>
    </div>
  )
}
