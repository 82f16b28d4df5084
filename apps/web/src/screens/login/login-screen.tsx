import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { logIn, meQuery } from '../../api/auth.ts'
import { signInOptionsQuery } from '../../api/sign-in-options.ts'
import { AuthAlternative, AuthForm, AuthFrame } from '../../components/auth-frame.tsx'
import { FailureNote } from '../../components/failure-note.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { safeReturnUrl } from '../../lib/return-url.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useLoginForm } from './use-login-form.ts'

const route = getRouteApi('/login')

/** Loaded only where there are providers. */
const loadChoices = () => import('./sign-on-choices.tsx')
const SignOnLinks = lazy(async () => ({ default: (await loadChoices()).SignOnLinks }))
const SignOnProblemNote = lazy(async () => ({ default: (await loadChoices()).SignOnProblemNote }))

export function LoginScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Sign in'))
  const { returnUrl, problem } = route.useSearch()
  // A failed check leaves the form, which says what is wrong.
  const { data: options, isPending } = useQuery(signInOptionsQuery)
  const [usesPassword, setUsesPassword] = useState(false)
  const providers = options?.providers ?? []
  const isClosed = options?.passwords === false
  return (
    <AuthFrame title={t('Sign in')} intro={t('Ask your databases in plain language.')}>
      <Suspense>
        {problem !== undefined && <SignOnProblemNote problem={problem} />}
        {providers.length > 0 && <SignOnLinks providers={providers} returnUrl={returnUrl} />}
      </Suspense>
      {/* Until the ways to sign in are known, a form could be the wrong one. */}
      {!isPending &&
        (isClosed && !usesPassword ? (
          <AuthAlternative>
            <LinkButton onClick={() => setUsesPassword(true)}>
              {t('Sign in as an administrator with a password')}
            </LinkButton>
          </AuthAlternative>
        ) : (
          <PasswordSignIn returnUrl={returnUrl} isClosed={isClosed} />
        ))}
    </AuthFrame>
  )
}

/** @param isClosed only break-glass administrators use passwords, and no one registers */
function PasswordSignIn({ returnUrl, isClosed }: { returnUrl: string | undefined; isClosed: boolean }) {
  const { t } = useTranslation()
  const router = useRouter()
  const queryClient = useQueryClient()
  const form = useLoginForm()
  const isSending = useRef(false)
  const signIn = useMutation({
    mutationFn: logIn,
    onSuccess: (user) => {
      queryClient.setQueryData(meQuery.queryKey, user)
      router.history.push(safeReturnUrl(returnUrl, window.location.origin))
    },
    // The focused button was disabled meanwhile.
    onError: () => {
      isSending.current = false
      form.selectPassword()
    },
  })
  // After a success, the button stays busy until the next page appears.
  const isBusy = signIn.isPending || signIn.isSuccess

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Disabling the button is too late to stop a second click.
    if (form.request === null || isSending.current) return
    isSending.current = true
    signIn.mutate(form.request)
  }
  const needsCode = signIn.error instanceof ApiError && signIn.error.code === 'activation_required'

  return (
    <>
      {signIn.isError && <FailureNote error={signIn.error} fallback={t('Could not sign in. Try again.')} ownWords />}
      {needsCode && (
        <AuthAlternative>
          <Link to="/register" search={{ activate: signIn.variables?.email }}>
            {t('Enter activation code')}
          </Link>
        </AuthAlternative>
      )}
      <AuthForm onSubmit={handleSubmit} noValidate>
        <Field
          label={t('Email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.email}
        />
        <PasswordField label={t('Password')} autoComplete="current-password" {...form.password} />
        <Button type="submit" kind="primary" disabled={form.request === null || isBusy}>
          {isBusy ? t('Signing in...') : t('Sign in')}
        </Button>
      </AuthForm>
      <AuthAlternative>
        <Link to="/forgot-password">{t('Forgot your password?')}</Link>
      </AuthAlternative>
      {!isClosed && (
        <AuthAlternative>
          {t('No account yet?')} <Link to="/register">{t('Create an account')}</Link>
        </AuthAlternative>
      )}
    </>
  )
}
