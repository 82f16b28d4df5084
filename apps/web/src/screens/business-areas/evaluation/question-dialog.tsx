import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { questionQuery, type SetPlace } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { QuestionForm } from './question-form.tsx'

interface EditQuestionProps {
  place: SetPlace
  questionId: string
  onClose: () => void
}

/** Edits a question of the set. */
export function EditQuestion({ place, questionId, onClose }: EditQuestionProps) {
  const { t } = useTranslation()
  const question = useQuery(questionQuery(place, questionId))
  return (
    <Modal open onClose={onClose} title={t('Edit question')} width={640}>
      {question.isPending && <p className="text-muted">{t('Loading the question...')}</p>}
      {question.isError && (
        <Note tone="danger">{describeError(question.error, t('Could not load the question. Try again.'))}</Note>
      )}
      {question.data !== undefined && (
        <QuestionForm
          key={question.data.id}
          onPlace={() => Promise.resolve(place)}
          question={question.data}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
