import type { ListedUser } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/auth.ts'
import { userPageQuery } from '../api/user-directory.ts'
import { SearchPicker, shownAtMost, type PickerControl } from './search-picker.tsx'

interface PeoplePickerProps extends PickerControl {
  /** The name or email address as typed. A picked person's email address. */
  value: string
  /** @param person the active user whose address the text is; null if it is none that is shown */
  onChange: (text: string, person: ListedUser | null) => void
  /** Leaves people out of the suggestions. */
  isLeftOut?: (user: ListedUser) => boolean
  /** Also finds people who may not sign in. */
  includesInactive?: boolean
  placeholder?: string
}

/**
 * A field for a person. Administrators search the users by name or email address on the server, and pick one by
 * keyboard or pointer. Others type an email address.
 */
export function PeoplePicker({
  value,
  onChange,
  isLeftOut,
  includesInactive = false,
  placeholder,
  ...control
}: PeoplePickerProps) {
  const { t } = useTranslation()
  const isAdmin = useQuery(meQuery).data?.role === 'ADMIN'
  const search = useDeferredValue(value.trim())
  const isSearching = isAdmin && search !== ''
  const found = useQuery({
    ...userPageQuery({ search, state: includesInactive ? undefined : 'active', page_size: shownAtMost }),
    enabled: isSearching,
  })
  const noneText = includesInactive ? t('No user matches.') : t('No active user matches.')
  const people = (isSearching ? (found.data?.users ?? []) : []).filter((user) => isLeftOut?.(user) !== true)
  return (
    <SearchPicker
      {...control}
      items={people}
      textOf={({ email }) => email}
      keyOf={({ user_id: id }) => id}
      lineOf={({ username, email }) => username || email}
      moreOf={({ email }) => email}
      value={value}
      onChange={onChange}
      emptyText={isSearching && found.isSuccess ? noneText : null}
      type={isAdmin ? 'text' : 'email'}
      placeholder={placeholder ?? (isAdmin ? t('Name or email') : undefined)}
    />
  )
}
