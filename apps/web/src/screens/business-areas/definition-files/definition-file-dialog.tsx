import { definitionFileFormats, type ImportedDefinitions, type PortableItem } from '@parlance/contract'
import { Upload } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ImportNotes } from './import-notes.tsx'
import { ProposedItems } from './proposed-items.tsx'
import { useDefinitionFile } from './use-definition-file.ts'
import { LiveRegion } from '../../../ui/live-region.tsx'

interface DefinitionFileDialogProps {
  areaId: string
  onClose: () => void
  /** Gets the items that the user takes. */
  onTake: (items: PortableItem[]) => void
}

/** Reads a file of definitions, and lets the user choose what comes into the form. */
export function DefinitionFileDialog({ areaId, onClose, onTake }: DefinitionFileDialogProps) {
  const { t } = useTranslation()
  const file = useDefinitionFile(areaId)
  const { read, taken } = file
  return (
    <Modal open onClose={onClose} title={t('Import definitions')} width={920}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog is part of the area's form, which would be saved.
          event.stopPropagation()
          onTake(file.items())
        }}
      >
        <FileChoice name={file.fileName} onChoose={(chosen) => void file.choose(chosen)} />
        <LiveRegion className="grid gap-4">
          {file.isReading && (
            <p className="flex items-center gap-2">
              <Spinner />
              {t('Reading the file...')}
            </p>
          )}
          {file.failure !== null && <Note tone="danger">{file.failure}</Note>}
          {read !== null && <Summary read={read} />}
        </LiveRegion>
        {read !== null && <ProposedItems items={read.items} taken={taken} onToggle={file.toggle} />}
        {read !== null && read.notes.length > 0 && <ImportNotes notes={read.notes} />}
        <ModalFoot>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" disabled={taken.size === 0 || read === null}>
            {t('{n, plural, =0 {Add to the form} one {Add # to the form} other {Add # to the form}}', {
              n: taken.size,
            })}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  )
}

/** The input lies over the whole area, so that the browser also takes files that are dropped there. */
function FileChoice({ name, onChoose }: { name: string | null; onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  return (
    <div className="relative flex cursor-pointer items-center gap-3 rounded-panel border border-dashed border-line-strong p-4 wrap-anywhere focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover">
      <Icon of={Upload} />
      <span className="grid gap-1">
        <b dir="auto">{name ?? t('Choose a file, or drop it here')}</b>
        <span id={hintId} className="text-meta text-muted">
          {t('A semantic model of Apache Ossie (YAML or JSON), or semantic_manifest.json of dbt')}
        </span>
      </span>
      <input
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={t('File with definitions')}
        aria-describedby={hintId}
        accept=".yaml,.yml,.json"
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          // The same file can then be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function Summary({ read: { format, items, notes } }: { read: ImportedDefinitions }) {
  const { t } = useTranslation()
  const count = (change: ImportedDefinitions['items'][number]['change']) =>
    items.filter((item) => item.change === change).length
  const { title } = definitionFileFormats[format]
  return (
    <p>
      {t(
        '{title}: {added, number} new, {changed, number} changed, {unchanged, number} already in the area, {notes, number} notes.',
        { title, added: count('added'), changed: count('changed'), unchanged: count('unchanged'), notes: notes.length },
      )}{' '}
      {t('Nothing is saved until you save the area.')}
    </p>
  )
}
