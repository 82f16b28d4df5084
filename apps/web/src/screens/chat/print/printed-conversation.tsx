import { pagePart, usePagePart } from '../../../lib/page-part.ts'
import { usePrinting } from '../../../lib/use-printing.ts'
import type { LiveChat } from '../state/use-chat.ts'
import { useChartDrawer } from './use-chart-drawer.ts'

const printedPages = pagePart(() => import('./printed-pages.tsx'))

interface PrintedConversationProps {
  chat: LiveChat
  /** The id of the answer whose rows are open. */
  shownId: string | null
}

/** The conversation on paper. Its code is loaded with the first question, because printing waits for nothing. */
export function PrintedConversation({ chat, shownId }: PrintedConversationProps) {
  const { messages } = chat.state.conversation
  const draw = useChartDrawer(messages)
  const pages = usePagePart(printedPages, messages.length > 0)
  const isPrinting = usePrinting()
  return isPrinting && pages !== null ? <pages.PrintedPages chat={chat} shownId={shownId} draw={draw} /> : null
}
