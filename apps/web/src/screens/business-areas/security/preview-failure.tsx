import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api-error.ts'
import { Note } from '../../../ui/note.tsx'

/** Why there is no preview; a refusal is shown as the user would see it. */
export function PreviewFailure({ error }: { error: Error }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError)) return <Note tone="danger">{t('Could not show the preview. Try again.')}</Note>
  return (
    <Note tone="danger">
      <p>{error.message}</p>
      {error.requestId !== null && error.status >= 500 && (
        <p className="text-meta text-muted">{t('Request ID: {id}', { id: error.requestId })}</p>
      )}
    </Note>
  )
}
