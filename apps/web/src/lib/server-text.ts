import type { Message, MessageValues } from '@parlance/contract'
import { translateText } from './i18n.ts'

interface ServerText {
  message: string
  pattern?: string | undefined
  values?: MessageValues | undefined
}

/** A text of the server in the user's language. */
export function serverText({ message, pattern, values }: ServerText): string {
  return translateText(message, pattern, values)
}

/** Sentences of the server in the user's language; without their messages, unchanged. */
export function serverSentences(sentences: string[], messages: readonly Message[] = []): string[] {
  return sentences.map((sentence, at) => translateText(sentence, messages[at]?.text, messages[at]?.values))
}
