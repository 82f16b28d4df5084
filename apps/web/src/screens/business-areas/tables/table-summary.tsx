import type { AreaTableInput } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { chipClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { StoredTables } from './stored-tables.ts'

const shownAtMost = 5

/** The first selected names, and those that no database has anymore. */
export function TableSummary({ tables, stored }: { tables: AreaTableInput[]; stored: StoredTables }) {
  const { t } = useTranslation()
  const names = tables.map((table) => table.table_name)
  const missing = names.filter((name) => stored.get(name)?.isMissing === true)
  const rest = names.length - shownAtMost
  if (names.length === 0) return null
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-1.5">
        <span className="sr-only">{t('Selected tables:')} </span>
        {names.slice(0, shownAtMost).map((name) => (
          <bdi
            className={cn(
              chipClass,
              'font-mono block! max-w-full content-center truncate leading-[26px] max-md:min-h-11',
            )}
            key={name}
          >
            {name}
          </bdi>
        ))}
        {rest > 0 && <span className="text-meta text-muted">{t('and {n, number} more', { n: rest })}</span>}
      </p>
      {missing.length > 0 && (
        <p className="mt-2 flex gap-2 text-dense wrap-anywhere">
          <Icon of={TriangleAlert} small className="mt-[3px] text-warning" />
          <span>
            {t(
              '{n, plural, one {This table is missing from every database, so questions that need it are refused:} other {These tables are missing from every database, so questions that need them are refused:}}',
              { n: missing.length },
            )}{' '}
            <bdi>{missing.join(', ')}</bdi>
          </span>
        </p>
      )}
    </>
  )
}
