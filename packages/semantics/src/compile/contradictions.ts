import { message, type Message, type SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'

/** The values that conditions allow a column to have. */
export interface Limits {
  column: string
  /** Null if any value is allowed except those that are excluded. */
  allowed: ReadonlySet<string> | null
  excluded: ReadonlySet<string>
}

type Word = { text: string; kind: 'name' | 'value' | 'other' }

/**
 * Reads what a condition says about columns: `status = 'paid' AND kind NOT IN ('a', 'b')`. Parts that it can't read, such
 * as comparisons of two columns, are left out, which is safe because all parts apply. Texts keep their case.
 */
export function limitsOf(condition: string, dialect: SqlDialect): Limits[] {
  const words = wordsOf(condition, dialect)
  return words === null ? [] : (partsOf(words) ?? []).flatMap(limitsOfPart)
}

/** Whether no row can fit both. Values are compared without case, as some databases do. */
export function contradict(one: readonly Limits[], other: readonly Limits[]): boolean {
  return one.some((left) =>
    other.some((right) => left.column === right.column && (rulesOut(left, right) || rulesOut(right, left))),
  )
}

/** Says that a metric's own condition and what was asked for exclude each other. */
export function contradictionText(metric: string, condition: string, asked: string): Message {
  return message(
    '{metric} is defined only for rows where {condition}, so no row of it fits {asked}. Ask for another metric, or leave out one of the two.',
    { metric, condition, asked },
  )
}

function rulesOut(left: Limits, { allowed, excluded }: Limits): boolean {
  if (left.allowed === null) return false
  if (allowed !== null) {
    const folded = new Set([...allowed].map((one) => one.toLowerCase()))
    return [...left.allowed].every((value) => !folded.has(value.toLowerCase()))
  }
  return [...left.allowed].every((value) => excluded.has(value))
}

function wordsOf(condition: string, dialect: SqlDialect): Word[] | null {
  const tokens = tokenize(condition, dialect)
  if (!Array.isArray(tokens)) return null
  return tokens.flatMap(({ kind, start, end }): Word[] => {
    const text = condition.slice(start, end)
    if (kind === 'comment') return []
    if (kind === 'string') return [{ kind: 'value', text: text.slice(1, -1).replaceAll("''", "'") }]
    if (kind === 'number') return [{ kind: 'value', text }]
    if (kind === 'quoted') return [{ kind: 'name', text: text.slice(1, -1).toLowerCase() }]
    return [{ kind: /^\w+$/u.test(text) ? 'name' : 'other', text: text.toLowerCase() }]
  })
}

/** The parts that AND joins. Null if an OR outside of parentheses means that not all of them apply. */
function partsOf(words: readonly Word[]): Word[][] | null {
  const parts: Word[][] = [[]]
  let depth = 0
  for (const word of words) {
    if (word.text === '(' && word.kind === 'other') depth++
    if (word.text === ')' && word.kind === 'other') depth--
    if (depth === 0 && word.kind === 'name' && word.text === 'or') return null
    if (depth === 0 && word.kind === 'name' && word.text === 'and') parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

function limitsOfPart(part: readonly Word[]): Limits[] {
  const [column, ...rest] = part[1]?.text === '.' ? part.slice(2) : part
  if (column?.kind !== 'name') return []
  const list = new Set(rest.filter(({ kind }) => kind === 'value').map(({ text }) => text))
  const shape = rest.map(({ kind, text }) => (kind === 'value' ? 'v' : text)).join('')
  if (/^(?:=v|in\(v(?:,v)*\))$/.test(shape)) return [{ column: column.text, allowed: list, excluded: new Set() }]
  if (/^(?:(?:<>|!=)v|notin\(v(?:,v)*\))$/.test(shape)) return [{ column: column.text, allowed: null, excluded: list }]
  return []
}
