import type { EvaluationQuestion } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addExamples, evaluationKey, type SetPlace } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { ImportForm } from './import-form.tsx'
import { QuestionForm } from './question-form.tsx'

interface AddDialogProps {
  areaId: string
  /** Null if the area has no set. */
  setId: string | null
  /** The set, which is created first if the area has none. */
  onPlace: () => Promise<SetPlace>
  onClose: () => void
  onAdded: (question: EvaluationQuestion | null) => void
}

/** Adds questions to a set: by hand, from verified examples, or from a file. */
export function AddDialog({ areaId, setId, onPlace, onClose, onAdded }: AddDialogProps) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'hand' | 'examples' | 'csv' | 'benchmark'>('hand')
  const [added, setAdded] = useState(0)
  return (
    <Modal open onClose={onClose} title={t('Add questions')} width={640}>
      <div className="grid gap-4">
        <div className="overflow-x-auto">
          <ModeSwitch
            label={t('Where the questions come from')}
            options={[
              { value: 'hand', label: t('By hand') },
              { value: 'examples', label: t('Verified examples') },
              { value: 'csv', label: t('CSV file') },
              { value: 'benchmark', label: t('Spider or BIRD') },
            ]}
            value={mode}
            onChange={setMode}
          />
        </div>
        {mode === 'hand' && (
          <>
            {added > 0 && (
              <Note tone="success">
                {t('{n, plural, one {Question added.} other {# questions added.}} Add another one, or close.', {
                  n: added,
                })}
              </Note>
            )}
            <QuestionForm
              key={added}
              onPlace={onPlace}
              question={null}
              onSaved={(question) => {
                setAdded(added + 1)
                onAdded(question)
              }}
              onCancel={onClose}
            />
          </>
        )}
        {mode === 'examples' && <ExamplesForm onPlace={onPlace} onClose={onClose} onAdded={() => onAdded(null)} />}
        {(mode === 'csv' || mode === 'benchmark') && (
          <ImportForm
            key={mode}
            kind={mode}
            areaId={areaId}
            setId={setId}
            onPlace={onPlace}
            onClose={onClose}
            onAdded={() => onAdded(null)}
          />
        )}
      </div>
    </Modal>
  )
}

interface ExamplesFormProps {
  onPlace: () => Promise<SetPlace>
  onClose: () => void
  onAdded: () => void
}

function ExamplesForm({ onPlace, onClose, onAdded }: ExamplesFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: async () => addExamples(await onPlace()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      onAdded()
    },
  })
  const { data } = add
  return (
    <>
      <p>{t('Adds the approved examples of this area as approved questions, with their SQL.')}</p>
      {add.isError && (
        <Note tone="danger">{describeError(add.error, t('Could not add the examples. Try again.'))}</Note>
      )}
      {data !== undefined && (
        <Note tone={data.added > 0 ? 'success' : 'info'}>
          <p>
            {t('{n, plural, =0 {No questions added.} one {# question added.} other {# questions added.}}', {
              n: data.added,
            })}
          </p>
          {data.known > 0 && (
            <p>{t('{n, plural, one {# example is} other {# examples are}} already in the set.', { n: data.known })}</p>
          )}
          {data.refused > 0 && (
            <p>
              {t(
                '{n, plural, one {# example was} other {# examples were}} left out because the SQL no longer runs or lacks values.',
                { n: data.refused },
              )}
            </p>
          )}
        </Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{data === undefined ? t('Cancel') : t('Close')}</Button>
        <Button kind="primary" disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? t('Adding...') : t('Add examples')}
        </Button>
      </ModalFoot>
    </>
  )
}
