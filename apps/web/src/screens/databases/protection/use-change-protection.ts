import type { MatrixTable } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey } from '../../../api/areas.ts'
import { changeProtection } from '../../../api/protection.ts'
import { describeError } from '../../../lib/api-error.ts'
import { serverSentences } from '../../../lib/server-text.ts'
import { useQuestions } from '../../../ui/questions.tsx'

/** The effect of the last change, or why it failed. */
export interface Outcome {
  tone: 'success' | 'danger'
  text: string
  effects: string[]
}

export type ChangeTable = (table: MatrixTable, pressed: HTMLElement) => Promise<void>

/** Protects a table everywhere, or removes the protection after asking; one change at a time. */
export function useChangeProtection(configId: string) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [working, setWorking] = useState<string | null>(null)
  const running = useRef(false)

  const change = useCallback<ChangeTable>(
    async ({ table_name: table, protection }, pressed) => {
      const isRemoving = protection !== null
      const question = t(
        'Remove protection from {table}? Area owners who are not administrators can then show this table without approval, with or without rules. Areas waiting for approval show it immediately.',
        { table },
      )
      if (running.current) return
      if (isRemoving && !(await ask({ text: question, confirm: t('Remove protection'), danger: true }))) return
      running.current = true
      setWorking(table)
      setOutcome(null)
      try {
        const answer = await changeProtection(configId, table, !isRemoving)
        const text = answer.protected
          ? t('{table} is now protected.', { table })
          : t('{table} is no longer protected.', { table })
        setOutcome({ tone: 'success', text, effects: serverSentences(answer.effects, answer.effect_messages) })
      } catch (error) {
        const text = describeError(error, t('Could not change the protection of {table}. Try again.', { table }))
        setOutcome({ tone: 'danger', text, effects: [] })
      } finally {
        await queryClient.invalidateQueries({ queryKey: areasKey })
        running.current = false
        setWorking(null)
        // A disabled button loses the focus, so restore it for keyboard users.
        requestAnimationFrame(() => document.activeElement === document.body && pressed.focus())
      }
    },
    [ask, configId, queryClient, t],
  )
  return { outcome, dismiss: () => setOutcome(null), working, change }
}
