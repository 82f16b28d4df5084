import { zodResolver } from '@hookform/resolvers/zod'
import { loginRequestSchema, type LoginRequest } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { logIn, meQuery } from '../../api/auth.ts'
import { AuthFrame } from '../../components/auth-frame.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { safeReturnUrl } from '../../lib/return-url.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

const route = getRouteApi('/login')

export function LoginScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Sign in'))
  const { returnUrl } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<LoginRequest>({
    resolver: zodResolver(loginRequestSchema),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      queryClient.setQueryData(meQuery.queryKey, await logIn(values))
      router.history.push(safeReturnUrl(returnUrl, window.location.origin))
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('Sign-in failed. Please try again.'))
    }
  })

  return (
    <AuthFrame title={t('Sign in')} intro={t('Ask your databases in plain language.')}>
      {failure !== null && <Note tone="danger">{t(failure)}</Note>}
      <form className="auth-form" onSubmit={handleSubmit} noValidate>
        <Field
          label={t('Email')}
          type="email"
          autoComplete="username"
          error={message(errors.email)}
          {...form.register('email')}
        />
        <Field
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          error={message(errors.password)}
          {...form.register('password')}
        />
        <Button type="submit" kind="primary" disabled={!isValid || isSubmitting}>
          {isSubmitting ? t('Signing in...') : t('Sign in')}
        </Button>
      </form>
      <p className="auth-alt">
        {t('No account yet?')} <Link to="/register">{t('Create one')}</Link>
      </p>
    </AuthFrame>
  )

  function message(error: { message?: string } | undefined): string | undefined {
    return error?.message === undefined ? undefined : t(error.message)
  }
}
