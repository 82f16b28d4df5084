import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../../ui/notices.tsx'
import { Modal } from '../../../ui/modal.tsx'
import type { AreaEditor } from '../form/use-area-editor.ts'

const VersionsPanel = lazy(async () => ({ default: (await import('./versions-panel.tsx')).VersionsPanel }))

/** The dialog with an area's versions, and what opens it; null for a new area and for users who only view it. */
export function useVersions(editor: AreaEditor): { open: (() => void) | null; dialog: ReactNode } {
  const { t } = useTranslation()
  const { show } = useNotices()
  const [isOpen, setOpen] = useState(false)
  const { base } = editor
  if (base === null || !base.can_edit) return { open: null, dialog: null }
  const restored = () => {
    setOpen(false)
    show(t('The form shows the restored version. Save it to make it the current one.'))
  }
  const dialog = (
    <Modal open={isOpen} onClose={() => setOpen(false)} title={t('Versions')} width={700}>
      <Suspense>{isOpen && <VersionsPanel areaId={base.area_id} editor={editor} onRestored={restored} />}</Suspense>
    </Modal>
  )
  return { open: () => setOpen(true), dialog }
}
