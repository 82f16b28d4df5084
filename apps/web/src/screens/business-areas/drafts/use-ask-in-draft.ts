import type { Area } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../../api/databases.ts'
import { useSelectDatabase } from '../../../components/use-select-database.ts'
import { describeError } from '../../../lib/api-error.ts'
import { useNotices } from '../../../ui/notices.tsx'

/** Starts a conversation in the draft of an area, with a database of its application. */
export function useAskInDraft(area: Area): { ask: () => void; isBusy: boolean } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const select = useSelectDatabase()
  const { show } = useNotices()
  const begin = useMutation({
    mutationFn: async () => {
      const all = await queryClient.fetchQuery(configurationsQuery)
      const fitting = all.filter((one) => one.is_valid && one.application_id === area.application_id)
      const database = fitting.find((one) => one.is_active) ?? fitting[0]
      if (database === undefined)
        throw new Error(t('You have no tested database of this application. Connect one first.'))
      return select(database, { areaId: area.area_id, inDraft: true })
    },
    onSuccess: ({ session }) => navigate({ to: '/chat', search: session === null ? {} : { session: session.id } }),
    onError: (error) => show(describeError(error, error.message), 'danger'),
  })
  return { ask: () => begin.mutate(), isBusy: begin.isPending }
}
