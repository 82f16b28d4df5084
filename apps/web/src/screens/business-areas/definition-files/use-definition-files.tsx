import { MenuItem } from '../../../ui/menu.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportDefinitions } from '../../../api/definition-files.ts'
import { describeError } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/file-name.ts'
import { useNotices } from '../../../ui/notices.tsx'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { takeItems } from './take-items.ts'

const DefinitionFileDialog = lazy(async () => ({
  default: (await import('./definition-file-dialog.tsx')).DefinitionFileDialog,
}))

/** Moves the definitions of a saved area into and out of files of other tools: menu items, and the dialog they open. */
export function useDefinitionFiles({ base, edit }: AreaEditor) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const [isOpen, setOpen] = useState(false)
  if (base === null) return { items: null, dialog: null }
  const save = async () => {
    const { blob, disposition } = await exportDefinitions(base.area_id)
    saveFile(blob, /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'definitions.ossie.yaml')
  }
  const items = (
    <>
      <MenuItem onClick={() => setOpen(true)}>{t('Import definitions')}</MenuItem>
      <MenuItem
        onClick={() => void save().catch((error: unknown) => show(describeError(error, t('Export failed')), 'danger'))}
      >
        {t('Export definitions')}
      </MenuItem>
    </>
  )
  const dialog = isOpen && (
    <Suspense>
      <DefinitionFileDialog
        areaId={base.area_id}
        onClose={() => setOpen(false)}
        onTake={(taken) => {
          edit((form) => takeItems(form, taken))
          setOpen(false)
        }}
      />
    </Suspense>
  )
  return { items, dialog }
}
