import { Lightbulb, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localStore } from '../../../lib/safe-storage.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const seenKey = 'parlance:answer_hint'

/** Says once how to check an answer: below the first one with rows, until it is closed or another question follows. */
export function FirstHint({ messages }: { messages: ChatMessage[] }) {
  const { t } = useTranslation()
  const [isSeen, setSeen] = useState(() => localStore.get(seenKey) !== null)
  const answers = messages.filter(({ kind }) => kind === 'answer')
  const [first] = answers
  const isFirst = answers.length === 1 && first?.status === 'answered' && first.sqlResult !== null
  const isFamiliar = answers.length > 1
  useEffect(() => {
    if (isFamiliar) localStore.set(seenKey, 'seen')
  }, [isFamiliar])
  if (isSeen || !isFirst) return null
  const close = () => {
    localStore.set(seenKey, 'seen')
    setSeen(true)
  }
  return (
    <div className="mx-auto mb-5 flex max-w-chat items-start gap-2 rounded-md bg-sunken py-2 pr-1 pl-3 text-(length:--text-dense)/5 text-muted print:hidden">
      <Icon of={Lightbulb} className="mt-0.5 flex-none" />
      <p className="min-w-0 flex-1">
        {t('To check an answer, open a part of the line below it: the tables it read, its SQL, or its steps.')}
      </p>
      <Button kind="quiet" size="small" square aria-label={t('Close hint')} title={t('Close hint')} onClick={close}>
        <Icon of={X} />
      </Button>
    </div>
  )
}
