/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some
   browsers drop the table roles when the rows are laid out as blocks */
import { isServiceAddress, message, type ListedUser, type Message, type UserSorting } from '@parlance/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatCount } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { timeAgo } from '../../../lib/time-ago.ts'
import { formatTimestamp } from '../../../lib/timestamp.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ConflictLines } from '../conflict-lines.tsx'
import { ValueSource } from '../value-source.tsx'
import { StateBadge } from '../user-state.tsx'
import { roleName } from '../user-badges.tsx'

interface Order {
  sort: UserSorting
  isDown: boolean
}

interface UserTableProps {
  users: ListedUser[]
  order: Order
  onOrder: (order: Order) => void
  isSelected: (user: ListedUser) => boolean
  onSelect: (users: readonly ListedUser[], isOn: boolean) => void
  onOpen: (user: ListedUser) => void
  /** The user who reads the list. */
  ownId: string
  /** The actions at the end of a row. */
  menuOf: (user: ListedUser) => ReactNode
}

const columns: { sort: UserSorting | null; label: Message; className?: string }[] = [
  { sort: 'name', label: message('User'), className: 'w-[26%]' },
  { sort: 'role', label: message('Role') },
  { sort: null, label: message('Groups') },
  { sort: null, label: message('Attributes'), className: 'max-[1280px]:hidden' },
  { sort: null, label: message('Access') },
  { sort: 'questions', label: message('Questions today'), className: 'text-right' },
  { sort: 'last_active', label: message('Last active') },
  { sort: 'status', label: message('Status') },
]

const cell = 'border-b border-line py-2 pr-3 align-middle max-md:block max-md:border-0 max-md:p-0'

/** A page of users. On narrow screens each row is a block of a few lines. */
export function UserTable({ users, order, onOrder, isSelected, onSelect, onOpen, ownId, menuOf }: UserTableProps) {
  const { t } = useTranslation()
  const now = useNow(30_000)
  const chosen = users.filter(isSelected).length
  return (
    <table
      className="w-full border-collapse text-(length:--text-dense) leading-5 max-md:block"
      role="table"
      aria-label={t('Users')}
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col" className="w-10 border-b border-line-strong py-1.5 pl-3 text-left">
            <Checkbox
              label={t('Select all users on this page')}
              checked={users.length > 0 && chosen === users.length}
              isMixed={chosen > 0 && chosen < users.length}
              onChange={(isOn) => onSelect(users, isOn)}
            />
          </th>
          {columns.map(({ sort, label, className }) => (
            <ColumnHead key={label.text} sort={sort} order={order} className={className} onOrder={onOrder}>
              {translate(t, label)}
            </ColumnHead>
          ))}
          <th role="columnheader" scope="col" className="w-10 border-b border-line-strong">
            <span className="sr-only">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {users.map((user) => (
          <UserRow
            key={user.user_id}
            user={user}
            now={now}
            isSelf={user.user_id === ownId}
            isSelected={isSelected(user)}
            onSelect={(isOn) => onSelect([user], isOn)}
            onOpen={() => onOpen(user)}
            menu={menuOf(user)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface UserRowProps {
  user: ListedUser
  now: Date
  isSelf: boolean
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  onOpen: () => void
  menu: ReactNode
}

function UserRow({ user, now, isSelf, isSelected, onSelect, onOpen, menu }: UserRowProps) {
  const { t } = useTranslation()
  const { effective_daily_query_limit: limit, daily_query_count: asked } = user
  return (
    <tr
      role="row"
      className={cn(
        'max-md:grid max-md:grid-cols-[32px_minmax(0,1fr)_44px] max-md:border-b max-md:border-line max-md:py-3',
        isSelected && 'bg-(--accent-soft)',
      )}
    >
      <td role="cell" className={cn(cell, 'pl-3 max-md:row-span-3 max-md:pt-0.5')}>
        <Checkbox label={t('Select {email}', { email: user.email })} checked={isSelected} onChange={onSelect} />
      </td>
      <td role="cell" className={cell}>
        <Person user={user} isSelf={isSelf} onOpen={onOpen} />
      </td>
      <td role="cell" className={cn(cell, 'max-md:hidden')}>
        {translate(t, roleName(user.role))}
      </td>
      <td role="cell" className={cn(cell, 'max-w-[180px] truncate max-md:hidden')}>
        <bdi>{user.groups.map(({ name }) => name).join(', ')}</bdi>
      </td>
      <td role="cell" className={cn(cell, 'max-w-[220px] max-[1280px]:hidden')}>
        <Attributes user={user} />
      </td>
      <td role="cell" className={cn(cell, 'max-md:col-start-2 max-md:row-start-2')}>
        <Access user={user} />
      </td>
      <td role="cell" className={cn(cell, 'text-right tabular-nums max-md:hidden')}>
        {user.state === 'invited' || user.state === 'pending' ? (
          <span className="text-faint">–</span>
        ) : (
          <>
            <span className={cn(user.state === 'limit_reached' && 'text-warning')}>{formatCount(asked)}</span>
            {limit !== null && <span className="text-faint"> {t('of {n, number}', { n: limit })}</span>}
            <ValueSource groups={user.value_sources.daily_query_limit} />
          </>
        )}
      </td>
      <td role="cell" className={cn(cell, 'text-muted max-md:hidden')}>
        {user.last_active_at === null ? (
          t('Never')
        ) : (
          <span title={formatTimestamp(user.last_active_at) ?? undefined}>{timeAgo(user.last_active_at, now)}</span>
        )}
      </td>
      <td role="cell" className={cn(cell, 'max-md:col-start-2 max-md:row-start-3 max-md:pt-1')}>
        <StateBadge user={user} now={now} />
      </td>
      <td role="cell" className={cn(cell, 'pr-1 text-right max-md:col-start-3 max-md:row-start-1')}>
        {menu}
      </td>
    </tr>
  )
}

interface ColumnHeadProps {
  sort: UserSorting | null
  order: Order
  className?: string | undefined
  onOrder: (order: Order) => void
  children: string
}

function ColumnHead({ sort, order, className, onOrder, children }: ColumnHeadProps) {
  const isSorted = sort === order.sort
  const direction = order.isDown ? 'descending' : 'ascending'
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={cn('border-b border-line-strong py-1.5 pr-3 text-left font-medium text-muted', className)}
    >
      {sort === null ? (
        children
      ) : (
        <button
          type="button"
          className="inline-flex items-center gap-1 font-medium text-inherit hover:text-ink"
          onClick={() => onOrder({ sort, isDown: isSorted && !order.isDown })}
        >
          {children}
          {isSorted && <Icon of={order.isDown ? ArrowDown : ArrowUp} />}
        </button>
      )}
    </th>
  )
}

function Person({ user, isSelf, onOpen }: { user: ListedUser; isSelf: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const name = user.username || user.email
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className="inline-grid size-7 flex-none place-items-center rounded-full bg-hover text-[12px] font-semibold text-muted max-md:hidden"
      >
        {Array.from(name).slice(0, 2).join('').toUpperCase()}
      </span>
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <button type="button" className="truncate text-left font-medium hover:underline" onClick={onOpen}>
            <bdi>{name}</bdi>
          </button>
          {isSelf && <Badge tone="accent">{t('You')}</Badge>}
        </span>
        {name !== user.email && (
          <span className="text-meta truncate text-muted">
            {isServiceAddress(user.email) ? t('Service account') : <bdi dir="ltr">{user.email}</bdi>}
          </span>
        )}
      </span>
    </span>
  )
}

/** The attributes that apply, and which groups give them or disagree about them. */
function Attributes({ user }: { user: ListedUser }) {
  return (
    <>
      {Object.entries(user.effective_attributes).map(([key, value]) => (
        <span key={key} className="block">
          <span className="font-mono text-(length:--text-dense) wrap-anywhere">
            {key} = {value}
          </span>
          <ValueSource groups={user.value_sources.attributes[key]} provider={user.value_sources.providers[key]} />
        </span>
      ))}
      <ConflictLines conflicts={user.attribute_conflicts} />
    </>
  )
}

function Access({ user }: { user: ListedUser }) {
  const { t } = useTranslation()
  if (user.role === 'ADMIN') return <span className="text-muted">{t('All restricted')}</span>
  const parts = [
    user.granted_areas > 0 && t('{n, plural, one {# area} other {# areas}}', { n: user.granted_areas }),
    user.granted_databases > 0 && t('{n, plural, one {# database} other {# databases}}', { n: user.granted_databases }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? <span className="text-faint">{t('Public only')}</span> : parts.join(', ')
}

interface CheckboxProps {
  label: string
  checked: boolean
  isMixed?: boolean
  onChange: (isOn: boolean) => void
}

function Checkbox({ label, checked, isMixed = false, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <input
      ref={box}
      type="checkbox"
      className="block"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
