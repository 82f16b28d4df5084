import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { activate, resendActivation } from '../../api/auth.ts'
import { FailureNote } from '../../components/failure-note.tsx'
import { Outcome } from '../../components/outcome.tsx'
import { useLoginRedirect } from '../../components/use-login-redirect.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { AuthForm } from '../../components/auth-frame.tsx'

const codeMaxLength = 64

interface ActivationFormProps {
  email: string
  message: string
  /** Filled in if the registration response contained one. */
  code: string
  onBack: () => void
}

/** Asks for the emailed code, sends another one on request, and then opens the sign-in page. */
export function ActivationForm({ email, message, code: givenCode, onBack }: ActivationFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState(givenCode)
  const field = useRef<HTMLInputElement>(null)
  const confirm = useMutation({ mutationFn: activate, onError: () => field.current?.select() })
  const resend = useMutation({ mutationFn: resendActivation })
  useLoginRedirect(confirm.isSuccess)
  useEffect(() => field.current?.focus(), [])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending || code.trim() === '') return
    resend.reset()
    confirm.mutate({ email, code: code.trim() })
  }
  const handleResend = () => {
    confirm.reset()
    resend.mutate(email)
  }

  if (confirm.isSuccess) {
    return (
      <Outcome>
        <Note tone="success">{t('Account activated successfully! Redirecting to login...')}</Note>
        {confirm.data.status === 'pending_approval' && confirm.data.message !== undefined && (
          <Note tone="info">{confirm.data.message}</Note>
        )}
      </Outcome>
    )
  }
  return (
    <>
      <Note tone="info">{message}</Note>
      {confirm.isError && (
        <FailureNote error={confirm.error} fallback={t('Could not activate the account. Try again.')} ownWords />
      )}
      {resend.isError && (
        <FailureNote error={resend.error} fallback={t('Could not send a new code. Try again.')} ownWords />
      )}
      {resend.isSuccess && <Note tone="success">{resend.data.message ?? t('New code sent.')}</Note>}
      <AuthForm onSubmit={handleSubmit}>
        <Field
          ref={field}
          label={t('Activation code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={codeMaxLength}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={code.trim() === '' || confirm.isPending}>
          {confirm.isPending ? t('Activating...') : t('Activate account')}
        </Button>
      </AuthForm>
      <div className="mt-3 flex justify-between gap-2">
        <Button kind="quiet" size="small" onClick={onBack}>
          {t('Back')}
        </Button>
        <Button kind="quiet" size="small" disabled={resend.isPending} onClick={handleResend}>
          {resend.isPending ? t('Sending...') : t('Send new code')}
        </Button>
      </div>
    </>
  )
}
