import type { AreaPreview, UserReach } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaQuery, previewArea } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { PreviewResult } from '../../business-areas/security/preview-result.tsx'

type ReachedArea = UserReach['areas'][number]

/** Rows of a table that are shown. */
const shownRows = 10

interface AreaReachProps {
  area: ReachedArea
  userId: string
  isOpen: boolean
  onToggle: () => void
}

/** An area that a user can ask in. Opened, it shows what the user sees of its tables. */
export function AreaReach({ area, userId, isOpen, onToggle }: AreaReachProps) {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-10 w-full items-center gap-2 text-left hover:bg-hover max-md:min-h-11"
        onClick={onToggle}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} className="text-muted" />
        <bdi className="truncate font-medium">{area.area_name}</bdi>
        <span className="text-meta truncate text-muted">
          <bdi>{area.databases.map(({ name }) => name).join(', ')}</bdi>
        </span>
      </button>
      {isOpen && <ReachedTables area={area} userId={userId} />}
    </li>
  )
}

function ReachedTables({ area, userId }: Pick<AreaReachProps, 'area' | 'userId'>) {
  const { t } = useTranslation()
  const content = useQuery(areaQuery(area.area_id))
  const [table, setTable] = useState('')
  const [database] = area.databases
  if (database === undefined) {
    return (
      <p className="text-muted pb-3 pl-6">
        {t('You and the user have no database in common here, so there is nothing to preview.')}
      </p>
    )
  }
  if (content.isError) return <Note tone="danger">{describeError(content.error, t('Failed to load data'))}</Note>
  const tables = content.data?.tables ?? []
  return (
    <div className="grid gap-3 pb-4 pl-6">
      <label className="flex flex-wrap items-center gap-2">
        <span className="text-meta text-muted">{t('Table')}</span>
        <Select className="w-auto! min-w-[200px]" small value={table} onChange={({ target }) => setTable(target.value)}>
          <option value="">{t('Choose a table')}</option>
          {tables.map(({ table_name: name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <span className="text-meta text-faint tabular-nums">
          {content.data !== undefined && t('{n, plural, one {# table} other {# tables}}', { n: tables.length })}
        </span>
      </label>
      {table !== '' && (
        <ReachedRows key={table} areaId={area.area_id} userId={userId} table={table} databaseId={database.config_id} />
      )}
    </div>
  )
}

interface ReachedRowsProps {
  areaId: string
  userId: string
  table: string
  databaseId: string
}

function ReachedRows({ areaId, userId, table, databaseId }: ReachedRowsProps) {
  const { t } = useTranslation()
  const preview = useQuery({
    queryKey: ['users', userId, 'reach', areaId, databaseId, table],
    queryFn: ({ signal }) =>
      previewArea(areaId, { user_id: userId, table_name: table, database_config_id: databaseId }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (preview.isPending) return <p className="text-muted">{t('Reading what the user sees...')}</p>
  if (preview.isError) {
    return <Note tone="danger">{describeError(preview.error, t('Could not preview the table.'))}</Note>
  }
  return <PreviewResult preview={firstRows(preview.data)} onChanged={() => void preview.refetch()} />
}

function firstRows(preview: AreaPreview): AreaPreview {
  const results = preview.results.slice(0, shownRows)
  return { ...preview, results, truncated: preview.truncated || results.length < preview.results.length }
}
