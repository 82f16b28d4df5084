import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditOutcomes } from '../../api/audit.ts'
import { usersQuery } from '../../api/users.ts'
import { SearchFilters } from '../../components/search-filters.tsx'
import { outcomeName } from './audit-table.tsx'
import type { AuditSearch } from './audit-filter.ts'

interface AuditFiltersProps {
  search: AuditSearch
  actions: string[]
  onSearch: (change: Partial<AuditSearch>) => void
}

/** Filters by user, action, outcome and period. */
export function AuditFilters({ search, actions, onSearch }: AuditFiltersProps) {
  const { t } = useTranslation()
  const users = useQuery(usersQuery)
  const people = (users.data ?? []).map((user) => ({ value: user.user_id, label: user.email }))
  const choices = [
    { name: 'user', label: t('User'), all: t('All users'), options: people },
    {
      name: 'action',
      label: t('Action'),
      all: t('All actions'),
      options: actions.map((action) => ({ value: action, label: action })),
    },
    {
      name: 'outcome',
      label: t('Outcome'),
      all: t('All outcomes'),
      options: auditOutcomes.map((value) => ({ value, label: outcomeName(value, t) })),
    },
  ] as const
  return (
    <SearchFilters
      choices={choices}
      search={search}
      onChange={(name, value) => onSearch({ [name]: value })}
      onClear={() =>
        onSearch({ user: undefined, action: undefined, outcome: undefined, from: undefined, to: undefined })
      }
    />
  )
}
