import { message, usageGroups, type Message, type UsageFilter } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usersQuery } from '../../api/users.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import type { CostSearch } from './cost-search.ts'
import { useAreaNames } from './use-area-names.ts'
import styles from './model-costs.module.css'

export const groupNames: Record<UsageFilter['group'], Message> = {
  day: message('Day'),
  user: message('User'),
  area: message('Business area'),
  connection: message('Connection'),
  model: message('Model'),
  purpose: message('Purpose'),
}

interface CostFiltersProps {
  search: CostSearch
  models: string[]
  onSearch: (change: CostSearch) => void
}

/** Groups and filters the costs; all choices are in the address. */
export function CostFilters({ search, models, onSearch }: CostFiltersProps) {
  const { t } = useTranslation()
  const users = useQuery(usersQuery)
  const areas = useAreaNames()
  const people = (users.data ?? []).map((user) => ({ value: user.user_id, label: user.email }))
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'group' && value !== undefined)
  const choices = [
    { name: 'user_id', label: t('User'), all: t('All users'), options: people },
    { name: 'area_id', label: t('Business area'), all: t('All business areas'), options: areas },
    {
      name: 'model',
      label: t('Model'),
      all: t('All models'),
      options: models.map((model) => ({ value: model, label: model })),
    },
  ] as const
  return (
    <search className={styles.filters} aria-label={t('Filters')}>
      <FieldFrame label={t('Group by')}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={search.group ?? 'day'}
            onChange={({ target }) => onSearch({ group: usageGroups.find((group) => group === target.value) })}
          >
            {usageGroups.map((group) => (
              <option key={group} value={group}>
                {translate(t, groupNames[group])}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
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
            onSearch({ user_id: undefined, area_id: undefined, model: undefined, from: undefined, to: undefined })
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

/** Keeps a chosen value visible that the list lacks, such as a deleted account. */
function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || options.some((option) => option.value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
