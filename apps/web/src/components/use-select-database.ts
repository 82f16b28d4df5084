import type { SessionListItem } from '@parlance/contract'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { areasQuery, askableAreas } from '../api/areas.ts'
import { meQuery } from '../api/auth.ts'
import { configurationsQuery, setActive, type Database } from '../api/databases.ts'
import { createSession, sessionsQuery } from '../api/sessions.ts'
import { useQuestions } from '../ui/questions.tsx'

/**
 * Selects a database for this user and starts a session with it: in `areaId` if it can be asked, else in the default
 * area of its application, else in the first. Throws if the selection fails; a session that cannot be created is null,
 * because the selection remains. `lacksArea` is true if the application has no area yet. A session in a draft is in that
 * area or not at all.
 */
export function useSelectDatabase(): (
  database: Pick<Database, 'id'>,
  place?: { areaId: string; inDraft?: boolean },
) => Promise<{ session: SessionListItem | null; lacksArea: boolean }> {
  const { t } = useTranslation()
  const { tell } = useQuestions()
  const queryClient = useQueryClient()
  const { data: user } = useSuspenseQuery(meQuery)

  return async (database, { areaId, inDraft = false } = { areaId: '' }) => {
    const selected = await setActive(database.id)
    // A list requested earlier must not restore the old selection.
    await queryClient.cancelQueries({ queryKey: configurationsQuery.queryKey, exact: true })
    queryClient.setQueryData(configurationsQuery.queryKey, (list) =>
      list?.map((item) => (item.id === selected.id ? selected : { ...item, is_active: false })),
    )
    const areas = await queryClient
      .fetchQuery({ ...areasQuery(selected.application_id), staleTime: 0 })
      .catch(() => null)
    if (areas === null) {
      void tell(t('Failed to load business areas for the selected database. Creating session without business area.'))
    }
    const askable = askableAreas(areas ?? [])
    const area =
      askable.find(({ area_id }) => area_id === areaId) ?? askable.find(({ is_default }) => is_default) ?? askable[0]
    const now = new Date().toISOString()
    const session = await createSession(user.user_id, {
      'user:id': user.user_id,
      'user:business_area_id': inDraft ? areaId : (area?.area_id ?? null),
      ...(inDraft && { 'app:area_draft': true }),
      'user:database_config_id': selected.id,
      'app:session_name': t('New Session - {database}', { database: selected.name }),
      'app:created_at': now,
      'app:last_accessed': now,
    }).catch((error: unknown) => {
      if (inDraft) throw error
      return null
    })
    if (session !== null) {
      queryClient.setQueryData(sessionsQuery(user.user_id).queryKey, (list) => list && [session, ...list])
    }
    return { session, lacksArea: selected.application_id !== null && areas?.length === 0 }
  }
}
