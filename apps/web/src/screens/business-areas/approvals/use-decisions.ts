import type { AreaApproval, AreaApprovals } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey } from '../../../api/areas.ts'
import { approvalsQuery, decideApproval, type Decision } from '../../../api/protection.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { serverText } from '../../../lib/server-text.ts'

interface Notice {
  tone: 'success' | 'warning'
  text: string
}

/** Approves and declines requests. The notice describes the last decision until the next one. */
export function useDecisions() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [notice, setNotice] = useState<Notice | null>(null)
  const take = (id: string) =>
    queryClient.setQueryData<AreaApprovals>(approvalsQuery.queryKey, (known) => known && without(known, id))
  const readAgain = () => queryClient.invalidateQueries({ queryKey: areasKey })

  /** Resolves to the reason why the decision failed; null if there is nothing more to show next to the buttons. */
  const decide = async (approval: AreaApproval, decision: Decision): Promise<string | null> => {
    setNotice(null)
    try {
      const text = serverText(await decideApproval(approval.id, decision))
      take(approval.id)
      setNotice({ tone: 'success', text })
      await readAgain()
      return null
    } catch (error) {
      const text = outdatedText(error, approval.area_name, t)
      if (text === null) return describeError(error, t('Could not save your decision. Try again.'))
      await readAgain()
      setNotice({ tone: 'warning', text })
      return null
    }
  }
  return { notice, decide }
}

function without({ approvals, total_count }: AreaApprovals, id: string): AreaApprovals {
  const rest = approvals.filter((approval) => approval.id !== id)
  return { approvals: rest, total_count: total_count - (approvals.length - rest.length) }
}

/** What happened, if the entry is no longer the one the administrator read; null for any other failure. */
function outdatedText(error: unknown, area: string, t: TFunction): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 409) {
    return t('"{area}" has changed since this page loaded. The list is now up to date. Review the request again.', {
      area,
    })
  }
  if (error.status === 404) {
    return t(
      'This request for "{area}" is no longer waiting. The area owner withdrew it, or another administrator approved or declined it.',
      { area },
    )
  }
  return null
}
