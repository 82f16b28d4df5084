import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import type { Question } from './questions.tsx'

interface QuestionDialogProps {
  open: boolean
  question: Question
  /** Where the focus was when the question came up, and where it goes back to. */
  asker: RefObject<HTMLElement | null>
  onAnswer: (agreed: boolean) => void
}

export function QuestionDialog({ open, question, asker, onAnswer }: QuestionDialogProps) {
  const { t } = useTranslation()
  const isAlert = question.alert === true
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="modal modal-ask" finalFocus={asker}>
          <AlertDialog.Title className="vh">{isAlert ? t('Notice') : t('Please confirm')}</AlertDialog.Title>
          <AlertDialog.Description className="ask-text">{t(question.text)}</AlertDialog.Description>
          <div className="ask-acts">
            {!isAlert && <Button onClick={() => onAnswer(false)}>{t('Cancel')}</Button>}
            <Button kind={question.danger === true ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
              {t(question.confirm)}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
