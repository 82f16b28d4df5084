import type { User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery, type Account } from '../../api/users.ts'
import { useLeaveQuestion } from '../../components/use-leave-question.ts'
import { ApiError, describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { HistoryLink } from '../../components/history-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ModalFoot } from '../../ui/modal-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { EditUserFields } from './edit-user-fields.tsx'
import { Usage } from './usage.tsx'
import { useEditUser } from './use-edit-user.ts'
import { roleName, StatusBadge } from './user-badges.tsx'

interface EditUserDialogProps {
  /** The user whose dialog is open; null for none. */
  userId: string | null
  me: User
  /** Receives whether the account was changed. */
  onClose: (updated: boolean) => void
}

/** One account with its role, state, limits and attributes. */
export function EditUserDialog({ userId, me, onClose }: EditUserDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={userId !== null}
      onClose={() => onClose(false)}
      title={t('Edit User')}
      width={720}
      bounds={{ maxWidth: '95vw', maxHeight: '90vh' }}
    >
      {userId !== null && <UserToEdit userId={userId} me={me} onClose={onClose} />}
    </Modal>
  )
}

function UserToEdit({ userId, me, onClose }: { userId: string; me: User; onClose: (updated: boolean) => void }) {
  const { t } = useTranslation()
  const user = useQuery(userQuery(userId))
  const [edition, setEdition] = useState(0)
  if (user.isPending) return <p className="text-muted">{t('Loading users...')}</p>
  if (user.data === undefined) {
    const isGone = user.error instanceof ApiError && user.error.status === 404
    return (
      <Note tone="danger">
        <p>{describeError(user.error, t('Failed to load users'))}</p>
        {!isGone && (
          <Button size="small" className="mt-2" onClick={() => void user.refetch()}>
            {t('Retry')}
          </Button>
        )}
      </Note>
    )
  }
  const reload = async () => {
    await user.refetch()
    setEdition(edition + 1)
  }
  return <EditUserForm key={edition} user={user.data} me={me} onReload={() => void reload()} onClose={onClose} />
}

interface EditUserFormProps {
  user: Account
  me: User
  onReload: () => void
  onClose: (updated: boolean) => void
}

function EditUserForm({ user, me, onReload, onClose }: EditUserFormProps) {
  const { t } = useTranslation()
  // Changes are compared with the account as loaded when the form opened.
  const [base] = useState(user)
  const { form, failure, isInvalid, isDirty, isSaving, save } = useEditUser(base, onClose)
  useLeaveQuestion(isDirty)
  return (
    <form className="grid gap-5" noValidate onSubmit={save}>
      <UserSummary user={base} />
      <HistoryLink id={base.user_id} />
      <Usage user={base} />
      <EditUserFields form={form} isSelf={base.user_id === me.user_id} />
      <AttributeFields form={form} user={base} />
      {failure !== null && (
        <Note tone="danger">
          <p>{failure.text}</p>
          {failure.isOutdated && (
            <Button size="small" className="mt-2" onClick={onReload}>
              {t('Load the current version')}
            </Button>
          )}
        </Note>
      )}
      <ModalFoot>
        <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={isInvalid || isSaving}>
          {isSaving ? t('Saving…') : t('Save Changes')}
        </Button>
      </ModalFoot>
    </form>
  )
}

function UserSummary({ user }: { user: Account }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-[15px] leading-5 font-semibold wrap-anywhere">
          <bdi>{user.name ?? t('Unknown')}</bdi>
        </h3>
        <p className="text-muted line-clamp-2 wrap-anywhere">
          <bdi dir="ltr">{user.email}</bdi>
        </p>
      </div>
      <StatusBadge user={user} />
      <Badge>{translate(t, roleName(user.role))}</Badge>
    </div>
  )
}
