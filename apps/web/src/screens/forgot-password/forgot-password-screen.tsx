import { forgotPasswordRequestSchema } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { forgotPassword } from '../../api/auth.ts'
import { AuthFrame, AuthAlternative, AuthForm } from '../../components/auth-frame.tsx'
import { FailureNote } from '../../components/failure-note.tsx'
import { Outcome } from '../../components/outcome.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { settled, useZodForm } from '../../lib/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

/** Requests a link to set a new password. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Forgot password'))
  const send = useMutation({ mutationFn: forgotPassword })
  const form = useZodForm(forgotPasswordRequestSchema, { email: '' })
  const handleSubmit = form.submit(({ email }) => settled(send.mutateAsync(email)))

  return (
    <AuthFrame title={t('Forgot password')} intro={t('We will email you a link to set a new password.')}>
      {send.isError && (
        <FailureNote error={send.error} fallback={t('Unable to process request. Please try again later.')} />
      )}
      {send.isSuccess ? (
        <Outcome>
          <Note tone="success">{send.data.message ?? t('If the email exists, a reset link has been sent.')}</Note>
          <Button className="mt-4 h-10 w-full" onClick={() => send.reset()}>
            {t('Send another link')}
          </Button>
        </Outcome>
      ) : (
        <AuthForm onSubmit={handleSubmit} noValidate>
          <Field
            label={t('Email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('email')}
          />
          <Button type="submit" kind="primary" disabled={send.isPending}>
            {send.isPending ? t('Sending...') : t('Send reset link')}
          </Button>
        </AuthForm>
      )}
      <AuthAlternative>
        <Link to="/login">{t('Back to sign in')}</Link>
      </AuthAlternative>
    </AuthFrame>
  )
}
