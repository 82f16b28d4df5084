import type { UserPossessions } from '@parlance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery, type Account } from '../../../api/users.ts'
import { deleteUser, possessionsQuery } from '../../../api/user-directory.ts'
import { PeoplePicker } from '../../../components/people-picker.tsx'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

interface DeleteDialogProps {
  /** Null for a closed dialog. */
  userId: string | null
  onClose: () => void
  onDeleted: (email: string) => void
}

/** Shows what a user owns, asks who gets it, and deletes the user. */
export function DeleteDialog({ userId, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal open={userId !== null} onClose={onClose} title={t('Delete user')} width={560}>
      {userId !== null && <Owned userId={userId} onClose={onClose} onDeleted={onDeleted} />}
    </Modal>
  )
}

function Owned({ userId, ...rest }: Omit<DeleteDialogProps, 'userId'> & { userId: string }) {
  const { t } = useTranslation()
  const user = useQuery(userQuery(userId))
  const owned = useQuery(possessionsQuery(userId))
  const error = user.error ?? owned.error
  if (error !== null) return <Note tone="danger">{describeError(error, t('Could not read what this user owns.'))}</Note>
  if (user.data === undefined || owned.data === undefined) return <p className="text-muted">{t('Loading users...')}</p>
  return <DeleteForm user={user.data} owned={owned.data} {...rest} />
}

interface DeleteFormProps extends Omit<DeleteDialogProps, 'userId'> {
  user: Account
  owned: UserPossessions
}

function DeleteForm({ user, owned, onClose, onDeleted }: DeleteFormProps) {
  const { t } = useTranslation()
  const [heir, setHeir] = useState<{ text: string; id: string | null }>({ text: '', id: null })
  const remove = useMutation({
    mutationFn: () => deleteUser(user.user_id, needsHeir ? heir.id : null),
    onSuccess: () => onDeleted(user.email),
  })
  const databases = owned.databases.length + owned.private_databases
  const needsHeir = owned.areas.length + databases > 0
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!remove.isPending) remove.mutate()
      }}
    >
      <p>
        {t('Delete {email}? They are signed out at once and cannot sign in again. This cannot be undone.', {
          email: user.email,
        })}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {owned.conversations === 0
            ? t('They have no conversations.')
            : t('{n, plural, one {# conversation is} other {# conversations are}} deleted.', {
                n: owned.conversations,
              })}
        </li>
        {owned.areas.length > 0 && (
          <li>
            {t('{n, plural, one {# business area gets} other {# business areas get}} a new owner:', {
              n: owned.areas.length,
            })}{' '}
            <Names names={owned.areas.map(({ area_name: name }) => name)} />
          </li>
        )}
        {databases > 0 && (
          <li>
            {t('{n, plural, one {# database gets} other {# databases get}} a new owner.', { n: databases })}{' '}
            <Names names={owned.databases.map(({ name }) => name)} />
          </li>
        )}
        {owned.evaluation_sets > 0 && (
          <li>
            {t('{n, plural, one {# question set stays} other {# question sets stay}} with the business areas.', {
              n: owned.evaluation_sets,
            })}
          </li>
        )}
        <li>{t('The audit log keeps the email address.')}</li>
      </ul>
      {needsHeir && (
        <FieldFrame
          label={t('New owner')}
          hint={
            owned.private_databases > 0
              ? t('The new owner can also use {n, plural, one {# private database} other {# private databases}}.', {
                  n: owned.private_databases,
                })
              : undefined
          }
        >
          {(control) => (
            <PeoplePicker
              {...control}
              value={heir.text}
              isLeftOut={(person) => person.user_id === user.user_id}
              onChange={(text, person) => setHeir({ text, id: person?.user_id ?? null })}
            />
          )}
        </FieldFrame>
      )}
      {remove.isError && (
        <Note tone="danger">{describeError(remove.error, t('Could not delete the user. Try again.'))}</Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="danger" disabled={(needsHeir && heir.id === null) || remove.isPending}>
          {remove.isPending ? t('Deleting...') : t('Delete user')}
        </Button>
      </ModalFoot>
    </form>
  )
}

const namesAtMost = 12

function Names({ names }: { names: string[] }) {
  return (
    <span className="wrap-anywhere text-muted">
      <bdi>{names.slice(0, namesAtMost).join(', ')}</bdi>
      {names.length > namesAtMost && ' …'}
    </span>
  )
}
