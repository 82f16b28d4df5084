import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { invitationQuery } from '../../api/auth.ts'
import { AuthFrame, AuthAlternative } from '../../components/auth-frame.tsx'
import { FailureNote } from '../../components/failure-note.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Note } from '../../ui/note.tsx'
import { AcceptForm } from './accept-form.tsx'

const route = getRouteApi('/invitation')

/** Where an invited person sets a name and a password. */
export function InvitationScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Accept your invitation'))
  const { token = '' } = route.useSearch()
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  const email = invitation.data?.email
  const invalid = t('This invitation is invalid or has expired. Ask your administrator for a new one.')
  return (
    <AuthFrame title={t('Accept your invitation')} intro={email === undefined ? '' : t('For {email}', { email })}>
      {token === '' && <Note tone="danger">{invalid}</Note>}
      {token !== '' && invitation.isPending && <p className="text-muted">{t('Loading...')}</p>}
      {invitation.isError && <FailureNote error={invitation.error} fallback={invalid} />}
      {email !== undefined && <AcceptForm email={email} token={token} />}
      <AuthAlternative>
        <Link to="/login">{t('Back to sign in')}</Link>
      </AuthAlternative>
    </AuthFrame>
  )
}
