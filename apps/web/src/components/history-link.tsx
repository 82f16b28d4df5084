import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/auth.ts'
import { Icon } from '../ui/icon.tsx'

/** Leads administrators, and no one else, to the audit log's entries about one thing. */
export function HistoryLink({ id }: { id: string }) {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  if (me.data?.role !== 'ADMIN') return null
  return (
    <Link to="/audit" search={{ target: id }} className="inline-flex min-h-6 items-center gap-1.5">
      <Icon of={History} />
      {t('History')}
    </Link>
  )
}
