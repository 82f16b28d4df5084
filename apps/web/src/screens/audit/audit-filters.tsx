import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditOutcomes } from '../../api/audit.ts'
import { usersQuery } from '../../api/users.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { outcomeName } from './audit-table.tsx'
import type { AuditSearch } from './audit-filter.ts'
import styles from './audit.module.css'

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
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const choices = [
    { name: 'user', label: t('User'), all: t('All users'), options: people },
    { name: 'action', label: t('Action'), all: t('All actions'), options: actions.map(asOption) },
    {
      name: 'outcome',
      label: t('Outcome'),
      all: t('All outcomes'),
      options: auditOutcomes.map((value) => ({ value, label: outcomeName(value, t) })),
    },
  ] as const
  return (
    <search className={styles.filters} aria-label={t('Filters')}>
      {choices.map(({ name, label, all, options }) => (
        <FieldFrame key={name} label={label}>
          {(control) => (
            <select
              {...control}
              className="select"
              value={search[name] ?? ''}
              onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
            >
              <option value="">{all}</option>
              {withChosen(options, search[name]).map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <FieldFrame key={name} label={name === 'from' ? t('Start date') : t('End date')}>
          {(control) => (
            <input
              {...control}
              type="date"
              className="input"
              value={search[name] ?? ''}
              onChange={(event) => onSearch({ [name]: event.target.value || undefined })}
            />
          )}
        </FieldFrame>
      ))}
      {isFiltered && (
        <Button
          onClick={() =>
            onSearch({ user: undefined, action: undefined, outcome: undefined, from: undefined, to: undefined })
          }
        >
          {t('Clear filters')}
        </Button>
      )}
    </search>
  )
}

interface Option {
  value: string
  label: string
}

const asOption = (value: string): Option => ({ value, label: value })

/** Keeps a chosen value visible that the list lacks, such as a deleted account. */
function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || options.some((option) => option.value === chosen)) return options
  return [...options, asOption(chosen)]
}
