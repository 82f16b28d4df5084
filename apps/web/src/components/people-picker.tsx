import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ListedUser } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/auth.ts'
import { userPageQuery } from '../api/user-directory.ts'
import { cn } from '../lib/cn.ts'
import { menuClass, menuItemClass, popupClass } from '../ui/menu.tsx'
import { inputClass } from '../ui/input.tsx'

/** Suggestions at a time. Typing more finds the others. */
const shownAtMost = 8

interface PeoplePickerProps {
  /** The name or email address as typed. A picked person's email address. */
  value: string
  /** @param person the active user whose address the text is; null if it is none that is shown */
  onChange: (text: string, person: ListedUser | null) => void
  /** Leaves people out of the suggestions. */
  isLeftOut?: (user: ListedUser) => boolean
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/**
 * A field for a person. Administrators search the active users by name or email address on the server, and pick one by
 * keyboard or pointer. Others type an email address.
 */
export function PeoplePicker({ value, onChange, isLeftOut, inputRef, ...control }: PeoplePickerProps) {
  const { t } = useTranslation()
  const isAdmin = useQuery(meQuery).data?.role === 'ADMIN'
  const search = useDeferredValue(value.trim())
  const found = useQuery({
    ...userPageQuery({ search, state: 'active', page_size: shownAtMost }),
    enabled: isAdmin && search !== '',
  })
  const people = (isAdmin && search !== '' ? (found.data?.users ?? []) : []).filter(
    (user) => isLeftOut?.(user) !== true,
  )
  const personOf = (text: string) =>
    people.find(({ email }) => email.toLowerCase() === text.trim().toLowerCase()) ?? null
  const isInvalid = control['aria-invalid'] === true
  return (
    <Autocomplete.Root
      items={people}
      filter={null}
      value={value}
      itemToStringValue={({ email }: ListedUser) => email}
      onValueChange={(text) => onChange(text, personOf(text))}
    >
      <Autocomplete.Input
        {...control}
        ref={inputRef}
        type={isAdmin ? 'text' : 'email'}
        className={inputClass()}
        aria-invalid={isInvalid}
        placeholder={isAdmin ? t('Name or email') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popupClass} sideOffset={4} align="start">
          <Autocomplete.Popup className={cn(menuClass, 'w-(--anchor-width) empty:hidden')}>
            <Autocomplete.List>
              {(user: ListedUser) => (
                <Autocomplete.Item key={user.user_id} value={user} className={cn(menuItemClass, 'grid! gap-0!')}>
                  <bdi className="truncate">{user.username || user.email}</bdi>
                  <bdi className="text-meta truncate text-muted">{user.email}</bdi>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            {isAdmin && found.isSuccess && people.length === 0 && (
              <Autocomplete.Empty className="text-meta px-2 py-1.5 text-muted">
                {t('No active user matches.')}
              </Autocomplete.Empty>
            )}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
