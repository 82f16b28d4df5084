import { acceptInvitationRequestSchema, message } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { acceptInvitation } from '../../api/auth.ts'
import { FailureNote } from '../../components/failure-note.tsx'
import { settled, useZodForm } from '../../lib/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm } from '../../components/auth-frame.tsx'

const { username, password } = acceptInvitationRequestSchema.shape

const formSchema = z
  .object({ username, password, confirmPassword: z.string().min(1, message('Confirm your password.').text) })
  .refine((values) => values.password === values.confirmPassword, {
    path: ['confirmPassword'],
    error: message('Passwords do not match').text,
  })

/** Sets the name and password of an invited person, and opens the chat as them. */
export function AcceptForm({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: (values: { username: string; password: string }) =>
      acceptInvitation({ token, username: values.username, password: values.password }),
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: '/chat', search: {} })
    },
  })
  const form = useZodForm(formSchema, { username: '', password: '', confirmPassword: '' })
  const first = form.field('password', ['confirmPassword'])
  const hint = t('Must be at least 8 characters.')
  return (
    <>
      {accept.isError && (
        <FailureNote error={accept.error} fallback={t('Could not accept the invitation. Try again.')} />
      )}
      <AuthForm noValidate onSubmit={form.submit((values) => settled(accept.mutateAsync(values)))}>
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
        <Field label={t('Your name')} autoComplete="name" dir="auto" {...form.field('username')} />
        <PasswordField
          label={t('Password')}
          autoComplete="new-password"
          hint={first.error === hint ? undefined : hint}
          {...first}
        />
        <PasswordField label={t('Confirm password')} autoComplete="new-password" {...form.field('confirmPassword')} />
        <Button type="submit" kind="primary" disabled={accept.isPending}>
          {accept.isPending ? t('Saving...') : t('Accept and sign in')}
        </Button>
      </AuthForm>
    </>
  )
}
