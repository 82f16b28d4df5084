import type { Area, User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaAccessQuery } from '../../../api/areas.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { AccessEntry, AreaForm } from '../form/area-form.ts'
import { Section } from '../form/section.tsx'
import { GroupEntries } from './group-entries.tsx'
import { UserSelectDialog } from './user-select-dialog.tsx'

interface AccessSectionProps {
  /** Null for a new area. */
  area: Area | null
  me: User
  access: AreaForm['access']
  onChange: (access: AreaForm['access']) => void
}

/** The users and groups with access to a restricted area, and those that get or lose it when the area is saved. */
export function AccessSection({ area, me, access, onChange }: AccessSectionProps) {
  const { t } = useTranslation()
  const { add, remove } = access
  const { ask } = useQuestions()
  const stored = useQuery({ ...areaAccessQuery(area?.area_id ?? ''), enabled: area !== null })
  const [isChoosing, setChoosing] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the documents require this failure to be logged, not shown
    if (stored.error !== null) console.warn('The access list could not be loaded.', stored.error)
  }, [stored.error])
  const kept = stored.data?.access_list ?? []
  const isEmpty = (area === null || stored.data !== undefined) && kept.length + add.length === 0
  const owner = area === null ? me.user_id : area.user_id
  const known = new Set([owner, ...kept.map((entry) => entry.user_id), ...add.map((entry) => entry.user_id)])
  const revoke = async (userId: string) => {
    const text = t('Are you sure you want to revoke access for this user?')
    if (await ask({ text, confirm: t('Revoke access'), danger: true }))
      onChange({ ...access, remove: [...remove, userId] })
  }
  return (
    <Section
      id="access"
      title={t('Access')}
      note={t('The owner and administrators always have access')}
      action={
        <Button size="small" onClick={() => setChoosing(true)}>
          <Icon of={Plus} small />
          {t('Grant Access')}
        </Button>
      }
    >
      {area !== null && stored.isPending && (
        <p className="text-meta text-muted">{t('Loading access information...')}</p>
      )}
      {isEmpty && <p className="text-meta text-muted">{t('No users have been granted access yet.')}</p>}
      {kept.length + add.length > 0 && (
        <ul aria-label={t('Users with access')}>
          {kept.map((entry) =>
            remove.includes(entry.user_id) ? (
              <Entry
                key={entry.user_id}
                entry={entry}
                note={t('Loses access when you save')}
                icon={Undo2}
                label={t('Keep access for {name}', { name: nameOf(entry) })}
                onClick={() => onChange({ ...access, remove: remove.filter((id) => id !== entry.user_id) })}
              />
            ) : (
              <Entry
                key={entry.user_id}
                entry={entry}
                note={null}
                icon={X}
                label={t('Revoke access for {name}', { name: nameOf(entry) })}
                onClick={() => void revoke(entry.user_id)}
              />
            ),
          )}
          {add.map((entry) => (
            <Entry
              key={entry.user_id}
              entry={entry}
              note={t('Gets access when you save')}
              icon={X}
              label={t('Do not grant access to {name}', { name: nameOf(entry) })}
              onClick={() => onChange({ ...access, add: add.filter((one) => one !== entry) })}
            />
          ))}
        </ul>
      )}
      <GroupEntries stored={stored.data} isAdmin={me.role === 'ADMIN'} access={access} onChange={onChange} />
      {isChoosing && (
        <UserSelectDialog
          several
          title={t('Grant Access to User')}
          confirm={t('Grant Access')}
          isLeftOut={(user) => known.has(user.user_id)}
          onChoose={async (users) => {
            const entries = users.map(({ user_id, username, email }) => ({ user_id, user_name: username, email }))
            onChange({ ...access, add: [...add, ...entries] })
            return true
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Section>
  )
}

interface EntryProps {
  entry: AccessEntry
  /** What saving changes for this user. */
  note: string | null
  icon: typeof X
  label: string
  onClick: () => void
}

function Entry({ entry, note, icon, label, onClick }: EntryProps) {
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-2 border-b border-line last:border-0 max-md:grid-cols-[minmax(0,1fr)_auto]">
      <bdi className="truncate min-w-0">
        {entry.user_name}
        {note !== null && <span className="text-meta block text-info">{note}</span>}
      </bdi>
      <bdi className="min-w-0 truncate text-muted max-md:col-start-1 max-md:row-start-2">{entry.email}</bdi>
      <Button kind="quiet" size="small" square aria-label={label} onClick={onClick}>
        <Icon of={icon} />
      </Button>
    </li>
  )
}

function nameOf({ user_name: name, email }: AccessEntry): string {
  return name || email
}
