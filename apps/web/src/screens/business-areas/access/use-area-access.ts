import type { Area } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaAccessQuery, areaQuery, grantAreaAccess, revokeAreaAccess } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useQuestions } from '../../../ui/questions.tsx'
import { useMessage } from '../../../components/use-message.ts'

/** Grants and revokes access; each change is saved at once, separately from the area. */
export function useAreaAccess({ area_id: areaId }: Area) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const { message, success, failure } = useMessage()
  const [working, setWorking] = useState<string | null>(null)
  /** `work` returns the message to show; `failed` is shown if the server sends none. */
  const change = async (userId: string, work: () => Promise<string>, failed: string): Promise<boolean> => {
    if (working !== null) return false
    setWorking(userId)
    try {
      success(await work())
      return true
    } catch (error) {
      failure(describeError(error, failed))
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: areaAccessQuery(areaId).queryKey })
      setWorking(null)
    }
  }
  const grant = async (userId: string): Promise<string> => {
    const { status } = await grantAreaAccess(areaId, userId)
    if (status === undefined) return t('Access granted.')
    // The editor shows what is waiting for approval.
    await queryClient.invalidateQueries({ queryKey: areaQuery(areaId).queryKey })
    return t('This area contains protected tables, so an administrator must approve this access.')
  }
  return {
    message,
    working,
    grant: async (userId: string): Promise<boolean> => {
      await change(userId, () => grant(userId), t('Failed to grant access'))
      return true
    },
    revoke: async (userId: string): Promise<void> => {
      const text = t('Are you sure you want to revoke access for this user?')
      if (!(await ask({ text, confirm: t('Revoke access'), danger: true }))) return
      const revoke = async () => {
        await revokeAreaAccess(areaId, userId)
        return t('Access revoked.')
      }
      await change(userId, revoke, t('Failed to revoke access'))
    },
  }
}
