import type { ChatMessage } from './chat-message.ts'

/** Milliseconds from the question to the turn's end; null while it runs. */
export function executionTime(message: ChatMessage): number | null {
  if (message.endTime === null || message.startTime === null) return null
  return Math.max(0, new Date(message.endTime).getTime() - new Date(message.startTime).getTime())
}

/** Tokens of a whole conversation. */
export function sessionTokens(messages: ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0)
}

/** Tokens of one answer: what its end says, else what its tools said. */
export function messageTokens(message: ChatMessage): number {
  if (message.tokenUsage !== null) return message.tokenUsage.totalTokens
  return message.toolCalls.reduce((sum, call) => sum + (call.tokenUsage?.totalTokens ?? 0), 0)
}
