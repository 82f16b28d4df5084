import { message } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { refreshAttributes } from '../../../api/areas.ts'
import { meQuery } from '../../../api/auth.ts'
import { updateUser, userQuery, type Account } from '../../../api/users.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { changeOfValue, problemOfChange, setLabel, valueOf } from '../../../lib/user-values.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

interface SetAttributesProps {
  user: { user_id: string; email: string }
  /** The values that the user lacks; may repeat. */
  names: string[]
  /** Called after a value was saved. */
  onSet?: () => void
}

/** A button for each value that a user lacks; for users who may not set it, who can. */
export function SetAttributes({ user, names, onSet }: SetAttributesProps) {
  const { t } = useTranslation()
  const { data: me } = useQuery(meQuery)
  const [open, setOpen] = useState<string | null>(null)
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return null
  if (me?.role !== 'ADMIN') {
    return (
      <p className="text-meta text-muted">
        {t('{n, plural, one {An administrator can set this value.} other {An administrator can set these values.}}', {
          n: distinct.length,
        })}
      </p>
    )
  }
  const close = (isSaved: boolean) => {
    setOpen(null)
    if (isSaved) onSet?.()
  }
  return (
    <>
      {distinct.map((name) => (
        <Button key={name} size="small" onClick={() => setOpen(name)}>
          {translate(t, setLabel(name))}
        </Button>
      ))}
      <Modal
        open={open !== null}
        onClose={() => close(false)}
        title={open === null ? '' : translate(t, setLabel(open))}
        width={440}
      >
        {open !== null && <UserToSet key={open} userId={user.user_id} name={open} onClose={close} />}
      </Modal>
    </>
  )
}

interface DialogProps {
  name: string
  onClose: (isSaved: boolean) => void
}

function UserToSet({ userId, ...props }: DialogProps & { userId: string }) {
  const { t } = useTranslation()
  const account = useQuery(userQuery(userId))
  if (account.isPending) return <p className="text-muted">{t('Loading…')}</p>
  if (account.data === undefined)
    return <Note tone="danger">{describeError(account.error, t('Failed to load users'))}</Note>
  const reload = () => void account.refetch()
  return <ValueForm key={account.data.updated_at} account={account.data} onReload={reload} {...props} />
}

function ValueForm({ account, name, onReload, onClose }: DialogProps & { account: Account; onReload: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useZodForm(schemaOf(account, name), { value: valueOf(account, name) }, { mode: 'onSubmit' })
  const save = form.submit(async ({ value }) => {
    setFailure(null)
    try {
      await updateUser(account.user_id, changeOfValue(account, name, value))
    } catch (error) {
      return setFailure(error)
    }
    void refreshAttributes(queryClient)
    return onClose(true)
  })
  const isOutdated = failure instanceof ApiError && failure.code === 'conflict'
  const { isSubmitting } = form.formState
  const parameter = name.startsWith(':') ? name : `:user.${name}`
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        // Events pass through dialogs to the form of the area.
        event.stopPropagation()
        void save(event)
      }}
    >
      <p className="text-muted wrap-anywhere">
        <bdi>{account.email}</bdi>
      </p>
      <Field
        label={parameter}
        hint={t('Row rules compare data with this value, in all business areas.')}
        dir="auto"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the dialog to fill it in
        autoFocus
        {...form.field('value')}
      />
      {failure !== null && (
        <Note tone="danger">
          <p>{describeError(failure, t('Failed to update user'))}</p>
          {isOutdated && (
            <Button size="small" className="mt-2" onClick={onReload}>
              {t('Load the current version')}
            </Button>
          )}
        </Note>
      )}
      <ModalFoot>
        <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {isSubmitting ? t('Saving…') : t('Save')}
        </Button>
      </ModalFoot>
    </form>
  )
}

function schemaOf(account: Account, name: string) {
  return z.object({
    value: z.string().superRefine((value, context) => {
      const problem =
        value.trim() === '' ? message('Enter a value.').text : problemOfChange(changeOfValue(account, name, value))
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    }),
  })
}
