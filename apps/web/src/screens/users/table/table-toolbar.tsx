import { roles, userStates, type UserPage } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { areasQuery } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { roleName } from '../user-badges.tsx'
import { stateNames } from '../user-state.tsx'
import { isFiltered, noFilters, type UsersSearch } from '../users-search.ts'
import { GroupFilters } from './group-filters.tsx'

interface TableToolbarProps {
  search: UsersSearch
  /** What the search box shows, which the address follows. */
  typed: string
  page: UserPage | undefined
  onType: (text: string) => void
  onChange: (change: Partial<UsersSearch>) => void
}

/** The search, the filters, and how many users match. */
export function TableToolbar({ search, typed, page, onType, onChange }: TableToolbarProps) {
  const { t } = useTranslation()
  const { role, state, area, database } = search
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
      <SearchField
        className="max-md:col-span-2 md:w-[300px]"
        label={t('Search users')}
        placeholder={t('Search users...')}
        value={typed}
        onChange={onType}
      />
      <Select
        className="min-w-0 md:w-auto!"
        small
        aria-label={t('Role')}
        value={role ?? ''}
        onChange={({ target }) => onChange({ role: roles.find((known) => known === target.value) })}
      >
        <option value="">{t('All roles')}</option>
        {roles.map((known) => (
          <option key={known} value={known}>
            {translate(t, roleName(known))}
          </option>
        ))}
      </Select>
      <ReachFilter area={area} database={database} onChange={onChange} />
      <Select
        className="min-w-0 md:w-auto!"
        small
        aria-label={t('Status')}
        value={state ?? ''}
        onChange={({ target }) => onChange({ state: userStates.find((known) => known === target.value) })}
      >
        <option value="">{t('All statuses')}</option>
        {userStates.map((known) => (
          <option key={known} value={known}>
            {translate(t, stateNames[known])}
            {page !== undefined && ` (${page.states[known]})`}
          </option>
        ))}
      </Select>
      <GroupFilters search={search} conflicting={page?.conflicting ?? 0} onChange={onChange} />
      {isFiltered(search) && (
        <Button kind="quiet" size="small" onClick={() => onChange(noFilters)}>
          {t('Clear filters')}
        </Button>
      )}
      <output className="text-meta ml-auto text-faint tabular-nums max-md:col-span-2">
        {page !== undefined &&
          t('{matching, number} of {total, plural, one {# user} other {# users}}', {
            matching: page.matching,
            total: page.total,
          })}
      </output>
    </div>
  )
}

type ReachFilterProps = Pick<UsersSearch, 'area' | 'database'> & Pick<TableToolbarProps, 'onChange'>

/** Reduces the list to the users who can use one area or database. */
function ReachFilter({ area, database, onChange }: ReachFilterProps) {
  const { t } = useTranslation()
  const areas = useQuery(areasQuery(null)).data ?? []
  const databases = useQuery(configurationsQuery).data ?? []
  const handleChange = (value: string) => {
    const [kind, id] = [value.slice(0, 1), value.slice(1)]
    onChange({ area: kind === 'a' ? id : undefined, database: kind === 'd' ? id : undefined })
  }
  return (
    <Select
      className="min-w-0 md:w-auto! md:max-w-[220px]"
      small
      aria-label={t('Access to')}
      value={(area !== undefined && `a${area}`) || (database !== undefined && `d${database}`) || ''}
      onChange={({ target }) => handleChange(target.value)}
    >
      <option value="">{t('All areas and databases')}</option>
      <optgroup label={t('Business areas')}>
        {areas.map((one) => (
          <option key={one.area_id} value={`a${one.area_id}`}>
            {one.area_name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('Databases')}>
        {databases.map((one) => (
          <option key={one.id} value={`d${one.id}`}>
            {one.name}
          </option>
        ))}
      </optgroup>
    </Select>
  )
}
