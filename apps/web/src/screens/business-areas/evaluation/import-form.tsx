import { evaluationLimits, importFormats, type ImportEvaluationResponse, type ImportFormat } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { checkQuestionFile, evaluationKey, importQuestions, type SetPlace } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { saveFile } from '../../../lib/file-name.ts'
import { translate } from '../../../lib/i18n.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { FileProblems } from '../file-problems.tsx'

/** Two questions: one with SQL, one with rows. */
const template = `question,expected_sql,expected_rows,tags\r
How many customers are there?,SELECT COUNT(*) FROM customers,,customers;counts\r
How many orders came from each country?,,"[[""Germany"", 12], [""Spain"", 7]]",orders\r
`

interface ImportFormProps {
  kind: 'csv' | 'benchmark'
  areaId: string
  /** Null if the area has no set. */
  setId: string | null
  /** The set, which is created first if the area has none. */
  onPlace: () => Promise<SetPlace>
  onClose: () => void
  onAdded: () => void
}

/** Adds the questions of a file: all new ones, or none if one has an error. */
export function ImportForm({ onClose, ...props }: ImportFormProps) {
  const { t } = useTranslation()
  const { kind } = props
  const state = useImportForm(props)
  const { answer, failure, isWorking, isChecked, format } = state
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void state.send(false)
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={handleSubmit}>
      {kind === 'csv' ? (
        <p>
          {t('The first line has the names of the columns: question, expected_sql, expected_rows, tags.')}{' '}
          <LinkButton onClick={saveTemplate}>{t('Download a template')}</LinkButton>
        </p>
      ) : (
        <FieldFrame label={t('Format')} hint={t('The JSON file of questions, as it is published.')}>
          {(control) => (
            <Select
              {...control}
              value={format}
              onChange={(event) => state.setFormat(importFormats.find((each) => each === event.target.value) ?? 'bird')}
            >
              <option value="spider">Spider</option>
              <option value="bird">BIRD</option>
            </Select>
          )}
        </FieldFrame>
      )}
      <FieldFrame label={t('File')}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept={kind === 'csv' ? '.csv,text/csv' : '.json,application/json'}
            onChange={(event) => void state.choose(event.target.files?.[0])}
          />
        )}
      </FieldFrame>
      {answer !== null && answer.databases.length > 0 && (
        <FieldFrame label={t('Database of the file')}>
          {(control) => (
            <Select {...control} value={state.database} onChange={(event) => state.pick(event.target.value)}>
              <option value="">{t('Choose a database')}</option>
              {answer.databases.map(({ db_id: id, questions }) => (
                <option key={id} value={id}>
                  {t('{name} ({n, plural, one {# question} other {# questions}})', { name: id, n: questions })}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      )}
      {failure !== null && <Note tone="danger">{failure}</Note>}
      {answer !== null && <ImportAnswer answer={answer} isWaiting={kind === 'benchmark' && state.database === ''} />}
      <ModalFoot>
        <Button onClick={onClose}>{answer !== null && answer.added > 0 ? t('Close') : t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={!isChecked || isWorking}>
          {isWorking ? t('Checking...') : t('Add questions')}
        </Button>
      </ModalFoot>
    </form>
  )
}

function saveTemplate(): void {
  saveFile(new Blob([template], { type: 'text/csv' }), 'questions.csv')
}

/** The selected file and what the server found in it. */
function useImportForm({ kind, areaId, setId, onPlace, onAdded }: Omit<ImportFormProps, 'onClose'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [format, setFormat] = useState<ImportFormat>(kind === 'csv' ? 'csv' : 'spider')
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [database, setDatabase] = useState('')
  const [answer, setAnswer] = useState<ImportEvaluationResponse | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)
  const read = async (
    chosen: { name: string; text: string },
    settings: { format: ImportFormat; database: string },
    isDry: boolean,
  ) => {
    setWorking(true)
    setFailure(null)
    try {
      const file = {
        format: settings.format,
        file_name: chosen.name,
        text: chosen.text,
        ...(settings.database !== '' && { db_id: settings.database }),
      }
      // Only the import itself creates the first set.
      const found =
        isDry && setId === null
          ? await checkQuestionFile(areaId, file)
          : await importQuestions(await onPlace(), { ...file, dry_run: isDry })
      setAnswer(found)
      if (found.added > 0) {
        await queryClient.invalidateQueries({ queryKey: evaluationKey })
        onAdded()
      }
    } catch (error) {
      setFailure(describeError(error, t('Could not read the file. Try again.')))
    } finally {
      setWorking(false)
    }
  }
  const choose = async (chosen: File | undefined) => {
    setFile(null)
    setAnswer(null)
    setFailure(null)
    setDatabase('')
    if (chosen === undefined) return
    if (chosen.size > evaluationLimits.file) {
      setFailure(
        t('This file is too large. Choose a file of {n} MB or less.', { n: evaluationLimits.file / 1024 / 1024 }),
      )
      return
    }
    const text = await chosen.text().catch(() => null)
    if (text === null) return setFailure(t('This file could not be read. Choose it again.'))
    const next = { name: chosen.name, text }
    setFile(next)
    await read(next, { format, database: '' }, true)
  }
  return {
    format,
    setFormat: (next: ImportFormat) => {
      setFormat(next)
      setDatabase('')
      if (file !== null) void read(file, { format: next, database: '' }, true)
    },
    database,
    pick: (next: string) => {
      setDatabase(next)
      if (file !== null && next !== '') void read(file, { format, database: next }, true)
    },
    answer,
    failure,
    isWorking,
    isChecked: answer !== null && answer.error_count === 0 && answer.added === 0 && answer.found > answer.known,
    choose,
    send: async (isDry: boolean) => {
      if (file !== null && !isWorking) await read(file, { format, database }, isDry)
    },
  }
}

interface ImportAnswerProps {
  answer: ImportEvaluationResponse
  /** A database must be chosen first, so the file's only error is that it is missing. */
  isWaiting: boolean
}

function ImportAnswer({ answer, isWaiting }: ImportAnswerProps) {
  const { t } = useTranslation()
  const { added, found, known, error_count: errors } = answer
  if (isWaiting && answer.databases.length > 0) return null
  const fresh = found - known
  if (errors > 0) return <ImportErrors answer={answer} />
  if (added > 0) {
    return (
      <Note tone="success">
        {t('{n, plural, one {# question added. It waits} other {# questions added. They wait}} for approval.', {
          n: added,
        })}
      </Note>
    )
  }
  return (
    <Note tone="info">
      <p>
        {t(
          '{n, plural, =0 {The file has no new questions.} one {# new question, no errors.} other {# new questions, no errors.}}',
          {
            n: fresh,
          },
        )}
      </p>
      {known > 0 && (
        <p>{t('{n, plural, one {# question is} other {# questions are}} already in the set.', { n: known })}</p>
      )}
    </Note>
  )
}

function ImportErrors({ answer }: { answer: ImportEvaluationResponse }) {
  const { t } = useTranslation()
  const { errors, error_count: count } = answer
  return (
    <Note tone="danger">
      <p>{t('{n, plural, one {# error. Nothing was added.} other {# errors. Nothing was added.}}', { n: count })}</p>
      <FileProblems
        className="max-h-[240px] overflow-auto"
        more={count - errors.length}
        problems={errors.map(({ line, question, message: text }) => ({
          line,
          text: (
            <>
              {question !== null && <bdi className="block">{question}</bdi>}
              {translate(t, text)}
            </>
          ),
        }))}
      />
    </Note>
  )
}
