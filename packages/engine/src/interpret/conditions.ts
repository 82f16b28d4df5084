import type { Operator } from '../query.ts'
import { isNeutral } from '../lexicon/neutral.ts'
import type { Chunk } from './chunks.ts'
import {
  addCondition,
  attempt,
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  keywordAt,
  noteTable,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import type { Condition, HintMention, Left, Operand, TableMention } from './draft.ts'
import { comparison } from './comparisons.ts'
import { adjectives, columnPhrase, items } from './items.ts'
import { freeText, operand, operandList, spanOf } from './operands.ts'

const afterNumber = (parser: Parser): Operator | null => {
  const keyword = keywordAt(parser, 'after-number')
  if (keyword === null) return null
  parser.at++
  return keyword.operator
}

interface Context {
  negated: boolean
  /** After 'with', 'whose', 'having': a bare column may follow. */
  holding: boolean
  without: boolean
  /** 'both': the values that follow must all occur. */
  both: boolean
  at: number
}

function opening(parser: Parser): Context {
  const context: Context = { negated: false, holding: false, without: false, both: false, at: parser.at }
  for (;;) {
    const chunk = peek(parser)
    if (isKind(chunk, 'both')) context.both = true
    if (isKind(chunk, 'relative', 'question', 'do', 'filler', 'be', 'pronoun', 'all', 'both')) parser.at++
    else if (isKind(chunk, 'with', 'whose', 'have')) {
      context.holding = true
      parser.at++
    } else if (isKind(chunk, 'not')) {
      context.negated = !context.negated
      parser.at++
    } else if (isKind(chunk, 'without')) {
      context.negated = true
      context.without = true
      context.holding = true
      parser.at++
    } else if (context.negated && isLightVerb(chunk)) {
      parser.lastVerb = chunk?.tokens[0]?.lower ?? null
      parser.at++
    } else return context
  }
}

/** 'not owned by': a verb without a table or column of its own. */
function isLightVerb(chunk: Chunk | null): boolean {
  if (chunk === null || chunk.quoted || chunk.tokens.length !== 1) return false
  return isNeutral(chunk.tokens[0]?.lower ?? '') && bestTable(chunk) < 0.5 && bestColumn(chunk) < 0.6
}

/** One condition at the cursor, added to the draft; false when there is none. */
export function condition(parser: Parser): boolean {
  return (
    attempt(parser, () => {
      const context = opening(parser)
      const found =
        fromLeft(parser, context) ??
        attempt(parser, () => fromComparison(parser, context)) ??
        attempt(parser, () => named(parser, context)) ??
        attempt(parser, () => dates(parser, context)) ??
        attempt(parser, () => values(parser, context)) ??
        attempt(parser, () => counted(parser, context)) ??
        attempt(parser, () => relation(parser, context))
      return found
    }) !== null
  )
}

function add(parser: Parser, made: Condition): true {
  addCondition(parser, made)
  return true
}

/** 'price over 100', 'average salary above 5000', 'whose country is France'. */
function fromLeft(parser: Parser, context: Context): true | null {
  return (
    attempt(parser, () => {
      const aggregated = isKind(peek(parser), 'aggregate', 'count') && context.holding ? items(parser) : null
      const left = aggregated === null ? null : (aggregated[0] ?? null)
      if (left === null || left.kind === 'column' || left.kind === 'table') return null
      const made = comparison(parser, left, context)
      return made === null ? null : add(parser, made)
    }) ??
    attempt(parser, () => {
      skip(parser, 'filler')
      const start = parser.at
      const opened = peek(parser)
      if (
        isMainlyTable(opened) &&
        bestTable(opened) >= 0.95 &&
        isKind(peek(parser, 1), 'relative', 'question', 'with', 'whose')
      )
        return null
      const left = columnPhrase(parser)
      if (left === null) return null
      const made = comparison(parser, left, context)
      if (made !== null) return add(parser, made) && furtherComparisons(parser, left, context)
      const strong = left.candidates.some((one) => one.quality >= 0.9 && one.column.nullable && !one.column.isKey)
      if (!context.holding || !strong || isMainlyTable(parser.chunks[start] ?? null)) return null
      if (!isClauseEnd(parser)) return null
      return add(parser, { kind: 'missing', left, negated: !context.without && !context.negated, at: context.at })
    })
  )
}

/** 'below 100 and above 500': further comparisons of the same column. */
function furtherComparisons(parser: Parser, left: Left, context: Context): true {
  for (;;) {
    const more = attempt(parser, () => {
      const alternative = isKind(peek(parser), 'or')
      if (!skip(parser, 'and', 'or')) return null
      if (keywordAt(parser, 'compare') === null || keywordAt(parser, 'compare')?.hints !== null) return null
      const made = comparison(parser, left, context)
      if (made === null || made.kind !== 'compare' || isTable(peek(parser)) || isColumn(peek(parser))) return null
      parser.alternative = alternative
      return add(parser, made)
    })
    if (more === null) return true
  }
}

export function isClauseEnd(parser: Parser): boolean {
  return peek(parser) === null || isKind(peek(parser), 'end', 'comma', 'and', 'or', 'order', 'each', 'with', 'relative')
}

function hintOf(parser: Parser, hints: string[]): HintMention {
  return { kind: 'hint', text: peek(parser)?.text ?? '', words: hints, at: parser.at }
}

/** 'more than 5 orders', 'older than 30', 'over 100', 'after 2010', 'at least 3 bedrooms'. */
function fromComparison(parser: Parser, context: Context): true | null {
  const keyword = keywordAt(parser, 'compare')
  if (keyword === null) return between(parser, context)
  if (keyword.temporal) return null
  if (keyword.hints !== null) {
    const left = hintOf(parser, keyword.hints)
    const made = comparison(parser, left, context)
    return made === null ? null : add(parser, made)
  }
  const { at } = parser
  parser.at++
  skip(parser, 'filler')
  const value = operand(parser)
  if (value === null || value.kind !== 'number') return null
  return countedOrColumn(parser, context, keyword.operator, value.value, at)
}

/** What a number behind a comparison counts: rows of a table, or a column's amount. */
function countedOrColumn(parser: Parser, context: Context, operator: Operator, value: number, at: number): true | null {
  skip(parser, 'filler', 'distinct')
  const timesWord = peek(parser)?.tokens[0]?.lower
  if (timesWord === 'times' || timesWord === 'time') {
    const last = parser.draft.conditions.at(-1)
    parser.at++
    if (last?.kind !== 'relation' || last.count !== null) return null
    parser.draft.conditions[parser.draft.conditions.length - 1] = { ...last, count: { operator, value } }
    return true
  }
  adjectives(parser)
  const target = peek(parser)
  if (isTable(target) && bestTable(target) >= bestColumn(target) - 0.05) {
    const table = tableMention(parser, target)
    parser.at++
    parser.draft.tables.push(table)
    return add(parser, { kind: 'relation', table, negated: context.negated, count: { operator, value }, inner: [], at })
  }
  if (isPreposition(peek(parser), 'in')) parser.at++
  const column = columnPhrase(parser)
  if (column !== null)
    return add(parser, {
      kind: 'compare',
      left: column,
      operator,
      operand: { kind: 'number', value, year: null },
      negated: context.negated,
      at,
    })
  if (isTable(target)) {
    const table = tableMention(parser, target)
    parser.at++
    parser.draft.tables.push(table)
    return add(parser, { kind: 'relation', table, negated: context.negated, count: { operator, value }, inner: [], at })
  }
  const isBare = isClauseEnd(parser) && parser.draft.subject !== null && parser.chunks[at - 1]?.tables.length !== 0
  if (!isBare) return null
  const left = { kind: 'hint' as const, text: parser.chunks[at]?.text ?? '', words: ['total', 'amount'], at }
  return add(parser, {
    kind: 'compare',
    left,
    operator,
    operand: { kind: 'number', value, year: null },
    negated: context.negated,
    at,
  })
}

function between(parser: Parser, context: Context): true | null {
  if (!isKind(peek(parser), 'between')) return null
  const { at } = parser
  parser.at++
  skip(parser, 'filler')
  const from = operand(parser)
  if (!isKind(peek(parser), 'and') && !isPreposition(peek(parser), 'to')) return null
  parser.at++
  skip(parser, 'filler')
  const to = operand(parser)
  if (from === null || to === null) return null
  const first = from.kind === 'date' ? from.range : from.kind === 'number' ? from.year : null
  const second = to.kind === 'date' ? to.range : to.kind === 'number' ? to.year : null
  if (first !== null && second !== null && !isColumn(peek(parser))) {
    return add(parser, {
      kind: 'date',
      left: null,
      verb: parser.lastVerb,
      range: spanOf(first, second),
      negated: context.negated,
      at,
    })
  }
  const left = columnPhrase(parser)
  if (left === null) return null
  return add(parser, { kind: 'between', left, from, to, negated: context.negated, at })
}

/** 'named X', 'called X', 'contains X', 'starts with X': about the name of what was last spoken of. */
function named(parser: Parser, context: Context): true | null {
  const { at } = parser
  const like = keywordAt(parser, 'like')
  if (like !== null) {
    const made = comparison(parser, { kind: 'hint', text: 'name', words: ['name', 'title'], at }, context)
    return made?.kind === 'like' ? add(parser, made) : null
  }
  if (!isKind(peek(parser), 'named')) return null
  parser.at++
  skip(parser, 'be', 'filler')
  if (isKind(peek(parser), 'like')) {
    const made = comparison(parser, { kind: 'hint', text: 'name', words: ['name', 'title'], at }, context)
    return made?.kind === 'like' ? add(parser, made) : null
  }
  const list = operandList(parser, false)
  if (list.length === 0) {
    const text = freeText(parser)
    if (text === null) return null
    list.push({ kind: 'text', value: text })
  }
  return add(parser, {
    kind: 'one of',
    left: { kind: 'hint', text: 'name', words: ['name', 'title'], at },
    values: list,
    every: false,
    negated: context.negated,
    at,
  })
}

/** 'in 2024', 'since January', 'last month', 'from 2010 to 2012'. */
function dates(parser: Parser, context: Context): true | null {
  const { at } = parser
  const keyword = keywordAt(parser, 'compare')
  const temporal = keyword?.temporal === true ? keyword : null
  if (temporal !== null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler')) parser.at++
  const yearWord = attempt(parser, () => yearColumn(parser))
  const chunk = peek(parser)
  if (chunk === null || chunk.date === null) return null
  if (context.both) return null
  const first = chunk.date
  parser.at++
  const last = attempt(parser, () => {
    if (
      !isPreposition(peek(parser), 'to', 'through') &&
      !(keywordAt(parser, 'compare')?.temporal === true && keywordAt(parser, 'compare')?.operator === '<=')
    )
      return null
    parser.at++
    const next = peek(parser)?.date ?? null
    if (next !== null) parser.at++
    return next
  })
  const after = temporal === null ? afterNumber(parser) : null
  const operator = temporal?.operator ?? after
  const range = last !== null ? spanOf(first, last) : openRange(first, operator)
  const list = [range]
  while (last === null && operator === null) {
    const other = attempt(parser, () => {
      if (!isKind(peek(parser), 'or', 'and')) return null
      parser.at++
      while (isPreposition(peek(parser), 'in')) parser.at++
      const next = peek(parser)?.date ?? null
      if (next !== null) parser.at++
      return next
    })
    if (other === null) break
    list.push(other)
  }
  const made: Condition[] = list.map((one) => ({
    kind: 'date',
    left: yearWord,
    verb: parser.lastVerb,
    range: one,
    negated: context.negated,
    at,
  }))
  const [only] = made
  return add(parser, made.length === 1 && only !== undefined ? only : { kind: 'any', of: made, at })
}

/** 'in year 2010', 'in the year of 2010': the word may be the column itself. */
function yearColumn(parser: Parser): Left {
  const chunk = peek(parser)
  if (chunk === null || chunk.date !== null || !/^(year|month)$/.test(chunk.tokens.at(-1)?.word ?? '')) return null
  const mention = isColumn(chunk) && bestColumn(chunk) >= 0.9 ? columnPhrase(parser) : null
  if (mention === null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'be')) parser.at++
  return peek(parser)?.date === null ? null : (mention ?? { kind: 'hint', text: 'date', words: [], at: parser.at })
}

function openRange(
  range: { from: string | null; before: string | null; label: string; year: number | null },
  operator: Operator | null,
): typeof range {
  if (operator === '>') return { from: range.before, before: null, label: `after ${range.label}`, year: range.year }
  if (operator === '>=') return { from: range.from, before: null, label: `since ${range.label}`, year: range.year }
  if (operator === '<') return { from: null, before: range.from, label: `before ${range.label}`, year: range.year }
  if (operator === '<=') return { from: null, before: range.before, label: `until ${range.label}`, year: range.year }
  return range
}

/** A value in small letters is meant as one only where something leads to it: 'are cancelled', 'with status open'. */
function isIntroduced(parser: Parser): boolean {
  const before = peek(parser, -1)
  return (
    isKind(
      before,
      'be',
      'not',
      'with',
      'preposition',
      'or',
      'and',
      'comma',
      'have',
      'named',
      'filler',
      'both',
      'without',
    ) || (before?.columns.length ?? 0) > 0
  )
}

/** 'in Germany', 'from France or Spain', 'by "AC/DC"', '… is cancelled'. */
function values(parser: Parser, context: Context): true | null {
  const { at } = parser
  let alsoBoth = false
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'both')) {
    alsoBoth ||= isKind(peek(parser), 'both')
    parser.at++
  }
  const chunk = peek(parser)
  if (chunk === null || (chunk.values.length === 0 && !chunk.quoted)) return null
  if (!chunk.quoted && isTable(chunk) && bestTable(chunk) >= 0.95 && !chunk.capital) return null
  if (!chunk.quoted && !chunk.capital && !isIntroduced(parser)) return null
  const list = operandList(parser, true)
  if (list.length === 0 || list.some((one) => one.kind === 'number')) return null
  const left = attempt(parser, () => columnBehind(parser, list))
  const inPhrase = attempt(parser, () => tableBehind(parser))
  if (inPhrase !== null) restrict(list, inPhrase)
  add(parser, {
    kind: 'one of',
    left,
    values: list,
    every: (context.both || alsoBoth) && list.length > 1,
    negated: context.negated,
    at,
  })
  if (inPhrase !== null && parser.draft.subject === null) parser.draft.subject = inPhrase
  return true
}

/** 'Monterey county', 'King bed': the column may stand behind its value. */
function columnBehind(parser: Parser, list: readonly { kind: string }[]): Left {
  const chunk = peek(parser)
  if (
    list.length !== 1 ||
    !isColumn(chunk) ||
    bestColumn(chunk) < 0.7 ||
    (isMainlyTable(chunk) && bestTable(chunk) > bestColumn(chunk))
  )
    return null
  const value = list[0] as { kind: string; matches?: { column: unknown }[] }
  if (
    value.kind === 'values' &&
    !(value.matches ?? []).some((match) => chunk.columns.some((one) => one.column === match.column))
  )
    return null
  return columnPhrase(parser)
}

/** 'Statistics courses': where the noun has the value itself, no other table's value is meant. */
function restrict(list: Operand[], table: TableMention): void {
  for (const one of list) {
    if (one.kind !== 'values') continue
    const own = one.matches.filter((match) =>
      table.candidates.some((candidate) => candidate.quality >= 0.5 && candidate.table === match.column.table),
    )
    if (own.length > 0) one.matches = own
  }
}

function tableBehind(parser: Parser): TableMention | null {
  const chunk = peek(parser)
  if (!isMainlyTable(chunk) || bestTable(chunk) < 0.5 || isKind(peek(parser, 1), 'possessive')) return null
  const mention = tableMention(parser, chunk)
  parser.at++
  parser.draft.tables.push(mention)
  return mention
}

/** '3 or 4 stars': several numbers of one column. */
function alternatives(parser: Parser, context: Context, at: number): true | null {
  const list = operandList(parser, false)
  if (list.length < 2) return null
  const left = columnPhrase(parser)
  return left === null
    ? null
    : add(parser, { kind: 'one of', left, values: list, every: false, negated: context.negated, at })
}

/** 'with 3 bedrooms', 'with two or more orders', 'with no orders'. */
function counted(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  if (!context.holding || chunk === null || chunk.number === null || chunk.quoted) return null
  const { at } = parser
  const list = attempt(parser, () => alternatives(parser, context, at))
  if (list !== null) return list
  parser.at++
  const operator = afterNumber(parser) ?? '='
  return countedOrColumn(parser, context, operator, chunk.number, at)
}

/** 'who ordered …', 'with orders', 'in the orders', 'without orders': rows of another table. */
function relation(parser: Parser, context: Context): true | null {
  const { at } = parser
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'all', 'distinct')) parser.at++
  adjectives(parser)
  if (parser.draft.subject === null && peek(parser)?.number !== null && isTable(peek(parser, 1))) {
    parser.draft.limit = peek(parser)?.number ?? null
    parser.at++
  }
  const chunk = peek(parser)
  if (!isTable(chunk)) return null
  if (bestTable(chunk) < bestColumn(chunk) - 0.05 && !(bestTable(chunk) >= 0.5 && isMainlyTable(chunk))) return null
  const table = tableMention(parser, chunk)
  parser.at++
  if (isKind(peek(parser), 'possessive')) return null
  const frequency = repeated(parser)
  if (parser.draft.subject === null && !context.negated) {
    noteTable(parser, table)
    return true
  }
  parser.draft.tables.push(table)
  if (parser.alternative && !context.negated && frequency === null) return true
  return add(parser, { kind: 'relation', table, negated: context.negated, count: frequency, inner: [], at })
}

/** 'more than twice', 'at least 3 times' behind a verb. */
function repeated(parser: Parser): { operator: Operator; value: number } | null {
  return attempt(parser, () => {
    const keyword = keywordAt(parser, 'compare')
    if (keyword !== null) parser.at++
    const chunk = peek(parser)
    if (chunk === null || chunk.number === null) return null
    parser.at++
    const word = chunk.tokens[0]?.lower
    const times = peek(parser)?.tokens[0]?.lower
    if (word !== 'once' && word !== 'twice') {
      if (times !== 'times' && times !== 'time') return null
      parser.at++
    }
    return { operator: keyword?.operator ?? '=', value: chunk.number }
  })
}
