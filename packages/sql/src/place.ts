import { shown } from './shown.ts'

const word = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy
/** Longer names are replaced by their position. */
const longestFragment = 40

const quotedName = /"[^"\n]{1,80}"|`[^`\n]{1,80}`|\[[^\]\n]{1,80}\]/y

/**
 * Adds the position in the SQL to a refusal, unless it already quotes the word there.
 * Text literals aren't repeated, because they may be private.
 */
export function withPlace(message: string, position: number | null, sql: string): string {
  if (position === null || position < 0 || sql.trim() === '') return message
  if (position >= sql.trimEnd().length) return `${message} See the end of the query.`
  const near = shown(fragmentAt(sql, position))
  const name = shown(near.replace(/^["`[]|["`\]]$/g, '')).toLowerCase()
  if (name && message.toLowerCase().includes(name)) return message
  const lines = sql.slice(0, position).split('\n')
  const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`
  const isPlain = near !== '' && near.length <= longestFragment && !near.startsWith('"')
  return `${message} See ${place}${isPlain ? `, near ${near}` : ''}.`
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
