import type { Group } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeGroupMembers, groupMembersQuery, groupPageSize, groupsKey } from '../../../api/groups.ts'
import { PeoplePicker } from '../../../components/people-picker.tsx'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ConflictLines } from '../conflict-lines.tsx'
import { PageButtons } from '../table/page-buttons.tsx'
import { useTypedSearch } from '../table/use-typed-search.ts'

/** The members of a group, a page at a time. Those of a group that is filled by hand can be added and removed. */
export function GroupMembers({ group }: { group: Group }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isManual = group.source === 'manual'
  const [place, setPlace] = useState<{ search?: string | undefined; page: number }>({ page: 1 })
  const [typed, setTyped] = useTypedSearch(place.search, (search) => setPlace({ search, page: 1 }))
  const members = useQuery(groupMembersQuery(group.group_id, { search: place.search ?? '', page: place.page }))
  const change = useMutation({
    mutationFn: (ids: { add?: string[]; remove?: string[] }) => changeGroupMembers(group.group_id, ids),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: groupsKey }),
  })
  return (
    <section aria-label={t('Members')} className="grid gap-3">
      <h3 className="font-semibold">{t('Members')}</h3>
      {isManual && <AddMember isWorking={change.isPending} onAdd={(id) => change.mutate({ add: [id] })} />}
      {change.isError && (
        <Note tone="danger">{describeError(change.error, t('Could not change the members. Try again.'))}</Note>
      )}
      {members.isError && <Note tone="danger">{describeError(members.error, t('Could not load the members.'))}</Note>}
      <SearchField label={t('Search members')} placeholder={t('Search members')} value={typed} onChange={setTyped} />
      {members.data?.total === 0 && <p className="text-muted">{t('No members.')}</p>}
      <ul className="grid" aria-label={t('Members')}>
        {members.data?.members.map(({ user_id: id, username, email, is_active: isActive, conflicts, ...from }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{username || email}</bdi>
              <span className="text-meta block text-muted wrap-anywhere">
                <bdi>{email}</bdi>
                {!isActive && ` · ${t('Not active')}`}
                {from.provider !== null && ` · ${t('From {provider}', { provider: from.provider })}`}
              </span>
              <ConflictLines conflicts={conflicts} />
            </span>
            {isManual && from.is_by_hand && (
              <Button
                size="small"
                kind="quiet"
                disabled={change.isPending}
                aria-label={t('Remove {user} from the group', { user: username || email })}
                onClick={() => change.mutate({ remove: [id] })}
              >
                {t('Remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {members.data !== undefined && members.data.total > groupPageSize && (
        <PageButtons
          page={place.page}
          size={groupPageSize}
          matching={members.data.total}
          onPage={(page) => setPlace({ ...place, page })}
        />
      )}
    </section>
  )
}

function AddMember({ isWorking, onAdd }: { isWorking: boolean; onAdd: (userId: string) => void }) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<{ text: string; id: string | null }>({ text: '', id: null })
  return (
    <form
      className="flex max-w-120 items-end gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (picked.id === null || isWorking) return
        onAdd(picked.id)
        setPicked({ text: '', id: null })
      }}
    >
      <FieldFrame className="min-w-0 flex-1" label={t('Add a user')}>
        {(control) => (
          <PeoplePicker
            {...control}
            value={picked.text}
            onChange={(text, person) => setPicked({ text, id: person?.user_id ?? null })}
          />
        )}
      </FieldFrame>
      <Button type="submit" disabled={picked.id === null || isWorking}>
        {t('Add')}
      </Button>
    </form>
  )
}
