/** Letters of the pattern; an exact name comes before any pattern. */
export function specificity(pattern: string): number {
  return pattern.includes('*') ? pattern.replaceAll('*', '').length : Infinity
}

/** Whether a name has the pieces between the pattern's asterisks, in their order. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  const end = name.length - last.length
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found === -1 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}
