import { useTranslation } from 'react-i18next'
import type { Database } from '../../../api/databases.ts'
import type { MessageLine } from '../../../components/use-message.ts'
import { DropHint } from './drop-hint.tsx'
import { FileButton } from './file-button.tsx'
import { UploadPanel } from './upload-panel.tsx'
import type { ChosenFiles } from './use-chosen-files.ts'

/** Chooses files for a new database. */
export function UploadButton({ upload: { chosen, choose } }: { upload: ChosenFiles }) {
  const { t } = useTranslation()
  return (
    <FileButton
      label={t('Upload files')}
      disabled={chosen !== null}
      title={chosen === null ? undefined : t('Finish or cancel the upload first.')}
      onFiles={(files) => choose(files, null)}
    />
  )
}

interface UploadSlotProps {
  upload: ChosenFiles
  messages: MessageLine
  onCreated: (database: Database) => void
}

/** The place of the running upload, and the hint while files are dragged over the page. */
export function UploadSlot({ upload: { chosen, close, isOver }, messages, onCreated }: UploadSlotProps) {
  const { t } = useTranslation()
  if (chosen === null) return isOver ? <DropHint /> : null
  return (
    <UploadPanel
      key={chosen.id}
      files={chosen.files}
      target={chosen.target}
      onClose={close}
      onDone={(database) => {
        close()
        if (chosen.target !== null) {
          messages.success(t('The files of "{name}" were replaced.', { name: database.name }))
          return
        }
        onCreated(database)
        messages.success(t('"{name}" was created.', { name: database.name }))
      }}
    />
  )
}
