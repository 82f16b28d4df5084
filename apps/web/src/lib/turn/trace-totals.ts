import type { ChatMessage } from './chat-message.ts'

/** Milliseconds from the question to the end of the turn; null while it is running. */
export function executionTime(message: ChatMessage): number | null {
  if (message.endTime === null || message.startTime === null) return null
  return Math.max(0, new Date(message.endTime).getTime() - new Date(message.startTime).getTime())
}

/** The tokens of a whole conversation. */
export function sessionTokens(messages: ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0)
}

/** The tokens of one answer: from its end event, else from its tools. */
export function messageTokens(message: ChatMessage): number {
  if (message.tokenUsage !== null) return message.tokenUsage.totalTokens
  return message.toolCalls.reduce((sum, call) => sum + (call.tokenUsage?.totalTokens ?? 0), 0)
}
