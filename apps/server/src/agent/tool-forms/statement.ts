const comments = /^(?:--[^\n]*\n\s*){0,20}/
const select = /^SELECT\s/i
const withQuery =
  /^WITH\s+(?:RECURSIVE\s+)?(?:[\w$]+|"[^"]+"|`[^`]+`|\[[^\]]+\])\s*(?:\([^)]*\)\s*)?AS\s*(?:NOT\s|MATERIALIZED\s|\()/i

/** A text that is only a statement; null for anything else, such as “With 4 orders, …” or “Select a row.” */
export function statementIn(text: string): string | null {
  const trimmed = text.trim()
  const query = trimmed.replace(comments, '')
  return (select.test(query) || withQuery.test(query)) && !/[.!]$/.test(trimmed) ? trimmed : null
}

/** Whether a text that is still being written may become a statement. */
export function mayBeStatement(written: string): boolean {
  const [first = '', second = '', third = ''] = written.trimStart().slice(0, 200).toUpperCase().split(/\s+/)
  if (first.startsWith('-')) return true
  if (first === 'SELECT' || 'SELECT'.startsWith(first)) return true
  if (first !== 'WITH') return 'WITH'.startsWith(first)
  return second === 'RECURSIVE' || /["`[(]/.test(second) || third.startsWith('(') || 'AS'.startsWith(third)
}
