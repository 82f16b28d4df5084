import { sqlLines, type SqlToken } from './sql-tokens.ts'

export interface ComparedLine {
  /** Null if this side lacks the line. */
  left: SqlToken[] | null
  right: SqlToken[] | null
  isSame: boolean
}

/** Comparing more lines than these would take too long; then line is compared with line. */
const mostPairs = 250_000

/** Words that begin a clause, and those that are only part of a join. */
const clauses = new Set(
  `select from where group having order limit offset fetch union except intersect with join left right full inner cross
  window qualify`.split(/\s+/),
)
const joinWords = new Set(['left', 'right', 'full', 'inner', 'cross', 'outer'])

/** Lines up two queries, so that what they have in common is side by side. A query in one line breaks at its clauses. */
export function compareSql(left: string, right: string): ComparedLine[] {
  const [ours, theirs] = layOut(sqlLines(left.trim()), sqlLines(right.trim()))
  const pairs =
    ours.length * theirs.length > mostPairs
      ? linesInOrder(ours, theirs)
      : commonLines(ours.map(textOf), theirs.map(textOf))
  const lines: ComparedLine[] = []
  let [at, to] = [0, 0]
  for (const [our, their] of [...pairs, [ours.length, theirs.length] as const]) {
    while (at < our || to < their) {
      lines.push({ left: at < our ? ours[at++]! : null, right: to < their ? theirs[to++]! : null, isSame: false })
    }
    if (our < ours.length && their < theirs.length) {
      lines.push({ left: ours[at++]!, right: theirs[to++]!, isSame: true })
    }
  }
  return lines
}

/** Two queries keep their lines, unless only one of them has any. */
function layOut(left: SqlToken[][], right: SqlToken[][]): [SqlToken[][], SqlToken[][]] {
  const isMixed = left.length === 1 || right.length === 1
  return isMixed && canJoin(left) && canJoin(right)
    ? [breakAtClauses(joined(left)), breakAtClauses(joined(right))]
    : [left, right]
}

/** A comment ends with its line. */
function canJoin(lines: SqlToken[][]): boolean {
  return lines.length === 1 || lines.every((line) => line.every(({ kind }) => kind !== 'comment'))
}

/** The tokens in one line. Spaces inside parentheses and repeated ones only lay out a query, so they are left out. */
function joined(lines: SqlToken[][]): SqlToken[] {
  const tokens: SqlToken[] = []
  for (const token of lines.flatMap((line) => [space, ...line])) {
    const isSpace = token.text.trim() === ''
    const before = tokens.at(-1)
    if (isSpace && (before === undefined || before === space || before.text === '(')) continue
    if (token.text === ')' && before === space) tokens.pop()
    tokens.push(isSpace ? space : token)
  }
  return tokens
}

const space: SqlToken = { kind: 'plain', text: ' ' }

/** Clauses inside parentheses stay on their line. */
function breakAtClauses(tokens: SqlToken[]): SqlToken[][] {
  const lines: SqlToken[][] = [[]]
  let depth = 0
  let previous = ''
  for (const [at, token] of tokens.entries()) {
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    const word = token.kind === 'keyword' || token.kind === 'function' ? token.text.toLowerCase() : ''
    if (at > 0 && depth === 0 && beginsClause(word, previous, wordAfter(tokens, at))) lines.push([])
    lines.at(-1)?.push(token)
    if (token.text.trim() !== '') previous = word
  }
  return lines
}

function beginsClause(word: string, previous: string, next: string): boolean {
  if (!clauses.has(word)) return false
  if (word === 'join') return !joinWords.has(previous)
  if (word === 'from') return previous !== 'distinct'
  return !joinWords.has(word) || next === 'join' || next === 'outer'
}

function wordAfter(tokens: SqlToken[], at: number): string {
  for (let next = at + 1; next < tokens.length; next++) {
    const text = tokens[next]?.text.trim().toLowerCase() ?? ''
    if (text !== '') return text
  }
  return ''
}

function textOf(line: SqlToken[]): string {
  return line
    .map(({ text }) => text)
    .join('')
    .trimEnd()
}

function linesInOrder(ours: SqlToken[][], theirs: SqlToken[][]): [number, number][] {
  return ours.flatMap((line, at): [number, number][] => {
    const other = theirs[at]
    return other !== undefined && textOf(line) === textOf(other) ? [[at, at]] : []
  })
}

/** The longest common subsequence of two lists of lines, as pairs of positions. */
function commonLines(ours: string[], theirs: string[]): [number, number][] {
  const width = theirs.length + 1
  const lengths = new Uint32Array((ours.length + 1) * width)
  const lengthAt = (at: number, to: number) => lengths[at * width + to] ?? 0
  for (let at = ours.length - 1; at >= 0; at--) {
    for (let to = theirs.length - 1; to >= 0; to--) {
      lengths[at * width + to] =
        ours[at] === theirs[to] ? lengthAt(at + 1, to + 1) + 1 : Math.max(lengthAt(at + 1, to), lengthAt(at, to + 1))
    }
  }
  const pairs: [number, number][] = []
  let [at, to] = [0, 0]
  while (at < ours.length && to < theirs.length) {
    if (ours[at] === theirs[to]) pairs.push([at++, to++])
    else if (lengthAt(at + 1, to) >= lengthAt(at, to + 1)) at++
    else to++
  }
  return pairs
}
