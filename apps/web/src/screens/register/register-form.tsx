import { registerRequestSchema, type RegisterRequest } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { register, type RegisterAnswer } from '../../api/auth.ts'
import { FailureNote } from '../../components/failure-note.tsx'
import { settled, useZodForm } from '../../lib/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { AuthForm } from '../../components/auth-frame.tsx'

interface RegisterFormProps {
  /** The previous input; the fields show it again, except the password. */
  initial: RegisterRequest | null
  onSend: (request: RegisterRequest) => void
  onAnswer: (answer: RegisterAnswer) => void
}

export function RegisterForm({ initial, onSend, onAnswer }: RegisterFormProps) {
  const { t } = useTranslation()
  const form = useZodForm(registerRequestSchema, {
    email: '',
    username: '',
    organization: '',
    ...initial,
    password: '',
  })
  const send = useMutation({
    mutationFn: register,
    onSuccess: onAnswer,
    // The focused button was disabled meanwhile.
    onError: () => form.setFocus('email', { shouldSelect: true }),
  })
  const handleSubmit = form.submit((values) => {
    onSend(values)
    return settled(send.mutateAsync(values))
  })
  return (
    <>
      {send.isError && (
        <FailureNote error={send.error} fallback={t('Could not create the account. Try again.')} ownWords />
      )}
      <AuthForm onSubmit={handleSubmit} noValidate>
        <Field
          label={t('Email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <Field
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <PasswordField label={t('Password')} autoComplete="new-password" {...form.field('password')} />
        <Field label={t('Organization')} autoComplete="organization" {...form.field('organization')} />
        <Button type="submit" kind="primary" disabled={send.isPending}>
          {send.isPending ? t('Creating account...') : t('Create account')}
        </Button>
      </AuthForm>
    </>
  )
}
