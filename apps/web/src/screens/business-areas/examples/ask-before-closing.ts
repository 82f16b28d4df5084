import { createContext, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuestions } from '../../../ui/questions.tsx'

/** Questions to ask before a dialog closes. The functions resolve to whether to close it. */
export type CloseQuestions = Set<() => Promise<boolean>>

/** Set in dialogs that are not part of the address, so that closing them leaves no page. */
export const CloseQuestionsContext = createContext<CloseQuestions | null>(null)

/** Asks before the surrounding dialog closes with unsaved input. */
export function useAskBeforeClosing(isDirty: boolean): void {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const questions = use(CloseQuestionsContext)
  useEffect(() => {
    if (questions === null || !isDirty) return undefined
    const question = () => ask({ text: t('Discard changes?'), confirm: t('Discard'), danger: true })
    questions.add(question)
    return () => void questions.delete(question)
  }, [questions, isDirty, ask, t])
}
