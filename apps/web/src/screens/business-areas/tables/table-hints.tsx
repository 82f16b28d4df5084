import { areaTextLimits, type AreaColumnHint, type AreaTableInput } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { EditForm } from '../form/area-form.ts'
import { SynonymsField } from '../form/synonyms-field.tsx'
import { ColumnHints } from './column-hints.tsx'
import type { StoredTables } from './stored-tables.ts'
import type { ListedTable } from '../form/table-names.ts'
import { TableTypeBadge } from './table-type-badge.tsx'

const shownAtFirst = 50

interface TableHintsProps {
  form: { tables: AreaTableInput[] }
  edit: EditForm
  listed: ListedTable[]
  stored: StoredTables
  isAdmin: boolean
  available: { columnsOf: (table: string) => Promise<string[]> }
  /** Whether tables without a description are marked. */
  marksMissing?: boolean
}

/** Descriptions and synonyms that explain the chosen tables and their columns, folded at first. */
export function TableHints(props: TableHintsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      className="mt-2"
      title={t('Descriptions and synonyms')}
      note={t('Help the AI understand tables and columns')}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <TableHintList {...props} />
    </Disclosure>
  )
}

/** Each chosen table with its hints. */
export function TableHintList(props: TableHintsProps) {
  const { t } = useTranslation()
  const { tables } = props.form
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? tables : tables.filter((table) => table.table_name.toLowerCase().includes(wanted))
  return (
    <>
      {tables.length > shownAtFirst && (
        <Input
          type="search"
          aria-label={t('Search selected tables')}
          placeholder={t('Search selected tables...')}
          value={search}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {found.slice(0, shownAtFirst).map((table) => (
        <OneTable key={table.table_name} {...props} table={table} />
      ))}
      {found.length > shownAtFirst && (
        <p className="mt-1.5 text-meta text-faint">
          {t('Showing {shown, number} of {n, number} tables. Use search to find specific tables.', {
            shown: shownAtFirst,
            n: found.length,
          })}
        </p>
      )}
    </>
  )
}

/** A comment in the database describes a table too. */
function missingText(name: string, listed: ListedTable[], t: TFunction): string {
  const isKnown = listed.some((table) => table.table_name === name && table.has_comment === true)
  return isKnown ? t('Described in the database') : t('No description')
}

function OneTable(props: TableHintsProps & { table: AreaTableInput }) {
  const { table, edit, listed, stored, isAdmin, available, marksMissing } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const name = table.table_name
  const type = isOpen ? typeOf(name, listed, stored) : null
  const change = (fields: Partial<AreaTableInput>) =>
    edit((now) => ({
      tables: now.tables.map((other) => (other.table_name === name ? { ...other, ...fields } : other)),
    }))
  const changeColumn = (column: AreaColumnHint) =>
    edit((now) => ({
      tables: now.tables.map((other) =>
        other.table_name === name ? { ...other, columns: withColumn(other.columns ?? [], column) } : other,
      ),
    }))
  const hintTexts = [table.description ?? '', ...(table.synonyms ?? [])].filter((text) => text !== '')
  return (
    <Disclosure
      title={<bdi className="font-mono text-[13px]">{name}</bdi>}
      note={hintTexts.length === 0 && marksMissing === true ? missingText(name, listed, t) : hintTexts.join(' · ')}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <FieldFrame label={t('Description of {table}', { table: name })} optional>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            dir="auto"
            maxLength={areaTextLimits.description}
            value={table.description ?? ''}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </FieldFrame>
      <SynonymsField
        label={t('Synonyms for {table}', { table: name })}
        value={table.synonyms ?? []}
        onChange={(synonyms) => change({ synonyms })}
      />
      {isAdmin && type !== null && type !== 'TABLE' && (
        <Checkbox
          className="max-md:min-h-11"
          checked={table.confirmed === true}
          onChange={(event) => change({ confirmed: event.target.checked })}
        >
          <TableTypeBadge type={type} />
          {t('I checked what {table} shows. Allow it even though its definition cannot be read.', { table: name })}
        </Checkbox>
      )}
      <ColumnHints table={table} columnsOf={available.columnsOf} onChange={changeColumn} />
    </Disclosure>
  )
}

interface DisclosureProps {
  title: ReactNode
  note: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  className?: string
  children: ReactNode
}

/** A heading that opens the content below it; closed content is not rendered. */
function Disclosure({ title, note, isOpen, onToggle, className, children }: DisclosureProps) {
  return (
    <div className={className}>
      <Button
        kind="quiet"
        size="small"
        className="group -ml-2 max-w-[calc(100%+8px)] justify-start"
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
      >
        <Icon
          of={ChevronRight}
          small
          className="transition-transform duration-(--fast) ease-(--ease) group-aria-expanded:rotate-90"
        />
        {title}
        {note !== '' && <span className="text-meta text-faint truncate min-w-0">{note}</span>}
      </Button>
      {isOpen && <div className="grid gap-2 border-l border-line pt-1 pb-3 pl-3.5">{children}</div>}
    </div>
  )
}

function typeOf(name: string, listed: ListedTable[], stored: StoredTables): ListedTable['object_type'] | null {
  const table = listed.find((candidate) => candidate.table_name === name)
  if (table === undefined) return stored.get(name)?.type ?? null
  return table.is_synonym ? 'SYNONYM' : table.object_type
}

function withColumn(columns: AreaColumnHint[], changed: AreaColumnHint): AreaColumnHint[] {
  return columns.some((column) => column.name === changed.name)
    ? columns.map((column) => (column.name === changed.name ? changed : column))
    : [...columns, changed]
}
