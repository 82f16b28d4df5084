import { message, queryLimitMaximum, type Message, type Role, type UserBulkAction } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PeoplePicker } from '../../../components/people-picker.tsx'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'
import type { BulkKind } from '../bulk-kinds.ts'
import { GroupField, noGroup } from './group-field.tsx'
import { RoleField } from './role-field.tsx'

interface BulkDialogProps {
  /** Null for a closed dialog. */
  kind: BulkKind | null
  count: number
  onClose: () => void
  onConfirm: (action: UserBulkAction) => void
}

/** Says what a change of several users will do, and asks for what it needs. */
export function BulkDialog({ kind, count, onClose, onConfirm }: BulkDialogProps) {
  const { t } = useTranslation()
  const titles: Record<BulkKind, string> = {
    'add-to-group': t('Add to group'),
    'set-daily-limit': t('Set daily limit'),
    'change-role': t('Change role'),
    activate: t('Activate users'),
    deactivate: t('Deactivate users'),
    approve: t('Approve users'),
    decline: t('Reject registrations'),
    delete: t('Delete users'),
  }
  return (
    <Modal open={kind !== null} onClose={onClose} title={kind === null ? '' : titles[kind]} width={480}>
      {kind !== null && (
        <BulkForm kind={kind} count={count} confirm={titles[kind]} onClose={onClose} onConfirm={onConfirm} />
      )}
    </Modal>
  )
}

interface BulkFormProps extends BulkDialogProps {
  kind: BulkKind
  confirm: string
}

function BulkForm({ kind, count, confirm, onClose, onConfirm }: BulkFormProps) {
  const { t } = useTranslation()
  const form = useBulkForm(kind)
  const isDangerous = kind === 'delete' || kind === 'decline' || kind === 'deactivate'
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.isWrong) onConfirm(form.action)
      }}
    >
      <p>{translate(t, effects[kind](count))}</p>
      {kind !== 'set-daily-limit' && kind !== 'add-to-group' && (
        <p className="text-muted">
          {t('You and the last administrator are skipped. Afterwards you see who was skipped, and why.')}
        </p>
      )}
      {kind === 'add-to-group' && <GroupField typed={form.group} onChange={form.setGroup} />}
      {kind === 'set-daily-limit' && <LimitField form={form} />}
      {(kind === 'change-role' || kind === 'approve') && <RoleField role={form.role} onChange={form.setRole} />}
      {kind === 'delete' && <HeirField form={form} />}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} disabled={form.isWrong}>
          {confirm}
        </Button>
      </ModalFoot>
    </form>
  )
}

type BulkFormState = ReturnType<typeof useBulkForm>

/** What the form of an action asks for. */
function useBulkForm(kind: BulkKind) {
  const [limit, setLimit] = useState('')
  const [group, setGroup] = useState(noGroup)
  const [role, setRole] = useState<Role>('GENERAL')
  const [heir, setHeir] = useState<{ text: string; id: string | null }>({ text: '', id: null })
  const amount = limit.trim() === '' ? null : Number(limit)
  const isLimitWrong = amount !== null && !(Number.isInteger(amount) && amount >= 0 && amount <= queryLimitMaximum)
  const isHeirWrong = heir.text.trim() !== '' && heir.id === null
  const actions: Record<BulkKind, UserBulkAction> = {
    'add-to-group': { kind: 'add-to-group', group_id: group.group?.group_id ?? '' },
    'set-daily-limit': { kind: 'set-daily-limit', daily_query_limit: amount },
    'change-role': { kind: 'change-role', role },
    activate: { kind: 'activate' },
    deactivate: { kind: 'deactivate' },
    approve: { kind: 'approve', role },
    decline: { kind: 'decline' },
    delete: { kind: 'delete', ...(heir.id !== null && { heir_id: heir.id }) },
  }
  return {
    limit,
    setLimit,
    role,
    setRole,
    heir,
    setHeir,
    isLimitWrong,
    isHeirWrong,
    group,
    setGroup,
    isWrong: isLimitWrong || isHeirWrong || (kind === 'add-to-group' && group.group === null),
    action: actions[kind],
  }
}

/** What an action does to this many users. */
const effects: Record<BulkKind, (n: number) => Message> = {
  'add-to-group': (n) =>
    message(
      '{n, plural, one {# user joins} other {# users join}} the group and get its access, limits, and attributes.',
      {
        n,
      },
    ),
  'set-daily-limit': (n) => message('{n, plural, one {# user gets} other {# users get}} this limit.', { n }),
  'change-role': (n) =>
    message(
      '{n, plural, one {# user gets} other {# users get}} this role. If their role changes, they are signed out and their running questions stop.',
      { n },
    ),
  activate: (n) =>
    message('{n, plural, one {# user} other {# users}} can sign in again, as far as your license allows.', { n }),
  deactivate: (n) =>
    message(
      '{n, plural, one {# user is} other {# users are}} signed out, their running questions stop, and they cannot sign in. Their conversations and areas stay.',
      { n },
    ),
  approve: (n) =>
    message('{n, plural, one {# user} other {# users}} can sign in if they wait for approval. They get an email.', {
      n,
    }),
  decline: (n) =>
    message(
      'The registrations of {n, plural, one {# user} other {# users}} are deleted if they wait for approval. This cannot be undone.',
      { n },
    ),
  delete: (n) =>
    message(
      '{n, plural, one {# user is} other {# users are}} deleted with their conversations and signed out at once. This cannot be undone. The audit log keeps their email addresses.',
      { n },
    ),
}

function LimitField({ form: { limit, setLimit, isLimitWrong } }: { form: BulkFormState }) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      label={t('Daily query limit')}
      hint={t('Leave blank for unlimited daily queries.')}
      error={isLimitWrong ? t('Daily limit must be zero or higher.') : undefined}
      announcesError
    >
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder={t('Unlimited')}
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
        />
      )}
    </FieldFrame>
  )
}

function HeirField({ form: { heir, setHeir, isHeirWrong } }: { form: BulkFormState }) {
  const { t } = useTranslation()
  return (
    <FieldFrame
      label={t('New owner of their business areas and databases')}
      hint={t('Users who own something are skipped if you choose no one.')}
      error={isHeirWrong ? t('Choose a user from the list.') : undefined}
      optional
    >
      {(control) => (
        <PeoplePicker
          {...control}
          value={heir.text}
          onChange={(text, person) => setHeir({ text, id: person?.user_id ?? null })}
        />
      )}
    </FieldFrame>
  )
}
