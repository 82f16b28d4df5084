import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'

/** Shown when a page breaks: what happened, what to do, and the number to find it in the server's log. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <main className="mx-auto mt-[18vh] flex max-w-130 flex-col items-start gap-3 px-4" role="alert">
      <h1 className="text-(length:--text-page)/7 font-semibold">{t('Could not show this page')}</h1>
      <p className="text-muted">
        {error instanceof ApiError ? error.message : t('Something went wrong. Reload the page to try again.')}
      </p>
      {requestId !== null && <p className="text-meta text-faint font-mono">{requestId}</p>}
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('Reload page')}
      </Button>
    </main>
  )
}
