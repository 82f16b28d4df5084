import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { recommendedAreaQuery } from '../../api/areas.ts'
import type { ChatMessage } from '../../lib/turn/chat-message.ts'
import { isForAnotherArea } from '../../lib/turn/turn-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { LiveChat } from './state/use-chat.ts'

const shownTables = 3

/** After an answer whose tables are not in the area: suggests the area that has them, selected with one click. */
export function AreaSuggestion({ chat }: { chat: LiveChat }) {
  const { t } = useTranslation()
  const { areaList, database } = chat.scope
  const question = areaList.length > 0 ? refusedQuestion(chat.state.conversation.messages) : null
  const applicationId = database?.application_id ?? database?.application?.id ?? null
  const { data: found } = useQuery(recommendedAreaQuery(question, applicationId))
  const area = areaList.find((candidate) => candidate.area_id === found?.area_id)
  if (area === undefined || area.area_id === chat.area?.area_id) return null
  const tables = found?.matched_tables.slice(0, shownTables).join(', ') ?? ''
  return (
    <Note tone="info" className="mx-auto mb-2 max-w-chat">
      <p>
        {tables === ''
          ? t('The business area "{area}" matches this question.', { area: area.area_name })
          : t('The business area "{area}" has the tables for this question: {tables}.', {
              area: area.area_name,
              tables,
            })}
      </p>
      <Button size="small" className="mt-2" onClick={() => void chat.changeArea(area)}>
        {t('Switch to {area}', { area: area.area_name })}
      </Button>
    </Note>
  )
}

/** The last question, if its area lacks the tables that it needs. */
function refusedQuestion(messages: ChatMessage[]): string | null {
  const last = messages.at(-1)
  if (last?.kind !== 'answer' || !isForAnotherArea(last)) return null
  const question = messages.find((message) => message.kind === 'question' && message.turnId === last.turnId)
  return question?.content ?? null
}
