import { message, type Message, type UsageFilter } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { SearchFilters } from '../../components/search-filters.tsx'
import { translate } from '../../lib/i18n.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { groupsFor, type CostSearch } from './cost-search.ts'
import { useAreaNames } from './use-area-names.ts'

export const groupNames: Record<UsageFilter['group'], Message> = {
  day: message('Day'),
  user: message('User'),
  area: message('Business area'),
  connection: message('Connection'),
  model: message('Model'),
  purpose: message('Purpose'),
}

interface CostFiltersProps {
  isAdmin: boolean
  search: CostSearch
  models: string[]
  onSearch: (change: CostSearch) => void
}

/** Groups and filters the costs. Owners of business areas choose among their own ones. */
export function CostFilters({ isAdmin, search, models, onSearch }: CostFiltersProps) {
  const { t } = useTranslation()
  const areas = useAreaNames({ ownOnly: !isAdmin })
  const groups = groupsFor(isAdmin)
  const byArea = {
    name: 'area_id',
    label: t('Business area'),
    all: isAdmin ? t('All business areas') : t('All your business areas'),
    options: areas,
  } as const
  const byModel = {
    name: 'model',
    label: t('Model'),
    all: t('All models'),
    options: models.map((model) => ({ value: model, label: model })),
  } as const
  const byUser = { name: 'user_id', label: t('User'), all: t('All users'), options: 'users' } as const
  return (
    <SearchFilters
      choices={isAdmin ? [byUser, byArea, byModel] : [byArea, byModel]}
      search={search}
      onChange={(name, value) => onSearch({ [name]: value })}
      onClear={() =>
        onSearch({ user_id: undefined, area_id: undefined, model: undefined, from: undefined, to: undefined })
      }
      before={
        <FieldFrame label={t('Group by')}>
          {(control) => (
            <Select
              {...control}
              value={search.group ?? 'day'}
              onChange={({ target }) => onSearch({ group: groups.find((group) => group === target.value) })}
            >
              {groups.map((group) => (
                <option key={group} value={group}>
                  {translate(t, groupNames[group])}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      }
    />
  )
}
