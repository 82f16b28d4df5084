import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'

/** Shown when a page breaks: what happened, what to do, and the number to find it in the server's log. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <main className="broken" role="alert">
      <h1>{t('This page could not be shown')}</h1>
      <p className="muted">
        {error instanceof ApiError ? t(error.message) : t('Something in the page failed. Reload it.')}
      </p>
      {requestId !== null && <p className="meta faint mono">{requestId}</p>}
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('Reload')}
      </Button>
    </main>
  )
}
