import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { activate } from '../../api/auth.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'

interface ActivationFormProps {
  email: string
  message: string
  /** Pre-filled when the registration's answer carried one. */
  code: string
  /** Milliseconds until the sign-in page follows. */
  after: number
}

export function ActivationForm({ email, message, code: givenCode, after }: ActivationFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [code, setCode] = useState(givenCode)
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => void navigate({ to: '/login', search: {} }), after)
    return () => clearTimeout(timer)
  }, [state, after, navigate])

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setState('busy')
    try {
      await activate({ email, code: code.trim() })
      setState('done')
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('Activation failed. Please try again.'))
      setState('idle')
    }
  }

  if (state === 'done') {
    return <Note tone="success">{t('Account activated successfully! Redirecting to login...')}</Note>
  }
  return (
    <>
      <Note tone="info">{message}</Note>
      {failure !== null && <Note tone="danger">{t(failure)}</Note>}
      <form className="auth-form" onSubmit={handleSubmit}>
        <Field
          label={t('Activation code')}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" kind="primary" disabled={code.trim() === '' || state === 'busy'}>
          {t('Activate')}
        </Button>
      </form>
    </>
  )
}
