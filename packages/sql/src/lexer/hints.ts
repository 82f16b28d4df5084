import type { SqlDialect } from '@parlance/contract'
import type { Token } from './tokenize.ts'

/** Table hints of T-SQL that choose how rows are found, or to read past locks of writers: no answer needs them. */
const droppedTableHints = new Set(['nolock', 'readuncommitted', 'rowlock', 'forcescan', 'forceseek', 'noexpand'])

/**
 * The tokens without optimizer hints, which are left out like comments: T-SQL's `WITH (NOLOCK)`, `(NOLOCK)` and
 * `OPTION (…)`, HANA's `WITH HINT (…)`, MySQL's words after SELECT and `FORCE INDEX (…)`. MAXRECURSION stays, because
 * without it a query stops at 100 steps. Hints that lock or skip rows stay too and are refused later. The parentheses
 * around a lone table of FROM go as well.
 */
export function withoutHints(sql: string, tokens: Token[], dialect: SqlDialect): Token[] {
  if (dialect === 'mysql') return withoutParentheses(sql, withoutMysqlHints(sql, tokens))
  if (dialect === 'sqlite') return withoutParentheses(sql, tokens)
  if (dialect !== 'tsql' && dialect !== 'hana') return tokens
  const word = (at: number) => wordAt(sql, tokens[at])
  const kept: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (dialect === 'hana' && word(at) === 'with' && word(at + 1) === 'hint' && word(at + 2) === '(') {
      const close = closing(sql, tokens, at + 2)
      if (close !== null) {
        at = close
        continue
      }
    }
    if (dialect === 'tsql' && word(at) === 'with' && word(at + 1) === '(') {
      const close = closing(sql, tokens, at + 1)
      if (close !== null && areDropped(sql, tokens.slice(at + 2, close))) {
        at = close
        continue
      }
    }
    if (
      dialect === 'tsql' &&
      word(at) === '(' &&
      /^(?:nolock|readuncommitted)$/.test(word(at + 1)) &&
      word(at + 2) === ')'
    ) {
      at += 2
      continue
    }
    if (dialect === 'tsql' && word(at) === 'option' && word(at + 1) === '(') {
      const close = closing(sql, tokens, at + 1)
      if (close === tokens.length - 1) {
        kept.push(...recursionHint(sql, tokens, at, close))
        break
      }
    }
    kept.push(tokens[at]!)
  }
  return kept
}

const selectModifiers =
  /^(?:high_priority|straight_join|sql_(?:small_result|big_result|buffer_result|no_cache|cache|calc_found_rows))$/

/** How MySQL is to find and keep rows: the words after SELECT, and which indexes of a table it takes. */
function withoutMysqlHints(sql: string, tokens: Token[]): Token[] {
  if (!/high_priority|straight_join|sql_|\b(?:use|force|ignore)\b/i.test(sql)) return tokens
  const word = (at: number) => wordAt(sql, tokens[at])
  const kept: Token[] = []
  let isAfterSelect = false
  for (let at = 0; at < tokens.length; at++) {
    if (isAfterSelect && selectModifiers.test(word(at))) continue
    isAfterSelect = word(at) === 'select' || (isAfterSelect && /^(?:all|distinct|distinctrow)$/.test(word(at)))
    const end = indexHintEnd(sql, tokens, at)
    if (end === null) kept.push(tokens[at]!)
    else at = end
  }
  return kept
}

/** Where `USE INDEX FOR JOIN (a, b)` ends; null when none begins here. */
function indexHintEnd(sql: string, tokens: Token[], at: number): number | null {
  const word = (offset: number) => wordAt(sql, tokens[at + offset])
  if (!/^(?:use|force|ignore)$/.test(word(0)) || !/^(?:index|key)$/.test(word(1))) return null
  let next = 2
  if (word(2) === 'for' && word(3) === 'join') next = 4
  else if (word(2) === 'for' && word(4) === 'by') next = 5
  if (word(next) !== '(') return null
  const close = closing(sql, tokens, at + next)
  const list = close === null ? [] : tokens.slice(at + next + 1, close)
  const isPlain = list.every((token) => token.kind === 'word' || token.kind === 'quoted' || wordAt(sql, token) === ',')
  return close !== null && isPlain ? close : null
}

/** `FROM (orders)` and `JOIN (shop.orders)` as the plain name, which is all that they mean. */
function withoutParentheses(sql: string, tokens: Token[]): Token[] {
  if (!/\b(?:from|join)\s*\(/i.test(sql)) return tokens
  const left = new Set<number>()
  const isName = (at: number) => tokens[at]?.kind === 'word' || tokens[at]?.kind === 'quoted'
  for (let at = 0; at + 2 < tokens.length; at++) {
    if (!/^(?:from|join)$/.test(wordAt(sql, tokens[at]))) continue
    let open = at + 1
    while (wordAt(sql, tokens[open]) === '(') open++
    const depth = open - at - 1
    let end = isName(open) ? open + 1 : open
    if (end > open && wordAt(sql, tokens[end]) === '.' && isName(end + 1)) end += 2
    const isClosed = Array.from({ length: depth }, (_, level) => wordAt(sql, tokens[end + level])).every(
      (symbol) => symbol === ')',
    )
    if (depth === 0 || end === open || !isClosed) continue
    for (let level = 0; level < depth; level++) left.add(at + 1 + level).add(end + level)
  }
  return left.size === 0 ? tokens : tokens.filter((_, at) => !left.has(at))
}

/** The token as lower-case text; empty for none and for what is quoted. */
export function wordAt(sql: string, token: Token | undefined): string {
  if (!token || (token.kind !== 'word' && token.kind !== 'symbol')) return ''
  return sql.slice(token.start, token.end).toLowerCase()
}

/** Where the parenthesis that opens at a token closes; null when it does not. */
export function closing(sql: string, tokens: Token[], open: number): number | null {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const symbol = wordAt(sql, tokens[at])
    if (symbol === '(') depth++
    else if (symbol === ')' && --depth === 0) return at
  }
  return null
}

/** Whether these are known hints only, each alone or as `INDEX (…)` with a list or `INDEX = …`. */
function areDropped(sql: string, hints: Token[]): boolean {
  if (hints.length === 0) return false
  for (let at = 0; at < hints.length; at++) {
    const name = wordAt(sql, hints[at])
    if (name === ',') continue
    if (droppedTableHints.has(name)) {
      if (name === 'forceseek' && wordAt(sql, hints[at + 1]) === '(') return false
      continue
    }
    if (name !== 'index') return false
    if (wordAt(sql, hints[at + 1]) === '=') at += 2
    else if (wordAt(sql, hints[at + 1]) === '(') {
      const close = closing(sql, hints, at + 1)
      if (close === null) return false
      at = close
    } else return false
  }
  return true
}

/** `OPTION (MAXRECURSION n)` of a longer list of hints. */
function recursionHint(sql: string, tokens: Token[], option: number, close: number): Token[] {
  for (let at = option + 2; at < close; at++) {
    const count = tokens[at + 1]
    if (wordAt(sql, tokens[at]) === 'maxrecursion' && count?.kind === 'number') {
      return [tokens[option]!, tokens[option + 1]!, tokens[at]!, count, tokens[close]!]
    }
  }
  return []
}
