/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- some
   browsers drop the table roles when the rows are laid out as blocks */
import type { Group } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatCount } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'

const cell = 'border-b border-line py-2 pr-3 align-middle max-md:block max-md:border-0 max-md:p-0'
const head = 'border-b border-line-strong py-1.5 pr-3 text-left font-medium text-muted'

/** A page of groups. On narrow screens each row is a block of a few lines. */
export function GroupTable({ groups }: { groups: Group[] }) {
  const { t } = useTranslation()
  const none = <span className="text-faint">{t('None')}</span>
  return (
    <table
      className="w-full border-collapse text-(length:--text-dense) leading-5 max-md:block"
      role="table"
      aria-label={t('Groups')}
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {[t('Group'), t('Users'), t('Filled by'), t('Access'), t('Attributes'), t('Daily limit'), t('Status')].map(
            (label, index) => (
              <th key={label} role="columnheader" scope="col" className={cn(head, index === 0 && 'w-[28%] pl-3')}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {groups.map((group) => (
          <tr
            key={group.group_id}
            role="row"
            className="hover:bg-hover max-md:grid max-md:gap-0.5 max-md:border-b max-md:border-line max-md:py-3"
          >
            <td role="cell" className={cn(cell, 'pl-3')}>
              <Link
                to="/users/groups/$groupId"
                params={{ groupId: group.group_id }}
                className="font-medium text-ink wrap-anywhere"
              >
                <bdi>{group.name}</bdi>
              </Link>
              <bdi className="block text-muted wrap-anywhere">{group.description}</bdi>
            </td>
            <td role="cell" className={cn(cell, 'tabular-nums')}>
              {formatCount(group.member_count)}
              <span className="md:hidden">
                {' '}
                {t('{n, plural, one {user} other {users}}', { n: group.member_count })}
              </span>
            </td>
            <td role="cell" className={cn(cell, 'text-muted')}>
              {group.source === 'manual' ? t('Added by hand') : t('Email domain')}
            </td>
            <td role="cell" className={cn(cell, 'wrap-anywhere')}>
              <Names names={[...group.databases, ...group.business_areas].map(({ name }) => name)} />
            </td>
            <td role="cell" className={cn(cell, 'font-mono text-(length:--text-dense) wrap-anywhere')}>
              <Names names={Object.entries(group.attributes).map(([key, value]) => `${key} = ${value}`)} />
            </td>
            <td role="cell" className={cn(cell, 'tabular-nums max-md:hidden')}>
              {group.daily_query_limit === null ? none : formatCount(group.daily_query_limit)}
            </td>
            <td role="cell" className={cell}>
              <Conflicts count={group.conflict_count} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const namesAtMost = 3

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return <span className="text-faint">{t('None')}</span>
  return (
    <>
      <bdi>{names.slice(0, namesAtMost).join(', ')}</bdi>
      {names.length > namesAtMost && (
        <span className="text-muted"> {t('and {n, number} more', { n: names.length - namesAtMost })}</span>
      )}
    </>
  )
}

function Conflicts({ count }: { count: number }) {
  const { t } = useTranslation()
  return (
    <Badge tone={count > 0 ? 'warning' : 'success'}>
      <Icon of={count > 0 ? TriangleAlert : Check} small />
      {count > 0 ? t('{n, plural, one {# conflict} other {# conflicts}}', { n: count }) : t('OK')}
    </Badge>
  )
}
