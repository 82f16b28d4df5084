import { message, type Message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { chipButtonClass } from '../../ui/chip.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { userFilters, type UserFilter } from './find-users.ts'

const labels: Record<UserFilter, Message> = {
  all: message('All Users'),
  active: message('Active'),
  inactive: message('Inactive'),
  pending: message('Pending'),
}

interface UserFiltersProps {
  /** How many of all users match each filter. */
  counts: Record<UserFilter, number>
  filter: UserFilter
  search: string
  /** The number of users that match. */
  found: number
  onFilter: (filter: UserFilter) => void
  onSearch: (search: string) => void
}

/** The search box and the status filters with the count of each. */
export function UserFilters({ counts, filter, search, found, onFilter, onSearch }: UserFiltersProps) {
  const { t } = useTranslation()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField
        className="m-0 flex-[1_1_260px]"
        label={t('Search users')}
        placeholder={t('Search users...')}
        value={search}
        onChange={onSearch}
      />
      <fieldset className="flex flex-wrap gap-1.5 max-md:*:min-h-10!" aria-label={t('Status')}>
        {userFilters.map((choice) => (
          <button
            key={choice}
            type="button"
            className={chipButtonClass}
            data-filter={choice}
            aria-pressed={choice === filter}
            onClick={() => onFilter(choice)}
          >
            {translate(t, labels[choice])} <span className="tabular-nums">{formatCount(counts[choice])}</span>
          </button>
        ))}
      </fieldset>
      <output className="sr-only">{t('{n, plural, one {# user shown} other {# users shown}}', { n: found })}</output>
    </div>
  )
}
