export type SqlTokenKind = 'keyword' | 'function' | 'string' | 'number' | 'comment' | 'plain'

export interface SqlToken {
  kind: SqlTokenKind
  text: string
}

const keywords = new Set(
  `select from where group by having order limit offset fetch first next rows only as on using join inner left right full
  outer cross lateral and or not in is null like ilike between exists case when then else end distinct all union except
  intersect with recursive asc desc nulls last over partition range unbounded preceding following current row true false
  cast interval values any some top escape filter within qualify`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const pattern =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:[^']|'')*'?)|(?<quoted>"(?:[^"]|"")*"?|`[^`]*`?|\[[^\][]*\])|(?<number>\b\d+(?:\.\d+)?(?:e[-+]?\d+)?\b)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<rest>\s+|.)/giu

/** Splits SQL into colored tokens for display. Used only for coloring, never for decisions. */
export function tokenizeSql(sql: string): SqlToken[] {
  return [...sql.matchAll(pattern)].map((match) => ({ kind: kindOf(match, sql), text: match[0] }))
}

/** The same tokens line by line. */
export function sqlLines(sql: string): SqlToken[][] {
  const lines: SqlToken[][] = [[]]
  for (const token of tokenizeSql(sql)) {
    const [first, ...others] = token.text.split('\n')
    if (first !== undefined && first !== '') lines.at(-1)?.push({ ...token, text: first })
    for (const text of others) lines.push(text === '' ? [] : [{ ...token, text }])
  }
  return lines
}

function kindOf(match: RegExpExecArray, sql: string): SqlTokenKind {
  const groups = match.groups ?? {}
  if (groups.comment !== undefined) return 'comment'
  if (groups.string !== undefined) return 'string'
  if (groups.number !== undefined) return 'number'
  if (groups.word === undefined) return 'plain'
  if (keywords.has(groups.word.toLowerCase())) return 'keyword'
  return /^\s*\(/.test(sql.slice(match.index + match[0].length, match.index + match[0].length + 8))
    ? 'function'
    : 'plain'
}
