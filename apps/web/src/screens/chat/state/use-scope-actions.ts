import { message, type AreaListItem } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { areasKey, deleteArea, forgetArea, setDefaultArea } from '../../../api/areas.ts'
import { configurationsQuery, type Database } from '../../../api/databases.ts'
import { whyUnusable } from '../../../components/connection-state.tsx'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { useNotices } from '../../../ui/notices.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { ChatParts } from './chat-parts.ts'
import { newSessionName, type BeginSession } from './use-begin-session.ts'
import { defaultArea } from './use-scope.ts'

const areasFailedText = message(
  'Failed to load business areas for the selected database. The database connection may be invalid or you may not have permission to access it.',
)
const allTablesRefusal = message(
  'Cannot select "All Tables" when business areas are defined. Please select a specific business area to ensure proper security rules are applied.',
)

const activationRefusal = message('Database configuration must be tested before it can be activated.')

/** Changes the database or area: each change starts a new session, after confirmation if the old one has questions. */
export function useScopeActions(parts: ChatParts, { begin, current, hasQuestions }: BeginSession) {
  const { t, i18n } = useTranslation()
  const { ask, tell } = useQuestions()
  const { show } = useNotices()
  const queryClient = useQueryClient()
  const { scope, sessionId } = parts
  const mayLeave = async (text: string) => !hasQuestions(sessionId) || (await ask({ text, confirm: t('Continue') }))

  // The area was deleted after the list was loaded, so a session in it could not ask anything.
  const areaIsGone = (text: string): Promise<void> => {
    void queryClient.invalidateQueries({ queryKey: areasKey })
    return tell(text)
  }
  const changeArea = async (area: AreaListItem | null): Promise<void> => {
    if (area === null && scope.areaList.length > 0) return tell(translate(t, allTablesRefusal))
    if ((area?.area_id ?? null) === parts.areaId) return undefined
    if (!(await mayLeave(t('Changing the business area will create a new chat session. Continue?')))) return undefined
    const failure = area === null ? null : await setDefaultArea(area.area_id).catch((error: unknown) => error)
    if (failure instanceof ApiError && [403, 404].includes(failure.status)) return areaIsGone(failure.message)
    return begin(translate(t, newSessionName), { ...current, businessAreaId: area?.area_id ?? null })
  }

  return {
    changeDatabase: async (database: Database): Promise<void> => {
      if (database.id === scope.database?.id) return
      const refusal = whyUnusable(database)
      if (refusal !== null) return tell(translate(t, refusal))
      if (!(await mayLeave(t('Changing the database will create a new chat session. Continue?')))) return undefined
      try {
        const { selected, areas } = await scope.selectDatabase(database.id)
        const businessAreaId = defaultArea(areas ?? [])?.area_id ?? null
        const name = `${selected.name} - ${new Date().toLocaleString(i18n.language)}`
        await begin(name, { databaseConfigId: selected.id, businessAreaId })
        if (areas === null) parts.setProblem(translate(t, areasFailedText))
        return undefined
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey, exact: true })
        const advice = t('Please go to Database Management to configure and test your database connection.')
        return tell(`${switchFailure(error) ?? translate(t, activationRefusal)} ${advice}`)
      }
    },

    /** Null means all tables, which only a database without areas offers. */
    changeArea,

    /** Switches to an area that an answer suggests. */
    changeAreaTo: async (areaId: string): Promise<void> => {
      const area = scope.areaList.find((candidate) => candidate.area_id === areaId)
      return area === undefined
        ? areaIsGone(t("Business area not found, or you don't have access to it."))
        : changeArea(area)
    },

    /** Deletes the selected area after a confirmation with its name; then none is selected. */
    removeArea: async (area: AreaListItem): Promise<void> => {
      const text = t('Are you sure you want to delete the business area "{name}"? This action cannot be undone.', {
        name: area.area_name,
      })
      if (!(await ask({ text, confirm: t('Delete business area'), danger: true }))) return
      try {
        await deleteArea(area.area_id)
        await forgetArea(queryClient, area.area_id)
        if (parts.areaId === area.area_id) parts.setAreaId(null)
        parts.setProblem(null)
        show(t('Business area deleted successfully!'))
      } catch (error) {
        parts.setProblem(describeError(error, t('Failed to delete business area. Please try again.')))
      } finally {
        await queryClient.invalidateQueries({ queryKey: areasKey })
      }
    },
  }
}

/** The server's reason; null if the database is not tested. */
function switchFailure(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  return error.serverText ?? (error.status === 400 ? null : error.message)
}
