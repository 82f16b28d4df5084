import type { AreaJoin, AreaTableInput } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestedJoinsQuery } from '../../../api/areas.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { chipButtonClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'
import { joinText } from '../form/area-joins.ts'

const shownAtFirst = 8

/** The joins of the foreign keys between the chosen tables. */
export function useForeignKeys(form: { application_id: string; tables: AreaTableInput[] }): readonly AreaJoin[] {
  const tables = useDeferredValue(form.tables)
  const names = useMemo(() => tables.map((table) => table.table_name), [tables])
  const applicationId = form.application_id === '' ? null : form.application_id
  return useQuery(suggestedJoinsQuery(applicationId, names)).data?.joins ?? none
}

const none: readonly AreaJoin[] = []

interface JoinSuggestionsProps {
  /** The joins to suggest. */
  joins: readonly AreaJoin[]
  onAdd: (joins: readonly AreaJoin[]) => void
}

/** Joins from the foreign keys between the chosen tables, each added with one click. */
export function JoinSuggestions({ joins: offered, onAdd }: JoinSuggestionsProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  if (offered.length === 0) return null
  const shown = isWhole ? offered : offered.slice(0, shownAtFirst)
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label={t('Suggested from foreign keys')}>
      <span className="text-meta text-faint w-full">{t('Suggested from foreign keys')}</span>
      {shown.map((join) => (
        <button
          key={joinText(join)}
          type="button"
          className={cn(chipButtonClass, 'max-w-full border-dashed max-md:min-h-11')}
          aria-label={t('Add {join}', { join: joinText(join) })}
          onClick={() => onAdd([join])}
        >
          <Icon of={Plus} />
          <bdi className="font-mono text-[13px] truncate min-w-0">{joinText(join)}</bdi>
        </button>
      ))}
      {shown.length < offered.length && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t('Show all {n, number}', { n: offered.length })}
        </Button>
      )}
      {offered.length > 1 && (
        <Button size="small" kind="quiet" onClick={() => onAdd(offered)}>
          {t('Add all {n, number}', { n: offered.length })}
        </Button>
      )}
    </fieldset>
  )
}
