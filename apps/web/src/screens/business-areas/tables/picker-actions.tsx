import { useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { joinedTables } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import type { EditForm } from '../form/area-form.ts'
import type { ListedTable } from '../form/table-names.ts'
import type { FoundTables } from './use-found-tables.ts'

interface PickerActionsProps {
  results: FoundTables
  /** Whether a search or a schema narrows the list. */
  isFiltered: boolean
  listed: ListedTable[]
  chosen: ReadonlySet<string>
  databases: string[]
  edit: EditForm
}

/** Selects many tables at once: all matches, all that start with the search, or all that are joined to the others. */
export function PickerActions({ results, isFiltered, listed, chosen, databases, edit }: PickerActionsProps) {
  const { t } = useTranslation()
  const { selectable, starting, wanted } = results
  const isNew = (table: ListedTable) => !chosen.has(table.table_name)
  const add = (tables: ListedTable[]) =>
    edit((now) => {
      const have = new Set(now.tables.map((table) => table.table_name))
      const added = tables.filter((table) => !have.has(table.table_name))
      return { tables: [...now.tables, ...added.map(({ table_name }) => ({ table_name }))] }
    })
  const joining = useMutation({
    mutationFn: async () => {
      const names = new Set(await joinedTables(databases, [...chosen]))
      return listed.filter((table) => names.has(table.table_name) && isNew(table))
    },
    onSuccess: add,
  })
  const select = (tables: ListedTable[]) => {
    joining.reset()
    add(tables)
  }
  const clear = () => {
    joining.reset()
    edit({ tables: [] })
  }
  return (
    <>
      <div className="mt-1 -ml-2 flex flex-wrap gap-1">
        {isFiltered && selectable.some(isNew) && (
          <Button size="small" kind="quiet" onClick={() => select(selectable)}>
            {t('{n, plural, one {Select # match} other {Select all # matches}}', { n: selectable.length })}
          </Button>
        )}
        {starting.length > 1 && starting.length < selectable.length && starting.some(isNew) && (
          <Button size="small" kind="quiet" onClick={() => select(starting)}>
            {t('Select {n, number} that start with “{start}”', { n: starting.length, start: wanted })}
          </Button>
        )}
        {chosen.size > 0 && databases.length > 0 && (
          <Button size="small" kind="quiet" disabled={joining.isPending} onClick={() => joining.mutate()}>
            {t('Select joined tables')}
          </Button>
        )}
        {chosen.size > 0 && (
          <Button size="small" kind="quiet" onClick={clear}>
            {t('Clear selection')}
          </Button>
        )}
      </div>
      <output className="mt-1.5 text-meta text-faint">
        {joining.isIdle || joining.isPending ? '' : outcomeOf(joining, t)}
      </output>
    </>
  )
}

function outcomeOf({ data, error }: { data: ListedTable[] | undefined; error: Error | null }, t: TFunction): string {
  if (error !== null) return describeError(error, t('Could not load the joined tables. Try again.'))
  if (data === undefined || data.length === 0) return t('No other tables are joined to the selected ones.')
  return t('{n, plural, one {Selected # joined table.} other {Selected # joined tables.}}', { n: data.length })
}
