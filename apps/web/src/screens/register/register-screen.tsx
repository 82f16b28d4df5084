import { zodResolver } from '@hookform/resolvers/zod'
import { registerRequestSchema, type RegisterRequest, type RegisterResponse } from '@parlance/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { register } from '../../api/auth.ts'
import { AuthFrame } from '../../components/auth-frame.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { ActivationForm } from './activation-form.tsx'

const redirectAfter = 2000

export function RegisterScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Create an account'))
  const [answer, setAnswer] = useState<(RegisterResponse & { email: string }) | null>(null)
  return (
    <AuthFrame
      title={t('Create an account')}
      intro={t('The first account of an installation becomes its administrator.')}
    >
      <RegisterStep answer={answer} onAnswer={setAnswer} />
      <p className="auth-alt">
        {t('Already registered?')} <Link to="/login">{t('Sign in')}</Link>
      </p>
    </AuthFrame>
  )
}

function RegisterStep({
  answer,
  onAnswer,
}: {
  answer: (RegisterResponse & { email: string }) | null
  onAnswer: (answer: RegisterResponse & { email: string }) => void
}) {
  if (answer === null) return <RegisterForm onAnswer={onAnswer} />
  if (answer.status === 'activated') return <Activated message={answer.message} />
  if (answer.status === 'pending_approval') return <Note tone="info">{answer.message}</Note>
  return (
    <ActivationForm
      email={answer.email}
      message={answer.message}
      code={answer.activation_code ?? ''}
      after={redirectAfter}
    />
  )
}

function Activated({ message }: { message: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login', search: {} }), redirectAfter)
    return () => clearTimeout(timer)
  }, [navigate])
  return <Note tone="success">{message}</Note>
}

function RegisterForm({ onAnswer }: { onAnswer: (answer: RegisterResponse & { email: string }) => void }) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<RegisterRequest>({
    resolver: zodResolver(registerRequestSchema),
    mode: 'onTouched',
    defaultValues: { email: '', username: '', password: '', organization: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const handleSubmit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      onAnswer({ ...(await register(values)), email: values.email })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('Registration failed. Please try again.'))
    }
  })
  const field = (name: keyof RegisterRequest, label: string, input: { type?: string; autoComplete: string }) => {
    const message = errors[name]?.message
    return (
      <Field
        label={t(label)}
        error={message === undefined ? undefined : t(message)}
        {...input}
        {...form.register(name)}
      />
    )
  }
  return (
    <>
      {failure !== null && <Note tone="danger">{t(failure)}</Note>}
      <form className="auth-form" onSubmit={handleSubmit} noValidate>
        {field('email', 'Email', { type: 'email', autoComplete: 'email' })}
        {field('username', 'Username', { autoComplete: 'username' })}
        {field('password', 'Password', { type: 'password', autoComplete: 'new-password' })}
        {field('organization', 'Organization', { autoComplete: 'organization' })}
        <Button type="submit" kind="primary" disabled={!isValid || isSubmitting}>
          {isSubmitting ? t('Creating account...') : t('Create account')}
        </Button>
      </form>
    </>
  )
}
