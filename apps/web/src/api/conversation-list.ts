import { sessionListSchema, type ListedSession, type SessionListQuery } from '@parlance/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { searchOf } from '../lib/search-of.ts'
import { call } from './client.ts'

export type { ListedSession }
export type ConversationFilter = Omit<SessionListQuery, 'cursor' | 'limit'>

/** Everyone's conversations in numbers, last used first, one page at a time. */
export function conversationListQuery(filter: ConversationFilter) {
  return infiniteQueryOptions({
    queryKey: ['all-conversations', filter],
    queryFn: ({ pageParam, signal }) => {
      const search = searchOf(pageParam === null ? filter : { ...filter, cursor: pageParam })
      return call(`/api/v1/admin/sessions?${search}`, sessionListSchema, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    retry: false,
  })
}
