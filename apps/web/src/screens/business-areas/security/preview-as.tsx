import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import type { PreviewStart } from './use-preview.ts'

interface PreviewAsProps extends Pick<PreviewStart, 'area' | 'draft'> {
  /** There are changes that the preview cannot show yet. */
  hasUnsavedEdits?: boolean
}

/** What another user sees of an area, for users who may edit it. */
export function PreviewAs({ area, draft, hasUnsavedEdits = false }: PreviewAsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon of={Eye} small />
        {t('Preview as…')}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={t('Preview as…')} width={800}>
        <PreviewPanel area={area} draft={draft} hasUnsavedEdits={hasUnsavedEdits} />
      </Modal>
    </>
  )
}
