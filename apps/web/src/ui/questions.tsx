import { createContext, lazy, Suspense, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'

// The first question brings the dialog's code: most pages never ask.
const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }))

export interface Question {
  text: string
  /** The verb of the button that agrees. */
  confirm: string
  danger?: boolean
  /** True where there is nothing to decide. */
  alert?: boolean
}

interface Questions {
  /** Asks before something that cannot be undone; answers whether to go on. */
  ask: (question: Question) => Promise<boolean>
  /** Says something that must be read. */
  tell: (text: string) => Promise<void>
}

const QuestionsContext = createContext<Questions | null>(null)

/** Gives every screen one dialog for its questions and alerts. */
export function QuestionsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  const answer = useRef<(agreed: boolean) => void>(() => undefined)
  const asker = useRef<HTMLElement | null>(null)

  const show = useCallback((question: Question) => {
    answer.current(false)
    asker.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setShown(question)
    setOpen(true)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  const questions = useMemo<Questions>(
    () => ({
      ask: show,
      tell: async (text) => {
        await show({ text, confirm: 'OK', alert: true })
      },
    }),
    [show],
  )
  const close = (agreed: boolean) => {
    setOpen(false)
    answer.current(agreed)
    answer.current = () => undefined
  }

  return (
    <QuestionsContext value={questions}>
      {children}
      {shown !== null && (
        <Suspense>
          <QuestionDialog open={open} question={shown} asker={asker} onAnswer={close} />
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
