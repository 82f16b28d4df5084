import { message } from '@parlance/contract'
import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../lib/format.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { useNow } from '../../../lib/use-now.ts'
import { friendlyToolName } from '../../../lib/turn/tool-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyboardKey } from '../../../ui/keyboard-key.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Steps } from './trace.tsx'

const processingText = message('Processing...')
const reconnectingText = message('Connection lost. Reconnecting...')

interface RunningLineProps {
  message: ChatMessage
  isLineBroken: boolean
  /** The current line of the model's thinking; empty unless it thinks. */
  thought: string
  onCancel: () => void
}

/** The current step, what the model thinks, its duration, and a button to stop it. */
export function RunningLine({ message, isLineBroken, thought, onCancel }: RunningLineProps) {
  const { t } = useTranslation()
  const elapsed = Math.max(0, useNow(100).getTime() - new Date(message.timestamp).getTime())
  const open = message.toolCalls.findLast((call) => call.status === 'calling')
  const done = open === undefined ? message.progressSteps.at(-1) : friendlyToolName(open.name, true)
  const step = isLineBroken ? reconnectingText : (done ?? processingText)
  return (
    <>
      <div className="flex min-h-8 items-center gap-2.5">
        <Spinner />
        <span className="min-w-0 flex-1 truncate">
          {shownText(t, step)}
          {!isLineBroken && (
            <>
              {' · '}
              <span className="tabular-nums">{formatDuration(elapsed)}</span>
            </>
          )}
        </span>
        <Button size="small" onClick={onCancel}>
          <Icon of={Square} small className="fill-current" />
          {t('Stop')}
          <KeyboardKey className="max-md:hidden!" aria-hidden>
            Esc
          </KeyboardKey>
        </Button>
      </div>
      {thought !== '' && message.content === '' && (
        // It changes twice a second, so it keeps to one line, below the text next to the spinner.
        <p className="truncate pb-1 pl-6.5 text-meta text-muted italic" dir="auto" title={thought}>
          {thought}
        </p>
      )}
      <Steps message={message} />
    </>
  )
}
