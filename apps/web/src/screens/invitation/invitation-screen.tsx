import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationQuery } from '../../api/auth.ts'
import { signInOptionsQuery, type SignInOptions } from '../../api/sign-in-options.ts'
import { AuthFrame, AuthAlternative } from '../../components/auth-frame.tsx'
import { FailureNote } from '../../components/failure-note.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Note } from '../../ui/note.tsx'
import { AcceptForm } from './accept-form.tsx'

const route = getRouteApi('/invitation')

/** Loaded only where there are providers. */
const SignOnLinks = lazy(async () => ({ default: (await import('../login/sign-on-choices.tsx')).SignOnLinks }))

/** Where an invited person sets a name and a password. */
export function InvitationScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Accept your invitation'))
  const { token = '' } = route.useSearch()
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const options = useQuery(signInOptionsQuery)
  const email = invitation.data?.email
  const invalid = t('This invitation is invalid or has expired. Ask your administrator for a new one.')
  return (
    <AuthFrame title={t('Accept your invitation')} intro={email === undefined ? '' : t('For {email}', { email })}>
      {token === '' && <Note tone="danger">{invalid}</Note>}
      {token !== '' && invitation.isPending && <p className="text-muted">{t('Loading...')}</p>}
      {invitation.isError && <FailureNote error={invitation.error} fallback={invalid} />}
      {email !== undefined && !options.isPending && <AcceptWays email={email} token={token} options={options.data} />}
      <AuthAlternative>
        <Link to="/login">{t('Back to sign in')}</Link>
      </AuthAlternative>
    </AuthFrame>
  )
}

interface AcceptWaysProps {
  email: string
  token: string
  /** Undefined if they could not be read. */
  options: SignInOptions | undefined
}

/** A name and a password, or the providers where passwords are closed. */
function AcceptWays({ email, token, options }: AcceptWaysProps) {
  const { t } = useTranslation()
  if (options === undefined || options.passwords) return <AcceptForm email={email} token={token} />
  return (
    <>
      <p className="mt-4">{t('Sign in with the account of this email address. You need no password here.')}</p>
      <Suspense>
        <SignOnLinks providers={options.providers} />
      </Suspense>
    </>
  )
}
