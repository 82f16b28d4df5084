import type { Network } from '../../../lib/use-online.ts'

interface WaitingQuestionsParts<Question> {
  network: Network
  /** Whether the question still waits: the user may have decided against it. */
  isWaiting: (question: Question) => boolean
  /** Whether its conversation is busy with another question. */
  isBusy: (question: Question) => boolean
  send: (question: Question) => void
}

/** Questions that are sent when the browser is online again, one at a time in each conversation. */
export function createWaitingQuestions<Question>({
  network,
  isWaiting,
  isBusy,
  send,
}: WaitingQuestionsParts<Question>) {
  const waiting: Question[] = []
  const sendAll = () => {
    if (!network.isOnline()) return
    for (const question of waiting.splice(0).filter(isWaiting)) {
      if (isBusy(question)) waiting.push(question)
      else send(question)
    }
  }
  return {
    add: (question: Question) => waiting.push(question),
    /** Sends those whose conversation is not busy any more. */
    sendAll,
    dispose: network.onReturn(sendAll),
  }
}
