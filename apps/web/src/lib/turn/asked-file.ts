import type { ChatMessage } from './chat-message.ts'

/** The types by which the server identifies tables among attached files, whatever type they were sent as. */
const tableTypes = new Set(['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])

/** The names of the tables attached to a question, joined; null if there are none. */
export function attachedTables(message: ChatMessage): string | null {
  const names = message.attachments.filter(({ type }) => tableTypes.has(type)).map(({ name }) => name)
  return names.length === 0 ? null : names.join(', ')
}

/** The most recently attached tables of a conversation. */
export function lastAttachedTables(messages: ChatMessage[]): string | null {
  const question = messages.findLast((message) => attachedTables(message) !== null)
  return question === undefined ? null : attachedTables(question)
}

/** The source of an answer's rows. */
export interface Source {
  name: string
  isFile: boolean
}

interface Place {
  databaseName: string | null
  /** Whether the conversation's questions currently use its attached tables. */
  isFileAsked: boolean
}

/**
 * The source of each answer's rows, by turn: its own attached tables, earlier ones, or the database. Leaves out turns
 * with an unknown source.
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
