import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame, AuthAlternative } from '../../components/auth-frame.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Note } from '../../ui/note.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const route = getRouteApi('/reset-password')

/** Sets a new password from an emailed link; an incomplete link is shown as invalid. */
export function ResetPasswordScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Set a new password'))
  const { token = '', email = '' } = route.useSearch()
  const isComplete = token !== '' && email !== ''
  return (
    <AuthFrame title={t('Set a new password')} intro={isComplete ? t('For {email}', { email }) : ''}>
      {isComplete ? (
        <NewPasswordForm email={email} token={token} />
      ) : (
        <>
          <Note tone="danger">{t('This reset link is invalid or has expired.')}</Note>
          <AuthAlternative>
            <Link to="/forgot-password">{t('Request a new link')}</Link>
          </AuthAlternative>
        </>
      )}
      <AuthAlternative>
        <Link to="/login">{t('Back to sign in')}</Link>
      </AuthAlternative>
    </AuthFrame>
  )
}
