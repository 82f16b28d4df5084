import type { CreatedApiToken } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

/** A new token, which is shown this one time. */
export function ShownToken({ created, onDone }: { created: CreatedApiToken; onDone: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const handleCopy = () => {
    copyText(created.token).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  }
  return (
    <Note tone="success">
      <div className="grid gap-2">
        <p>{t('Copy the token “{name}” now. It is not shown again.', { name: created.name })}</p>
        <code className="rounded-sm bg-page px-2 py-1 break-all select-all">{created.token}</code>
        {copied === 'refused' && <p>{t('The browser did not allow copying. Select the token and copy it.')}</p>}
        <div className="flex gap-2">
          <Button size="small" onClick={handleCopy}>
            {copied === 'yes' ? t('Copied') : t('Copy')}
          </Button>
          <Button size="small" onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Note>
  )
}
