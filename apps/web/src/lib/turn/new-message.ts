import type { ChatMessage } from './chat-message.ts'

/** A message with nothing known about it yet. */
export function newMessage(fields: Pick<ChatMessage, 'id' | 'turnId' | 'kind' | 'timestamp' | 'content'>): ChatMessage {
  const running = fields.kind === 'answer'
  return {
    id: fields.id,
    turnId: fields.turnId,
    kind: fields.kind,
    role: fields.kind === 'question' ? 'user' : 'assistant',
    content: fields.content,
    ownContent: null,
    timestamp: fields.timestamp,
    attachments: [],
    isStored: false,
    inDraft: false,
    status: running ? 'running' : 'answered',
    sqlResult: null,
    results: [],
    figures: [],
    progressSteps: [],
    showProgress: running,
    intermediateMessages: [],
    tokenUsage: null,
    hasPrompt: false,
    toolCalls: [],
    trail: [],
    actionButtons: [],
    followUps: [],
    readings: [],
    understood: null,
    warnings: [],
    missingParameters: [],
    areaFallback: null,
    errorCode: null,
    isLocalEnd: false,
    startTime: running ? fields.timestamp : null,
    endTime: null,
  }
}
