import { Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { lastAttachedTables } from '../../../lib/turn/asked-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { LiveChat } from '../state/use-chat.ts'

/** Shows that questions go to an attached file instead of the database, with a link back. */
export function AskedFile({ chat }: { chat: LiveChat }) {
  const { t } = useTranslation()
  if (!chat.isFileAsked) return null
  const file = lastAttachedTables(chat.state.conversation.messages)
  const database = chat.scope.database?.name
  return (
    <div className="mx-auto mb-1 flex max-w-chat items-center gap-1.5 text-meta text-muted">
      <Icon of={Table2} small />
      <span className="truncate min-w-0">
        {file === null ? t('Questions go to the attached file.') : t('Questions go to {file}.', { file })}
      </span>
      <Button
        size="small"
        kind="quiet"
        className="flex-none"
        disabled={chat.state.runningTurn !== null}
        onClick={() => void chat.leaveFile()}
      >
        {database === undefined ? t('Stop using the file') : t('Switch back to {database}', { database })}
      </Button>
    </div>
  )
}
