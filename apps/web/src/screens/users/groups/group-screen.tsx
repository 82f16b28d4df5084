import type { GroupDetail } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../../api/groups.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { UsersPage } from '../users-page.tsx'
import { DeleteGroupDialog } from './delete-group-dialog.tsx'
import { GroupAccess } from './group-access.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupMembers } from './group-members.tsx'

const route = getRouteApi('/administration/users/groups/$groupId')

/** One group: what it gives, whom, and where its values conflict with those of other groups. */
export function GroupScreen() {
  const { t } = useTranslation()
  const { groupId } = route.useParams()
  const navigate = route.useNavigate()
  const group = useQuery(groupQuery(groupId))
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  useDocumentTitle(group.data?.name ?? t('Groups'))
  return (
    <UsersPage>
      <p className="mb-3">
        <Link to="/users/groups">{t('All groups')}</Link>
      </p>
      {group.isPending && <p className="text-muted">{t('Loading groups...')}</p>}
      {group.isError && <Note tone="danger">{describeError(group.error, t('Could not load the group.'))}</Note>}
      {group.data !== undefined && (
        <div className="grid gap-6">
          <GroupSummary group={group.data} onEdit={() => setOpen('edit')} onDelete={() => setOpen('delete')} />
          <ConflictNote group={group.data} />
          <GroupAccess group={group.data} />
          <GroupMembers group={group.data} />
          <GroupDialog
            open={open === 'edit'}
            group={group.data}
            onClose={() => setOpen(null)}
            onSaved={() => setOpen(null)}
          />
          <DeleteGroupDialog
            group={open === 'delete' ? group.data : null}
            onClose={() => setOpen(null)}
            onDeleted={() => void navigate({ to: '/users/groups' })}
          />
        </div>
      )}
    </UsersPage>
  )
}

interface GroupSummaryProps {
  group: GroupDetail
  onEdit: () => void
  onDelete: () => void
}

function GroupSummary({ group, onEdit, onDelete }: GroupSummaryProps) {
  const { t } = useTranslation()
  const limit = (value: number | null) => (value === null ? t('None') : formatCount(value))
  const attributes = Object.entries(group.attributes).map(([key, value]) => `${key} = ${value}`)
  const facts = [
    [
      t('Filled by'),
      group.source === 'manual' ? t('Added by hand') : `${t('Email domain')}: ${group.domains.join(', ')}`,
    ],
    [t('Daily limit'), limit(group.daily_query_limit)],
    [t('Monthly limit'), limit(group.monthly_query_limit)],
    [t('Attributes'), attributes.length === 0 ? t('None') : attributes.join(', ')],
  ] as const
  return (
    <section aria-label={t('Group')} className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">
            <bdi>{group.name}</bdi>
          </h2>
          <p className="text-muted wrap-anywhere">
            <bdi>{group.description}</bdi>
          </p>
        </div>
        <Button onClick={onEdit}>{t('Edit group')}</Button>
        <Button kind="danger" onClick={onDelete}>
          {t('Delete group')}
        </Button>
      </div>
      <dl className="grid grid-cols-4 gap-3 max-md:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-meta text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function ConflictNote({ group }: { group: GroupDetail }) {
  const { t } = useTranslation()
  if (group.conflicts.length === 0) return null
  return (
    <Note tone="warning">
      <p>
        {t(
          'Other groups give some members different values. These members have no value, and rules that need it show no rows.',
        )}
      </p>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {group.conflicts.map(({ key, values, users, user_count: count }) => (
          <li key={key} className="wrap-anywhere">
            <span className="font-mono text-(length:--text-dense)">{key}</span>:{' '}
            {values.map(({ group_name: name, value }) => t('{name} says {value}', { name, value })).join(', ')} (
            {users.map(({ email }) => email).join(', ')}
            {count > users.length && ` ${t('and {n, number} more', { n: count - users.length })}`})
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {t('Set the users’ own values, change the value of a group, or remove the users from a group.')}
      </p>
    </Note>
  )
}
