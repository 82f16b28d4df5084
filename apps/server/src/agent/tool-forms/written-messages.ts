import type { AssistantContent, ModelMessage, ToolContent, UserContent } from 'ai'
import type { WrittenCall } from './calls-in-text.ts'

/** A conversation in which tool calls and their results are text. Texts of one role in a row become one message. */
export function writtenMessages(messages: ModelMessage[], write: (call: WrittenCall) => string): ModelMessage[] {
  const written: ModelMessage[] = []
  for (const message of messages) {
    const next = writtenMessage(message, write)
    const before = written.at(-1)
    if (before?.role === 'user' && next.role === 'user') {
      written.splice(-1, 1, { ...before, content: joined(before.content, next.content) })
    } else written.push(next)
  }
  return written
}

function writtenMessage(message: ModelMessage, write: (call: WrittenCall) => string): ModelMessage {
  if (message.role === 'tool') return { role: 'user', content: resultsOf(message.content) }
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  return { role: 'assistant', content: message.content.map((part) => textOf(part, write)).join('') }
}

function textOf(part: Exclude<AssistantContent, string>[number], write: (call: WrittenCall) => string): string {
  if (part.type === 'text') return part.text
  if (part.type !== 'tool-call') return ''
  return write({ name: part.toolName, input: { ...(part.input as Record<string, unknown>) } })
}

/** The instructions say that everything between `<data>` and `</data>` is data. */
function resultsOf(content: ToolContent): string {
  return content
    .flatMap((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'text') return []
      const value = part.output.value.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
      return [`Result of ${part.toolName}:\n<data>${value}</data>`]
    })
    .join('\n\n')
}

function joined(one: UserContent, other: UserContent): UserContent {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`
  return [...partsOf(one), ...partsOf(other)]
}

function partsOf(content: UserContent): Exclude<UserContent, string> {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
