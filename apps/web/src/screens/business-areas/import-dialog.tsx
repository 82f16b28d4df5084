import { areaFileSchema, areaTextLimits, type Area, type AreaFile, type AreaProblem } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, importArea, problemsOf } from '../../api/areas.ts'
import { applicationsQuery } from '../../api/databases.ts'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { Problems } from './form/problem-list.tsx'

/** In megabytes; the largest area that can be saved is smaller. */
const largestFile = 8

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
  const { file, application, setApplication, name, setName, failure, problems, isWorking, isReady, choose, save } =
    useImport(applicationId, onImported)
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
            <select
              {...control}
              className="select"
              value={application}
              onChange={(event) => setApplication(event.target.value)}
            >
              <option value="">{t('Choose an application')}</option>
              {(applications.data ?? []).map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {candidate.name}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {file !== null && (
          <FieldFrame label={t('Name')}>
            {(control) => (
              <input
                {...control}
                className="input"
                dir="auto"
                maxLength={areaTextLimits.name}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FieldFrame>
        )}
        {failure !== null && <Note tone="danger">{failure}</Note>}
        {problems.length > 0 && <Problems tone="danger" problems={problems} />}
        <div className="modal-foot">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" disabled={!isReady || isWorking}>
            {isWorking ? t('Importing...') : t('Import')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** The selected file, its settings, and the state of the import. */
function useImport(applicationId: string | null, onImported: (area: Area) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [application, setApplication] = useState(applicationId ?? '')
  const [file, setFile] = useState<AreaFile | null>(null)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<AreaProblem[]>([])
  const [isWorking, setWorking] = useState(false)
  const isReady = file !== null && application !== '' && name.trim() !== ''

  const choose = async (chosen: File | undefined) => {
    setFailure(null)
    setProblems([])
    setFile(null)
    if (chosen === undefined) return
    const read = chosen.size > largestFile * 1024 * 1024 ? null : await readAreaFile(chosen)
    if (read === null) return setFailure(t('This file is not an exported business area. Choose another file.'))
    setFile(read)
    setName(read.area.area_name)
    return undefined
  }
  const save = async () => {
    if (file === null || !isReady || isWorking) return
    setWorking(true)
    setFailure(null)
    setProblems([])
    try {
      const area = await importArea(application, name.trim(), file)
      await queryClient.invalidateQueries({ queryKey: areasKey })
      onImported(area)
    } catch (error) {
      setProblems(problemsOf(error))
      setFailure(describeError(error, t('Failed to create business area. Please try again.')))
      setWorking(false)
    }
  }
  return { file, application, setApplication, name, setName, failure, problems, isWorking, isReady, choose, save }
}

async function readAreaFile(file: File): Promise<AreaFile | null> {
  try {
    const parsed = areaFileSchema.safeParse(JSON.parse(await file.text()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
