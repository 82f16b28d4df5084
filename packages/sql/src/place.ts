import { formatMessage, joinMessages, message, type Message } from '@parlance/contract'
import { shown } from './shown.ts'

const word = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy
/** Longer names are replaced by their position. */
const longestFragment = 40

const quotedName = /"[^"\n]{1,80}"|`[^`\n]{1,80}`|\[[^\]\n]{1,80}\]/y

/**
 * Adds the position in the SQL to a refusal, unless it already quotes the word there.
 * Text literals aren't repeated, because they may be private.
 */
export function withPlace(refusal: Message, position: number | null, sql: string): Message {
  if (position === null || position < 0 || sql.trim() === '') return refusal
  if (position >= sql.trimEnd().length) return joinMessages([refusal, message('See the end of the query.')])
  const near = shown(fragmentAt(sql, position))
  const name = shown(near.replace(/^["`[]|["`\]]$/g, '')).toLowerCase()
  if (name && formatMessage(refusal).toLowerCase().includes(name)) return refusal
  const lines = sql.slice(0, position).split('\n')
  const place = { line: lines.length, column: lines.at(-1)!.length + 1 }
  const isPlain = near !== '' && near.length <= longestFragment && !near.startsWith('"')
  const see = isPlain
    ? message('See line {line}, column {column}, near {near}.', { ...place, near })
    : message('See line {line}, column {column}.', place)
  return joinMessages([refusal, see])
}

/** The name, word, or sign at a position; empty for a literal. Double-quoted text may be either. */
function fragmentAt(sql: string, position: number): string {
  for (const pattern of [quotedName, word]) {
    pattern.lastIndex = position
    const found = pattern.exec(sql)
    if (found) return found[0]
  }
  const sign = sql[position] ?? ''
  return /[\s\p{N}'"`$]/u.test(sign) ? '' : sign
}
