import { message, resetPasswordRequestSchema } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { resetPassword } from '../../api/auth.ts'
import { FailureNote } from '../../components/failure-note.tsx'
import { Outcome } from '../../components/outcome.tsx'
import { useLoginRedirect } from '../../components/use-login-redirect.ts'
import { ApiError } from '../../lib/api-error.ts'
import { settled, useZodForm } from '../../lib/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthAlternative, AuthForm } from '../../components/auth-frame.tsx'

const formSchema = z
  .object({
    newPassword: resetPasswordRequestSchema.shape.new_password,
    confirmPassword: z.string().min(1, message('Confirm your password.').text),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: message('Passwords do not match').text,
  })

/** The two fields of a complete link; if the server refuses the link, the user can request another. */
export function NewPasswordForm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation()
  const reset = useMutation({ mutationFn: (newPassword: string) => resetPassword(email, newPassword, token) })
  const form = useZodForm(formSchema, { newPassword: '', confirmPassword: '' })
  useLoginRedirect(reset.isSuccess)

  const handleSubmit = form.submit((values) => settled(reset.mutateAsync(values.newPassword)))
  const first = form.field('newPassword', ['confirmPassword'])
  const hint = t('Must be at least 8 characters.')

  if (reset.isSuccess) {
    return (
      <Outcome>
        <Note tone="success">{reset.data.message ?? t('Password reset successfully. You can now log in.')}</Note>
      </Outcome>
    )
  }
  return (
    <>
      {reset.isError && (
        <FailureNote error={reset.error} fallback={t('Unable to reset password. The link may have expired.')} />
      )}
      <AuthForm onSubmit={handleSubmit} noValidate>
        {/* Identifies the account to password managers. */}
        <input
          className="sr-only"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <PasswordField
          label={t('New password')}
          autoComplete="new-password"
          hint={first.error === hint ? undefined : hint}
          {...first}
        />
        <PasswordField label={t('Confirm password')} autoComplete="new-password" {...form.field('confirmPassword')} />
        <Button type="submit" kind="primary" disabled={reset.isPending}>
          {reset.isPending ? t('Saving...') : t('Set new password')}
        </Button>
      </AuthForm>
      {reset.error instanceof ApiError && reset.error.status < 500 && (
        <AuthAlternative>
          <Link to="/forgot-password">{t('Request a new link')}</Link>
        </AuthAlternative>
      )}
    </>
  )
}
