/**
 * Joins several conditions; each keeps its meaning because it is in its own parentheses. A single one stays as typed.
 * All must pass `standsAlone`.
 */
export function joinConditions(conditions: string[]): string {
  const [first = '', ...others] = conditions
  return others.length === 0 ? first : conditions.map((condition) => `(${condition})`).join(' AND ')
}

/** Undoes `joinConditions` if it made the text; otherwise the whole text is one condition. */
export function splitConditions(text: string): string[] {
  const parts: string[] = []
  let from = 0
  while (text[from] === '(') {
    const end = closingBracket(text, from)
    if (end === null) return [text]
    parts.push(text.slice(from + 1, end))
    if (end === text.length - 1) return parts.length > 1 && parts.every(standsAlone) ? parts : [text]
    if (text.slice(end + 1, end + joint.length) !== ' AND ') return [text]
    from = end + joint.length
  }
  return [text]
}

/**
 * Whether a condition keeps its meaning in parentheses: its own parentheses and quotes are closed, and it has nothing
 * that databases read differently (comments, backslashes, dollar quotes).
 */
export function standsAlone(condition: string): boolean {
  if (condition.trim() === '' || /--|\/\*|\*\/|#|\\|\$/.test(condition)) return false
  return closingBracket(`(${condition})`, 0) === condition.length + 1
}

/** Where each of the joined conditions starts in the joined text. */
export function conditionStarts(conditions: string[]): number[] {
  if (conditions.length < 2) return [0]
  let at = 1
  return conditions.map((condition) => {
    const start = at
    at += condition.length + joint.length + 1
    return start
  })
}

/** The text between two conditions, without the first parenthesis. */
const joint = ') AND '

/** The position of the parenthesis that closes the one at `open`; null if none does. */
function closingBracket(text: string, open: number): number | null {
  let depth = 0
  let quote: string | null = null
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if (quote !== null) {
      if (char === quote) quote = null
    } else if (char === "'" || char === '"' || char === '`') quote = char
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
  }
  return null
}
