import type { ChatMessage } from './chat-message.ts'

/** As the server names the tables among attached files, whatever they were sent as. */
const tableTypes = new Set(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])

/** The names of the tables that came with a question, joined; null when none did. */
export function attachedTables(message: ChatMessage): string | null {
  const names = message.attachments.filter(({ type }) => tableTypes.has(type)).map(({ name }) => name)
  return names.length === 0 ? null : names.join(', ')
}

/** The tables that were attached last in a conversation. */
export function lastAttachedTables(messages: ChatMessage[]): string | null {
  const question = messages.findLast((message) => attachedTables(message) !== null)
  return question === undefined ? null : attachedTables(question)
}

/** What an answer's rows came from. */
export interface Source {
  name: string
  isFile: boolean
}

interface Place {
  databaseName: string | null
  /** Whether the conversation's questions go to its attached tables now. */
  isFileAsked: boolean
}

/**
 * What each answer's rows came from, by turn: its own attached tables, those before it, or the database. A turn is not
 * in it where that cannot be told.
 */
export function sourcesOf(messages: ChatMessage[], { databaseName, isFileAsked }: Place): Map<string, Source> {
  const questions = messages.filter((message) => message.kind === 'question')
  const last = questions.findLastIndex((message) => attachedTables(message) !== null)
  const sources = new Map<string, Source>()
  let hadTables = false
  for (const [index, question] of questions.entries()) {
    const own = attachedTables(question)
    hadTables ||= own !== null
    const later = index > last && isFileAsked ? lastAttachedTables(questions) : null
    const name = own ?? (hadTables ? later : databaseName)
    if (name !== null && question.turnId !== null) sources.set(question.turnId, { name, isFile: hadTables })
  }
  return sources
}
