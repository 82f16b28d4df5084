import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { areasKey } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import type { LiveChat } from '../state/use-chat.ts'

/** A failed question may have used a deleted area or database, so this reloads the lists. */
export function useFreshScope(chat: LiveChat): void {
  const queryClient = useQueryClient()
  const last = chat.state.conversation.messages.at(-1)
  const failedId = last?.status === 'failed' ? last.id : null
  useEffect(() => {
    if (failedId === null) return
    void queryClient.invalidateQueries({ queryKey: areasKey })
    void queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })
  }, [queryClient, failedId])
}
