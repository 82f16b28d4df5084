import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from './question-dialog.tsx'

// The first question loads the dialog's code, because most pages never ask.
const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }))

interface Questions {
  /** Asks before something that cannot be undone; resolves to whether to continue. */
  ask: (question: Question) => Promise<boolean>
  /** Shows an alert that the user must read. */
  tell: (text: string) => Promise<void>
}

const QuestionsContext = createContext<Questions | null>(null)

interface Waiting {
  question: Question
  answer: (agreed: boolean) => void
}

/** Gives every screen one dialog for its questions and alerts: one at a time, in order. */
export function QuestionsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Waiting | null>(null)
  const [open, setOpen] = useState(false)
  /** The first of these is shown. */
  const queue = useRef<Waiting[]>([])
  const asker = useRef<HTMLElement | null>(null)

  const show = useCallback((question: Question) => {
    return new Promise<boolean>((answer) => {
      const waiting = { question, answer }
      queue.current.push(waiting)
      if (queue.current.length > 1) return
      asker.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setShown(waiting)
      setOpen(true)
    })
  }, [])
  const questions = useMemo<Questions>(
    () => ({
      ask: show,
      tell: async (text) => {
        await show({ text, confirm: t('OK'), alert: true })
      },
    }),
    [show, t],
  )
  const close = (agreed: boolean) => {
    setOpen(false)
    shown?.answer(agreed)
  }
  // Close the dialog between questions: a user who has read one text must not answer the next.
  const showNext = () => {
    queue.current.shift()
    const [next] = queue.current
    if (next === undefined) return
    setShown(next)
    setOpen(true)
  }
  useEffect(() => {
    const waiting = queue.current
    return () => {
      for (const { answer } of waiting.splice(0)) answer(false)
    }
  }, [])

  return (
    <QuestionsContext value={questions}>
      {children}
      {shown !== null && (
        <Suspense>
          <QuestionDialog open={open} question={shown.question} asker={asker} onAnswer={close} onClosed={showNext} />
        </Suspense>
      )}
    </QuestionsContext>
  )
}

export function useQuestions(): Questions {
  const questions = use(QuestionsContext)
  if (questions === null) throw new Error('useQuestions needs a QuestionsProvider above it')
  return questions
}
