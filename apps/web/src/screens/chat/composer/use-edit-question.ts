import type { RefObject } from 'react'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import type { LiveChat } from '../state/use-chat.ts'

/** Puts the text of the last question back into the field while the field is empty. */
export function useEditQuestion(
  chat: LiveChat,
  field: RefObject<HTMLTextAreaElement | null>,
  { isEmpty, setText }: { isEmpty: boolean; setText: (text: string) => void },
): void {
  const { conversation, runningTurn } = chat.state
  const last = conversation.messages.findLast((message) => message.kind === 'question')?.content ?? ''
  const edit = () => {
    setText(last)
    field.current?.focus()
  }
  useAction(actions.editQuestion, edit, isEmpty && last !== '' && runningTurn === null)
}
