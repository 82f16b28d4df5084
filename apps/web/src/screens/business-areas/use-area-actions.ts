import { message, type AreaListItem } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, deleteArea, forgetArea, setDefaultArea } from '../../api/areas.ts'
import { describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { useQuestions } from '../../ui/questions.tsx'
import { areaDeletion } from './area-deletion.ts'
import type { ShowBanner } from './use-banner.ts'

export const deleteQuestion = message(
  'Are you sure you want to delete this business area? This action cannot be undone.',
)

/** The actions on a listed area other than opening it. */
export function useAreaActions(show: ShowBanner) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<string | null>(null)
  const isWorking = useRef(false)
  const once = async (areaId: string, work: () => Promise<void>): Promise<boolean> => {
    if (isWorking.current) return false
    isWorking.current = true
    setWorking(areaId)
    try {
      await work()
      return true
    } catch {
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: areasKey })
      isWorking.current = false
      setWorking(null)
    }
  }
  const reporting = async (work: Promise<void>, fallback: string) => {
    try {
      await work
    } catch (error) {
      show('failure', describeError(error, fallback))
      throw error
    }
  }
  const remove = (areaId: string) =>
    once(areaId, async () => {
      await reporting(deleteArea(areaId), t('Failed to delete business area'))
      await forgetArea(queryClient, areaId)
      show('deletion', t('Business area deleted successfully!'))
    })
  return {
    /** The id of the area with an action in progress. */
    working,
    setDefault: (area: AreaListItem) =>
      once(area.area_id, async () => {
        await reporting(setDefaultArea(area.area_id), t('Failed to set default business area'))
        show('change', t('{name} is now your default area.', { name: area.area_name }))
      }),
    remove,
    /** Asks first; resolves to whether the area was deleted. */
    askAndRemove: async (areaId: string): Promise<boolean> =>
      (await ask({
        text: translate(t, deleteQuestion),
        details: await areaDeletion(queryClient, areaId, t),
        confirm: t('Delete business area'),
        danger: true,
      })) && remove(areaId),
  }
}

export type AreaActions = ReturnType<typeof useAreaActions>
