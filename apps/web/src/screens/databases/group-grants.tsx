import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeGrantedGroups, grantedGroupsQuery } from '../../api/databases.ts'
import { AddGroup } from '../../components/group-picker.tsx'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** The groups with access to a restricted database. Only for administrators. */
export function GroupGrants({ configId }: { configId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const granted = useQuery(grantedGroupsQuery(configId))
  const change = useMutation({
    mutationFn: (groups: { add?: string[]; remove?: string[] }) => changeGrantedGroups(configId, groups),
    onSuccess: (answer) => queryClient.setQueryData(grantedGroupsQuery(configId).queryKey, answer),
  })
  const groups = granted.data?.groups ?? []
  const error = granted.error ?? change.error
  return (
    <section className="mt-3 grid gap-2" aria-label={t('Groups with access')}>
      <AddGroup
        isLeftOut={({ group_id: id }) => groups.some(({ group_id: known }) => known === id)}
        isWorking={change.isPending}
        onPick={({ group_id: id }) => change.mutate({ add: [id] })}
      />
      {error !== null && <Note tone="danger">{describeError(error, t('Could not change the access of groups.'))}</Note>}
      <ul className="grid">
        {groups.map(({ group_id: id, name, member_count: count }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-t border-line py-1.5">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{name}</bdi>
              <span className="text-meta block text-muted">
                {t('Group of {n, plural, one {# user} other {# users}}', { n: count })}
              </span>
            </span>
            <Button
              size="small"
              kind="quiet"
              disabled={change.isPending}
              aria-label={t('Revoke the access of the group {name}', { name })}
              onClick={() => change.mutate({ remove: [id] })}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
