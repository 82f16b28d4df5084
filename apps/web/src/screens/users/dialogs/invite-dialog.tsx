import { invitationMaximum, unlimited, type InviteUsersRequest, type Role } from '@parlance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasQuery } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { inviteUsers, invitationRoomQuery } from '../../../api/user-directory.ts'
import type { InviteUsersResponse } from '@parlance/contract'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Fields } from '../../../ui/fields.tsx'
import { labelClass, OptionalMark } from '../../../ui/label.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { GroupField, isUnknownGroup, noGroup } from './group-field.tsx'
import { RoleField } from './role-field.tsx'
import { EmailChips, splitAddresses, validAddresses } from './email-chips.tsx'

type Access = NonNullable<InviteUsersRequest['access']>

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  onInvited: (answer: InviteUsersResponse) => void
}

/** Invites people by email, with a role and access from the start. */
export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('Invite users')} width={560}>
      {open && <InviteForm onClose={onClose} onInvited={onInvited} />}
    </Modal>
  )
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'open'>) {
  const { t } = useTranslation()
  const room = useQuery(invitationRoomQuery).data
  const [addresses, setAddresses] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Role>('GENERAL')
  const [access, setAccess] = useState<Access>([])
  const [group, setGroup] = useState(noGroup)
  const invite = useMutation({ mutationFn: inviteUsers, onSuccess: onInvited })
  const all = [...addresses, ...splitAddresses(typed).filter((address) => !addresses.includes(address))]
  const valid = validAddresses(all)
  const isWrong = valid.length < all.length || isUnknownGroup(group)
  const isFull = room !== undefined && room.max !== unlimited && room.used + valid.length > room.max
  const isTooMany = valid.length > invitationMaximum
  useLeaveQuestion(all.length > 0 && !invite.isSuccess)
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (valid.length > 0 && !isWrong && !isFull && !invite.isPending)
          invite.mutate({ emails: valid, role, access, group_ids: group.group === null ? [] : [group.group.group_id] })
      }}
    >
      <p className="text-muted">
        {room?.is_mailed === false
          ? t('There is no mail server. You get a link for each person to copy. It expires in 7 days.')
          : t('Each person gets an email with a link that expires in 7 days.')}
      </p>
      <EmailChips addresses={addresses} onChange={setAddresses} typed={typed} onType={setTyped} />
      <Fields>
        <RoleField className="md:col-span-3" role={role} onChange={setRole} />
        <GroupField className="md:col-span-3" typed={group} onChange={setGroup} optional />
      </Fields>
      {role === 'GENERAL' && <AccessChoice access={access} onChange={setAccess} />}
      {isFull && (
        <Note tone="warning">
          {t('Your edition allows {max, plural, one {# user} other {# users}}. Invite fewer people or delete a user.', {
            max: room.max,
          })}
        </Note>
      )}
      {isTooMany && (
        <Note tone="warning">{t('Invite at most {n, number} people at a time.', { n: invitationMaximum })}</Note>
      )}
      {invite.isError && (
        <Note tone="danger">{describeError(invite.error, t('Could not send the invitations. Try again.'))}</Note>
      )}
      <ModalFoot>
        <span className="text-meta mr-auto self-center text-faint tabular-nums">
          {room !== undefined &&
            (room.max === unlimited
              ? t('{used, plural, one {# user} other {# users}} after this', { used: room.used + valid.length })
              : t('{used, number} of {max, plural, one {# user} other {# users}} after this', {
                  used: room.used + valid.length,
                  max: room.max,
                }))}
        </span>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={valid.length === 0 || isWrong || isFull || isTooMany || invite.isPending}
        >
          {invite.isPending
            ? t('Sending...')
            : t('{n, plural, =0 {Send invitations} one {Send # invitation} other {Send # invitations}}', {
                n: valid.length,
              })}
        </Button>
      </ModalFoot>
    </form>
  )
}

/** Restricted areas and databases. Everyone may use the public ones anyway. */
function AccessChoice({ access, onChange }: { access: Access; onChange: (access: Access) => void }) {
  const { t } = useTranslation()
  const areas = (useQuery(areasQuery(null)).data ?? []).filter(({ visibility }) => visibility === 'restricted')
  const databases = (useQuery(configurationsQuery).data ?? []).filter(({ visibility }) => visibility === 'restricted')
  const items = [
    ...areas.map(({ area_id: id, area_name: name }) => ({ type: 'business_area' as const, id, name })),
    ...databases.map(({ id, name }) => ({ type: 'database' as const, id, name })),
  ]
  if (items.length === 0) return null
  const isChosen = (id: string) => access.some((one) => one.id === id)
  return (
    <fieldset className="grid max-h-[200px] gap-1 overflow-auto">
      <legend className={labelClass}>
        {t('Access')}
        <OptionalMark />
      </legend>
      {items.map(({ type, id, name }) => (
        <Checkbox
          key={id}
          checked={isChosen(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...access, { type, id }] : access.filter((one) => one.id !== id))
          }
        >
          <bdi className="truncate">{name}</bdi>
          <span className="text-meta text-faint">{type === 'database' ? t('database') : t('business area')}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
