import type { RegisterRequest } from '@parlance/contract'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisterAnswer } from '../../api/auth.ts'
import { AuthFrame, AuthAlternative } from '../../components/auth-frame.tsx'
import { Outcome } from '../../components/outcome.tsx'
import { useLoginRedirect } from '../../components/use-login-redirect.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Note } from '../../ui/note.tsx'
import { ActivationForm } from './activation-form.tsx'
import { RegisterForm } from './register-form.tsx'

const route = getRouteApi('/register')

/**
 * The form, then what the server's response requires; `activate` in the address asks for that account's code at once.
 */
export function RegisterScreen() {
  const { t } = useTranslation()
  const { activate } = route.useSearch()
  const navigate = useNavigate()
  const [answer, setAnswer] = useState<RegisterAnswer | null>(null)
  const [sent, setSent] = useState<RegisterRequest | null>(null)
  const isActivation = activate !== undefined || (answer !== null && asksForCode(answer))
  const title = isActivation ? t('Activate your account') : t('Create an account')
  useDocumentTitle(title)

  const handleBack = () => {
    setAnswer(null)
    void navigate({ to: '/register', search: {}, replace: true })
  }

  return (
    <AuthFrame
      title={title}
      intro={isActivation || answer !== null ? '' : t('The first user to create an account becomes the administrator.')}
    >
      {isActivation ? (
        <ActivationForm
          email={sent?.email ?? activate ?? ''}
          message={answer?.message ?? t('Enter the activation code sent to {email}.', { email: activate ?? '' })}
          code={answer?.activation_code ?? ''}
          onBack={handleBack}
        />
      ) : (
        <RegisterStep answer={answer} sent={sent} onSend={setSent} onAnswer={setAnswer} />
      )}
      <AuthAlternative>
        {t('Already have an account?')} <Link to="/login">{t('Sign in')}</Link>
      </AuthAlternative>
    </AuthFrame>
  )
}

interface RegisterStepProps {
  answer: RegisterAnswer | null
  sent: RegisterRequest | null
  onSend: (request: RegisterRequest) => void
  onAnswer: (answer: RegisterAnswer) => void
}

function RegisterStep({ answer, sent, onSend, onAnswer }: RegisterStepProps) {
  useLoginRedirect(answer?.status === 'activated')
  if (answer === null) return <RegisterForm initial={sent} onSend={onSend} onAnswer={onAnswer} />
  return (
    <Outcome>
      <Note tone={answer.status === 'activated' ? 'success' : 'info'}>{answer.message}</Note>
    </Outcome>
  )
}

function asksForCode({ status }: RegisterAnswer): boolean {
  return status !== 'activated' && status !== 'pending_approval'
}
