import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import type { DraftPreview } from './use-draft-preview.ts'

/** What another user sees of an area with its unsaved changes, for users who may edit it. */
export function PreviewAs({ preview }: { preview: DraftPreview }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<ReturnType<DraftPreview> | null>(null)
  return (
    <>
      <Button size="small" onClick={() => setShown(preview())}>
        <Icon of={Eye} small />
        {t('Preview as…')}
      </Button>
      <Modal open={shown !== null} onClose={() => setShown(null)} title={t('Preview as…')} width={800}>
        {shown !== null && <PreviewPanel {...shown} />}
      </Modal>
    </>
  )
}
