import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readAccessToken } from '../lib/access-token.ts'
import { useQuestions } from '../ui/questions.tsx'

/** Asks before input is lost: on closing, on Back, on leaving the page. */
export function useLeaveQuestion(isDirty: boolean): void {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (readAccessToken() === null || placeOf(current) === placeOf(next)) return false
      return !(await ask({ text: t('Discard changes?'), confirm: t('Discard'), danger: true }))
    },
  })
}

/** The form that an address opens; the rest of the address may change below it. */
function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const { dialog, form, tab } = search as { dialog?: unknown; form?: unknown; tab?: unknown }
  return JSON.stringify([pathname, dialog, form, tab])
}
