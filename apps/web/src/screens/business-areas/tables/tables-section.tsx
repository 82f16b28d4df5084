import type { AreaProblem } from '@parlance/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { tablesOfText, type AreaForm, type EditForm } from '../form/area-form.ts'
import { memoSection } from '../form/memo-section.ts'
import { Section } from '../form/section.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { ProblemList } from '../form/problem-list.tsx'
import { TableHints } from './table-hints.tsx'
import type { StoredTables } from './stored-tables.ts'
import { formatTableNames, type ListedTable } from '../form/table-names.ts'
import { TablePicker } from './table-picker.tsx'
import { TableSummary } from './table-summary.tsx'
import { TableText } from './table-text.tsx'
import { TablesProgress } from './tables-progress.tsx'
import type { AvailableTables } from '../form/use-available-tables.ts'

interface TablesSectionProps {
  form: Pick<AreaForm, 'tableMode' | 'tableText' | 'tables'>
  edit: EditForm
  available: AvailableTables
  /** What blocks saving the tables, if it should be shown. */
  problem: string | null
  found: AreaProblem[]
  /** Tables that no database of the application has anymore, and what else the server knows about them. */
  stored: StoredTables
  isAdmin: boolean
  /** Whether the descriptions are part of this section; the page has a tab for them. */
  hasDescriptions: boolean
}

/** The tables that a question may use, typed as text or picked from a list, and their hints. */
export const TablesSection = memoSection(
  ['tableMode', 'tableText', 'tables'],
  function TablesSection(props: TablesSectionProps) {
    const { t } = useTranslation()
    const { form, edit, available, problem } = props
    const { tableMode: mode, tables } = form
    useTextFollowing(props)
    // Without a list, the user can still see and remove the area's own tables.
    const listed = available.index === null ? ownTables(props) : available.tables
    const switchMode = (next: 'text' | 'select') =>
      edit((now) => ({
        tableMode: next,
        tables: now.tableMode === 'text' ? tablesOfText(now, available.index) : now.tables,
        tableText: formatTableNames(now.tables.map((table) => table.table_name)),
      }))
    const switchTo = (next: 'text' | 'select') => {
      if (next !== mode) switchMode(next)
    }
    return (
      <Section
        id="tables"
        title={t('Tables')}
        note={t('{n, number} of {total, number} selected', { n: tables.length, total: listed.length })}
        action={
          mode !== null && (
            <ModeSwitch
              label={t('Table input mode')}
              options={[
                { value: 'select', label: t('Pick from a list') },
                { value: 'text', label: t('Type names') },
              ]}
              value={mode}
              onChange={switchTo}
            />
          )
        }
      >
        <TablesProgress available={available} />
        {mode === 'text' && <TableText form={form} edit={edit} available={available} isBad={problem !== null} />}
        {mode === 'select' && !available.isLoading && (
          <TablePicker listed={listed} tables={tables} edit={edit} available={available} />
        )}
        {problem !== null && (
          <p className="mt-1.5 text-meta text-danger" role="alert">
            {problem}
          </p>
        )}
        <TableSummary tables={tables} stored={props.stored} />
        <ProblemList problems={props.found} section="tables" />
        {props.hasDescriptions && tables.length > 0 && <TableHints {...props} listed={listed} />}
      </Section>
    )
  },
)

const typingStops = 500

/** Turns the text into tables half a second after the last key press. */
function useTextFollowing({ form, edit, available }: TablesSectionProps): void {
  const { tableMode, tableText } = form
  const first = useRef(tableText)
  useEffect(() => {
    if (tableMode !== 'text' || first.current === tableText) return undefined
    first.current = tableText
    const timer = setTimeout(() => edit((now) => ({ tables: tablesOfText(now, available.index) })), typingStops)
    return () => clearTimeout(timer)
  }, [tableMode, tableText, edit, available.index])
}

/** The area's own tables as a list, for when the databases cannot be read. */
export function ownTables({
  form,
  stored,
}: Pick<TablesSectionProps, 'stored'> & { form: Pick<AreaForm, 'tables'> }): ListedTable[] {
  return form.tables.map(({ table_name: name }) => {
    const type = stored.get(name)?.type ?? 'TABLE'
    return { table_name: name, display_name: name, object_type: type, is_synonym: type === 'SYNONYM' }
  })
}
