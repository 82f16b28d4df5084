import type { Area } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaQuery, areasKey, withdrawPendingApproval } from '../../../api/areas.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'
import { formOfArea, isChanged } from './area-form.ts'

interface Outcome {
  tone: 'success' | 'danger'
  text: string
  /** The area differs from the one in the form and must be reloaded. */
  isOutdated: boolean
}

/** Withdraws a pending request. `onWithdrawn` gets the area after that. */
export function useWithdrawal(base: Area, onWithdrawn: (area: Area) => void) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const working = useRef(false)
  const [isWorking, setWorking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const send = async (): Promise<Outcome> => {
    try {
      const area = await withdrawPendingApproval(base.area_id)
      queryClient.setQueryData(areaQuery(base.area_id).queryKey, area)
      // Saving on top of another user's change would undo it.
      const isOutdated = isChanged(formOfArea(area), formOfArea(base))
      if (!isOutdated) onWithdrawn(area)
      return { tone: 'success', text: t('Request withdrawn. The current settings stay in effect.'), isOutdated }
    } catch (error) {
      const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409)
      return { tone: 'danger', text: describeError(error, t('Could not withdraw the request. Try again.')), isOutdated }
    }
  }
  const withdraw = async (): Promise<void> => {
    const text = t('Withdraw this request? The area stays as it is, and administrators no longer see the request.')
    if (working.current || !(await ask({ text, confirm: t('Withdraw request'), danger: true }))) return
    working.current = true
    setWorking(true)
    setOutcome(null)
    setOutcome(await send())
    working.current = false
    setWorking(false)
    await queryClient.invalidateQueries({ queryKey: areasKey })
  }
  return { withdraw, isWorking, outcome }
}
