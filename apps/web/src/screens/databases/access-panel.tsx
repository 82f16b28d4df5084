import type { AccessGrant } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/auth.ts'
import { accessQuery, grantAccess, revokeAccess, type Database } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Note } from '../../ui/note.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { PeoplePicker } from '../../components/people-picker.tsx'
import type { MessageLine } from '../../components/use-message.ts'
import { GroupGrants } from './group-grants.tsx'
import { panelClass } from './panel-class.ts'

/** The users and groups with access to a restricted database; the list loads when the panel is first opened. */
export function AccessPanel({ id, database, messages }: { id: string; database: Database; messages: MessageLine }) {
  const { t } = useTranslation()
  const access = useQuery(accessQuery(database.id))
  const isAdmin = useQuery(meQuery).data?.role === 'ADMIN'
  return (
    <section className={panelClass} id={id} aria-label={t('Access to {name}', { name: database.name })}>
      <GrantForm database={database} messages={messages} />
      {access.isPending && <p className="text-meta text-faint">{t('Loading access information...')}</p>}
      {access.isError && (
        <Note tone="danger">
          <p>{describeError(access.error, t('Failed to load access list'))}</p>
          <Button size="small" className="mt-2" onClick={() => void access.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {access.data?.length === 0 && (
        <p className="text-meta text-faint">{t('No users have been granted access yet.')}</p>
      )}
      {access.data !== undefined && access.data.length > 0 && (
        <ul>
          {access.data.map((grant) => (
            <GrantRow key={grant.user_id} grant={grant} database={database} messages={messages} />
          ))}
        </ul>
      )}
      {isAdmin && <GroupGrants configId={database.id} />}
    </section>
  )
}

function GrantForm({ database, messages }: { database: Database; messages: MessageLine }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isGranting, setGranting] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const handleSubmit = async () => {
    if (isGranting) return
    setIsMissing(email.trim() === '')
    if (email.trim() === '') return input.current?.focus()
    setGranting(true)
    try {
      const granted = await grantAccess(database.id, email.trim())
      messages.success(t('Access granted to {email}', { email: granted.user_email }))
      setEmail('')
      await queryClient.invalidateQueries({ queryKey: accessQuery(database.id).queryKey })
    } catch (error) {
      messages.failure(describeError(error, t('Failed to grant access')))
    } finally {
      setGranting(false)
      input.current?.focus()
    }
    return undefined
  }
  return (
    <form
      className="flex items-start gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit()
      }}
    >
      <FieldFrame
        className="min-w-0 flex-1"
        label={t('Email address')}
        error={isMissing ? t('Please enter a valid email address') : undefined}
      >
        {(control) => (
          <PeoplePicker
            {...control}
            inputRef={input}
            value={email}
            onChange={(text) => {
              setEmail(text)
              setIsMissing(false)
            }}
          />
        )}
      </FieldFrame>
      <Button type="submit" className="mt-6.5" disabled={isGranting}>
        {isGranting ? t('Granting...') : t('Grant access')}
      </Button>
    </form>
  )
}

function GrantRow({ grant, database, messages }: { grant: AccessGrant; database: Database; messages: MessageLine }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { ask } = useQuestions()
  const [isRevoking, setRevoking] = useState(false)
  const user = grant.user_name || grant.user_email

  const handleRevoke = async () => {
    if (
      isRevoking ||
      !(await ask({ text: t('Revoke access for {user}?', { user }), confirm: t('Revoke access'), danger: true }))
    )
      return
    setRevoking(true)
    try {
      await revokeAccess(database.id, grant.user_id)
      messages.success(t('Access revoked successfully'))
      await queryClient.invalidateQueries({ queryKey: accessQuery(database.id).queryKey })
    } catch (error) {
      messages.failure(describeError(error, t('Failed to revoke access')))
    } finally {
      setRevoking(false)
    }
  }
  return (
    <li className="flex min-h-10 items-center gap-2 border-b border-line last:border-0">
      <span className="min-w-0 flex-1">
        <bdi className="truncate min-w-0 block">{grant.user_email}</bdi>
        <span className="text-meta text-faint truncate min-w-0 block">
          <bdi>{grant.user_name}</bdi>
          {!grant.is_active && ` · ${t('Deactivated')}`}
        </span>
      </span>
      <Button
        size="small"
        kind="quiet"
        disabled={isRevoking}
        aria-label={t('Revoke access for {user}', { user })}
        onClick={() => void handleRevoke()}
      >
        {t('Revoke')}
      </Button>
    </li>
  )
}
