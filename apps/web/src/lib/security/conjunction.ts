/**
 * Several conditions as one: each keeps its meaning, since each stands in brackets of its own. A single one stays as it
 * was typed. All must stand alone.
 */
export function joinConditions(conditions: string[]): string {
  const [first = '', ...others] = conditions
  return others.length === 0 ? first : conditions.map((condition) => `(${condition})`).join(' AND ')
}

/** Undoes `joinConditions` where the text is its work, else the whole text is the one condition. */
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
 * Whether a condition may be put into brackets without meaning something else: its own brackets and quotes are closed,
 * and it has nothing that databases read differently (comments, backslashes, dollar quotes).
 */
export function standsAlone(condition: string): boolean {
  if (condition.trim() === '' || /--|\/\*|\*\/|#|\\|\$/.test(condition)) return false
  return closingBracket(`(${condition})`, 0) === condition.length + 1
}

/** Where each of the joined conditions begins in the joint text. */
export function conditionStarts(conditions: string[]): number[] {
  if (conditions.length < 2) return [0]
  let at = 1
  return conditions.map((condition) => {
    const start = at
    at += condition.length + joint.length + 1
    return start
  })
}

/** What stands between two conditions, less the first bracket. */
const joint = ') AND '

/** The place of the bracket that closes the one at `open`; null when none does. */
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
