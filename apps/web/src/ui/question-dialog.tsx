import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { MouseEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { dialogClass, scrimClass } from './scrim.ts'
import { cn } from '../lib/cn.ts'

export interface Question {
  text: string
  /** What will happen, each in a sentence. */
  details?: string[]
  /** Introduces the details. */
  lead?: string
  /** The verb on the confirming button. */
  confirm: string
  danger?: boolean
  /** True if there is nothing to decide. */
  alert?: boolean
}

interface QuestionDialogProps {
  open: boolean
  question: Question
  /** Where the focus was when the question opened, and where it returns. */
  asker: RefObject<HTMLElement | null>
  onAnswer: (agreed: boolean) => void
  /** Called when the answered question has disappeared. */
  onClosed: () => void
}

/**
 * One question or alert. Escape means no; a click on the backdrop does nothing, because the question needs an answer.
 */
export function QuestionDialog({ open, question, asker, onAnswer, onClosed }: QuestionDialogProps) {
  const { t } = useTranslation()
  const isAlert = question.alert === true
  // The second click of a double click is not an answer: it may land on the next question.
  const answer = (agreed: boolean) => (event: MouseEvent) => {
    if (open && event.detail <= 1) onAnswer(agreed)
  }
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={scrimClass} />
        <AlertDialog.Popup className={cn(dialogClass, 'w-110! p-5')} finalFocus={asker}>
          <AlertDialog.Title className="sr-only">{isAlert ? t('Notice') : t('Please confirm')}</AlertDialog.Title>
          <AlertDialog.Description className="overflow-auto text-answer text-pretty whitespace-pre-line">
            {question.text}
          </AlertDialog.Description>
          {question.lead !== undefined && <p className="mt-3 text-(length:--text-dense)">{question.lead}</p>}
          {question.details !== undefined && question.details.length > 0 && (
            <ul className="mt-2 list-disc overflow-auto pl-5 text-(length:--text-dense) text-muted wrap-anywhere">
              {question.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
          <div className="mt-5 flex flex-none justify-end gap-2">
            {!isAlert && <Button onClick={answer(false)}>{t('Cancel')}</Button>}
            <Button kind={question.danger === true ? 'danger' : 'primary'} onClick={answer(true)}>
              {question.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
