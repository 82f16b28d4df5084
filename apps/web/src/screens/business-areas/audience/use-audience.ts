import type { AreaAudience, AreaAudienceRequest, AreaDraft, AudienceUser } from '@parlance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { audienceKey, reviewAudience } from '../../../api/areas.ts'
import { makeId } from '../../../lib/make-id.ts'
import { wholeColumnRules } from '../../../lib/security/column-rules.ts'
import { wholeRowRules } from '../../../lib/security/row-rules.ts'
import { createRequestOf, type AreaForm } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { useSettled } from '../security/use-settled.ts'

/** Milliseconds without a change before the audience is read again. */
const typingPause = 800

/** Who would see what of an area as it is edited. */
export interface Audience {
  /** The newest answer; null before the first. */
  known: AreaAudience | null
  /** The loaded users, those with a problem first. */
  users: AudienceUser[]
  /** The unsaved changes that it is about; null if there is nothing to ask yet. */
  draft: AreaDraft | null
  isUpdating: boolean
  error: Error | null
  retry: () => void
  /** Loads more users; null if there are none. */
  more: (() => void) | null
  /** The request for the current draft, with its key; null while it is outdated. */
  asked: { key: unknown[]; request: AreaAudienceRequest } | null
}

/** Reads shortly after typing pauses who would see what; incomplete rules are left out. */
export function useAudience({ base, form }: AreaEditor, pause = typingPause): Audience {
  const [name] = useState(() => makeId())
  const areaId = base?.area_id
  const { application_id, visibility, tables, row_security_rules: rows, column_security_rules: columns } = form
  // Without the long lists, which this doesn't need on every key press.
  const { access } = createRequestOf({ ...form, tables: [], joins: [] })
  const accessText = JSON.stringify(access)
  const draft = useMemo(
    () =>
      application_id === '' || tables.length === 0 ? null : draftOf({ visibility, tables, rows, columns, accessText }),
    [application_id, visibility, tables, rows, columns, accessText],
  )
  const { request } = useSettled(draft, pause)
  const turn = useTurn(request)
  // Not the draft itself: it would serialize thousands of tables on every key press.
  const key = [name, areaId, application_id, turn]
  const place: AreaAudienceRequest = areaId === undefined ? { application_id } : { area_id: areaId, application_id }
  const audience = useInfiniteQuery({
    queryKey: [...audienceKey, ...key],
    queryFn: ({ pageParam, signal }) => reviewAudience({ ...place, ...request, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: AreaAudience, pages) => {
      const loaded = pages.reduce((sum, { users }) => sum + users.length, 0)
      return last.users.length > 0 && loaded < last.total ? loaded : undefined
    },
    enabled: request !== null,
    placeholderData: keepPreviousData,
    // Users and their attributes may have changed in the meantime.
    gcTime: 0,
    retry: false,
  })
  const pages = audience.data?.pages
  const users = useMemo(() => {
    // A new account may have moved a user to the next page.
    const all = new Map((pages ?? []).flatMap((page) => page.users).map((user) => [user.user_id, user]))
    return [...all.values()].toSorted((one, other) => Number(hasProblem(other)) - Number(hasProblem(one)))
  }, [pages])
  const isOutdated = audience.isPlaceholderData || request !== draft
  return {
    known: pages?.at(-1) ?? null,
    users,
    draft,
    isUpdating: audience.isFetching || isOutdated,
    error: audience.error,
    retry: () => void audience.refetch(),
    more: audience.hasNextPage ? () => void audience.fetchNextPage() : null,
    asked:
      request === null || isOutdated || audience.data === undefined ? null : { key, request: { ...place, ...request } },
  }
}

/** The number of different requests so far; the form may give equal drafts that are different objects. */
function useTurn(request: AreaDraft | null): number {
  const text = useMemo(() => JSON.stringify(request), [request])
  const [known, setKnown] = useState({ text, turn: 0 })
  if (known.text !== text) setKnown({ text, turn: known.turn + 1 })
  return known.turn
}

/** Whether a user with access sees nothing of some tables, or of all. */
export function hasProblem({ may_use_database: mayUse, tables }: AudienceUser): boolean {
  return !mayUse || tables.some(({ sees }) => sees === 'none' || sees === 'refused')
}

interface DraftParts {
  visibility: AreaForm['visibility']
  tables: AreaForm['tables']
  rows: AreaForm['row_security_rules']
  columns: AreaForm['column_security_rules']
  accessText: string | undefined
}

function draftOf({ visibility, tables, rows, columns, accessText }: DraftParts): AreaDraft {
  return {
    visibility,
    tables: tables.map(({ table_name, confirmed }) => ({ table_name, ...(confirmed === true && { confirmed }) })),
    row_security_rules: wholeRowRules(rows),
    column_security_rules: wholeColumnRules(columns),
    ...(accessText !== undefined && { access: JSON.parse(accessText) as AreaDraft['access'] }),
  }
}
