import type { AreaProblem, CheckAreaRequest } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { checkArea } from '../../../api/areas.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { makeId } from '../../../lib/make-id.ts'
import { wholeColumnRules } from '../../../lib/security/column-rules.ts'
import { ruleCount } from '../../../lib/security/removed-rules.ts'
import { wholeDefinitions } from '../../../lib/whole-definitions.ts'
import { wholeRowRules } from '../../../lib/security/row-rules.ts'
import { useSettled } from './use-settled.ts'

/** Milliseconds without a change before the rules are proven. */
const typingPause = 600

const none: AreaProblem[] = []

export interface LiveCheck {
  problems: AreaProblem[]
  state: 'none' | 'checking' | 'checked' | 'offline' | 'failed'
  /** The databases that the rules were proven against. */
  databases: string[]
  /** Why they could not be proven; empty otherwise. */
  message: string
}

/**
 * Proves the draft's rules and definitions against its databases shortly after typing pauses; incomplete ones are left
 * out. The last
 * findings stay until the next answer.
 * @param draft null if there is nothing to check
 */
export function useLiveCheck(draft: CheckAreaRequest | null, pause = typingPause): LiveCheck {
  const [name] = useState(() => makeId())
  const { request, turn } = useSettled(draft, pause)
  const body = useMemo(() => (request === null ? null : wholeDraft(request)), [request])
  const check = useQuery({
    // Not the draft itself: it would serialize thousands of tables on every key press.
    queryKey: ['area-check', name, turn],
    queryFn: ({ signal }) => (body === null ? null : checkArea(body, signal)),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Prove a rule again when it is shown again, because the database may have changed in the meantime.
    gcTime: 0,
    retry: false,
  })
  if (body === null) return { problems: none, state: 'none', databases: [], message: '' }
  if (check.isError) {
    const isOffline = check.error instanceof ApiError && check.error.status === 0
    return {
      problems: none,
      state: isOffline ? 'offline' : 'failed',
      databases: [],
      message: isOffline ? '' : describeError(check.error, ''),
    }
  }
  const isChecking = check.isPending || check.isPlaceholderData || request !== draft
  return {
    problems: check.data?.problems ?? none,
    state: isChecking ? 'checking' : 'checked',
    databases: check.data?.databases ?? [],
    message: '',
  }
}

/** The draft with its complete rules and definitions; null if there are none, or nothing to prove them against. */
function wholeDraft(draft: CheckAreaRequest): CheckAreaRequest | null {
  const row = wholeRowRules(draft.row_security_rules ?? {})
  const column = wholeColumnRules(draft.column_security_rules ?? {})
  if (draft.application_id === '' || draft.tables.length === 0) return null
  const definitions = wholeDefinitions(draft.definitions)
  if (ruleCount(row) === 0 && ruleCount(column) === 0 && definitions === null) return null
  return {
    ...draft,
    ...(definitions !== null && { definitions }),
    row_security_rules: row,
    column_security_rules: column,
  }
}
