import type { AccessChange, Group } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { changeGroupAccess, groupsKey } from '../../../api/groups.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'

interface Target {
  type: AccessChange['type']
  id: string
  name: string
}

/** The restricted databases and areas that the members of a group can use. */
export function GroupAccess({ group }: { group: Group }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (access: AccessChange) => changeGroupAccess(group.group_id, [access]),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: groupsKey }),
  })
  const granted: Target[] = [
    ...group.databases.map((each) => ({ type: 'database' as const, ...each })),
    ...group.business_areas.map((each) => ({ type: 'business_area' as const, ...each })),
  ]
  const kinds = { database: t('Database'), business_area: t('Business area') }
  return (
    <section aria-label={t('Access')} className="grid gap-3">
      <h3 className="font-semibold">{t('Access')}</h3>
      <GrantForm
        granted={granted}
        isWorking={change.isPending}
        onGrant={({ type, id }) => change.mutate({ type, id, has_access: true })}
      />
      {change.isError && (
        <Note tone="danger">{describeError(change.error, t('Could not change the access. Try again.'))}</Note>
      )}
      {granted.length === 0 && <p className="text-muted">{t('The group has no access yet.')}</p>}
      <ul className="grid" aria-label={t('Access')}>
        {granted.map(({ type, id, name }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-b border-line py-1.5">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{name}</bdi>
              <span className="text-meta block text-muted">{kinds[type]}</span>
            </span>
            <Button
              size="small"
              kind="quiet"
              disabled={change.isPending}
              aria-label={t('Revoke access to {name}', { name })}
              onClick={() => change.mutate({ type, id, has_access: false })}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface GrantFormProps {
  granted: Target[]
  isWorking: boolean
  onGrant: (target: Target) => void
}

function GrantForm({ granted, isWorking, onGrant }: GrantFormProps) {
  const { t } = useTranslation()
  const databases = useQuery(configurationsQuery)
  const areas = useQuery(allAreasQuery)
  const [chosen, setChosen] = useState('')
  const isOpen = ({ id }: Target) => !granted.some((each) => each.id === id)
  const restrictedDatabases = (databases.data ?? [])
    .filter(({ visibility }) => visibility === 'restricted')
    .map(({ id, name }): Target => ({ type: 'database', id, name }))
    .filter(isOpen)
  const restrictedAreas = (areas.data ?? [])
    .filter(({ visibility }) => visibility === 'restricted')
    .map((area): Target => ({ type: 'business_area', id: area.area_id, name: area.area_name }))
    .filter(isOpen)
  const target = [...restrictedDatabases, ...restrictedAreas].find(({ id }) => id === chosen)
  const options = (targets: Target[]) =>
    targets.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
  return (
    <form
      className="flex max-w-120 items-end gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (target === undefined || isWorking) return
        onGrant(target)
        setChosen('')
      }}
    >
      <FieldFrame
        className="min-w-0 flex-1"
        label={t('Database or business area')}
        hint={t('Only restricted ones are listed. Everyone can use public ones.')}
      >
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{t('Choose…')}</option>
            <optgroup label={t('Databases')}>{options(restrictedDatabases)}</optgroup>
            <optgroup label={t('Business areas')}>{options(restrictedAreas)}</optgroup>
          </Select>
        )}
      </FieldFrame>
      <Button type="submit" className="mb-6" disabled={target === undefined || isWorking}>
        {t('Grant access')}
      </Button>
    </form>
  )
}
