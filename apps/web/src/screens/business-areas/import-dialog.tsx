import { areaTextLimits, message, type Area } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, importArea, problemsOf } from '../../api/areas.ts'
import { applicationsQuery } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { readAreaFile, type FileProblem, type ReadAreaFile } from '../../lib/area-file.ts'
import { translate } from '../../lib/i18n.ts'
import { ModalFoot } from '../../ui/modal-foot.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { FileProblems } from './file-problems.tsx'

/** In megabytes; the largest area that can be saved is smaller. */
const largestFile = 8
const tooLarge: FileProblem = {
  line: null,
  path: '',
  text: message('This file is too large. An exported business area has at most {n} MB. Choose another file.', {
    n: largestFile,
  }),
}

interface ImportDialogProps {
  /** The application selected at first. */
  applicationId: string | null
  onClose: () => void
  onImported: (area: Area) => void
}

/** Creates an area from an exported file; it is checked like one entered by hand. */
export function ImportDialog({ applicationId, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation()
  const applications = useQuery(applicationsQuery)
  const {
    file,
    fileName,
    application,
    setApplication,
    name,
    setName,
    failure,
    problems,
    isWorking,
    isReady,
    choose,
    save,
  } = useImport(applicationId, onImported)
  return (
    <Modal open onClose={onClose} title={t('Import business area')} width={520}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FieldFrame label={t('File')} hint={t('A file exported from a business area')}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".json,application/json"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </FieldFrame>
        <FieldFrame label={t('Application')}>
          {(control) => (
            <Select {...control} value={application} onChange={(event) => setApplication(event.target.value)}>
              <option value="">{t('Choose an application')}</option>
              {(applications.data ?? []).map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {candidate.name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        {file !== null && (
          <FieldFrame label={t('Name')}>
            {(control) => (
              <Input
                {...control}
                dir="auto"
                maxLength={areaTextLimits.name}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FieldFrame>
        )}
        {failure !== null && <Note tone="danger">{failure}</Note>}
        {problems.length > 0 && <AreaFileProblems name={fileName} problems={problems} />}
        <ModalFoot>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" disabled={!isReady || isWorking}>
            {isWorking ? t('Importing...') : t('Import')}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  )
}

/** The selected file, its settings, and the state of the import. */
function useImport(applicationId: string | null, onImported: (area: Area) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [application, setApplication] = useState(applicationId ?? '')
  const [file, setFile] = useState<ReadAreaFile | null>(null)
  const [fileName, setFileName] = useState('')
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<FileProblem[]>([])
  const [isWorking, setWorking] = useState(false)
  const isReady = file !== null && application !== '' && name.trim() !== ''

  const choose = async (chosen: File | undefined) => {
    setFailure(null)
    setProblems([])
    setFile(null)
    if (chosen === undefined) return
    setFileName(chosen.name)
    const read = chosen.size > largestFile * 1024 * 1024 ? [tooLarge] : await readFile(chosen)
    if (Array.isArray(read)) return setProblems(read)
    setFile(read)
    setName(read.file.area.area_name)
    return undefined
  }
  const save = async () => {
    if (file === null || !isReady || isWorking) return
    setWorking(true)
    setFailure(null)
    setProblems([])
    try {
      const area = await importArea(application, name.trim(), file.file)
      await queryClient.invalidateQueries({ queryKey: areasKey })
      onImported(area)
    } catch (error) {
      setProblems(problemsOf(error).map(file.locate))
      setFailure(describeError(error, t('Failed to create business area. Please try again.')))
      setWorking(false)
    }
  }
  return {
    file,
    fileName,
    application,
    setApplication,
    name,
    setName,
    failure,
    problems,
    isWorking,
    isReady,
    choose,
    save,
  }
}

async function readFile(file: File): Promise<ReadAreaFile | FileProblem[]> {
  try {
    return readAreaFile(await file.text())
  } catch {
    return [{ line: null, path: '', text: message('This file could not be read. Choose it again.') }]
  }
}

const shownAtMost = 20

/** The problems of the selected file, each with its line and path. */
function AreaFileProblems({ name, problems }: { name: string; problems: FileProblem[] }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger">
      <p>
        <b dir="auto">{name}</b>
      </p>
      <FileProblems
        more={problems.length - shownAtMost}
        problems={problems.slice(0, shownAtMost).map(({ line, path, text }) => {
          const shown = typeof text === 'string' ? text : translate(t, text)
          // Most texts name the field themselves.
          const isNamed = path === '' || shown.includes(path)
          return {
            line,
            text: (
              <>
                {!isNamed && <code className="text-meta">{path}</code>}
                {(line !== null || !isNamed) && <br />}
                {shown}
              </>
            ),
          }
        })}
      />
    </Note>
  )
}
