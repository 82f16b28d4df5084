import type { ConversationFilter } from '../../api/conversation-list.ts'
import { startOfDay } from '../../lib/start-of-day.ts'
import { textOf } from '../../lib/text-of.ts'

/** The filters in the address; days are in the reader's time zone, both inclusive. */
export interface ConversationSearch {
  /** The ID of the only one to show. */
  conversation?: string | undefined
  user?: string | undefined
  database?: string | undefined
  area?: string | undefined
  /** What its answers were rated, or that one failed. */
  show?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** No filters. */
export const noFilters = {
  conversation: undefined,
  user: undefined,
  database: undefined,
  area: undefined,
  show: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Record<keyof ConversationSearch, undefined>

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  return {
    conversation: textOf(search['conversation']),
    user: textOf(search['user']),
    database: textOf(search['database']),
    area: textOf(search['area']),
    show: textOf(search['show']),
    from: textOf(search['from']),
    to: textOf(search['to']),
  }
}

/** The server request; leaves out invalid days and values. */
export function filterOf({
  conversation,
  user,
  database,
  area,
  show,
  from,
  to,
}: ConversationSearch): ConversationFilter {
  const since = startOfDay(from, 0)
  const until = startOfDay(to, 1)
  return {
    ...(conversation !== undefined && { session_id: conversation }),
    ...(user !== undefined && { user_id: user }),
    ...(database !== undefined && { connection_id: database }),
    ...(area !== undefined && { area_id: area }),
    ...((show === 'right' || show === 'wrong') && { feedback: show }),
    ...(show === 'failed' && { outcome: 'failed' as const }),
    ...(since !== null && { from: since }),
    ...(until !== null && { to: until }),
  }
}
