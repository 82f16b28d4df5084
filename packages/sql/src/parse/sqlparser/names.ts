import type { SqlDialect } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import type { Alias, Identifier } from '../model.ts'
import type { Positions } from '../positions.ts'
import { RefusedNode, list, object, onlyFields, tagged, scalar, unclearName } from '../strict.ts'

/** The context that every function of this converter needs. */
export interface Context {
  /** The query's own text. */
  text: string
  dialect: SqlDialect
  positions: Positions
}

/** A span of the tree as offsets; null if the parser gave an empty one. */
export function spanOf(value: unknown, context: Context): { start: number; end: number } | null {
  if (!value) return null
  const span = object(value)
  const start = object(span.start)
  const end = object(span.end)
  if (start.line === 0) return null
  return {
    start: context.positions.fromLineColumn(Number(start.line), Number(start.column)),
    end: context.positions.fromLineColumn(Number(end.line), Number(end.column)),
  }
}

/** The first position found anywhere in a node; null if there is none. */
export function firstPlace(value: unknown, context: Context): number | null {
  if (typeof value !== 'object' || value === null) return null
  const found: number[] = []
  for (const [key, inner] of Object.entries(value)) {
    const place = key === 'span' ? (spanOf(inner, context)?.start ?? null) : firstPlace(inner, context)
    if (place !== null) found.push(place)
  }
  return found.length === 0 ? null : Math.min(...found)
}

const identFields = new Set(['value', 'quote_style', 'span'])

/**
 * An identifier, with its position checked against the text. @throws RefusedNode when the parser's position is wrong
 */
export function identifier(value: unknown, context: Context): Identifier {
  const node = object(value)
  onlyFields(node, identFields, 'Name')
  const span = spanOf(node.span, context)
  const text = scalar(node.value)
  const quote = node.quote_style === undefined || node.quote_style === null ? null : quoteOf(scalar(node.quote_style))
  if (!span && quote === "'") throw new RefusedNode(textForName)
  if (!span) throw unplacedName(text, context)
  if (!writtenAs(context.text.slice(span.start, span.end), text, quote)) {
    return unquotedPart(context.text, text, quote, span)
  }
  return { text, quote, ...span }
}

const textForName = message('A string appears where a name is expected. Write the name without single quotes.')

/** T-SQL may omit the schema between two dots. */
function unplacedName(text: string, context: Context): RefusedNode {
  if (text !== '') return new RefusedNode(unclearName(text))
  const gap = context.text.search(/\.\s*\./)
  const problem = message('A name is missing between two dots. Add the schema, as in sales.dbo.orders.')
  return new RefusedNode(problem, gap === -1 ? null : gap)
}

/** BigQuery's `project.data.table` in one pair of backticks, whose parts share one position, and names with a dash. */
function unquotedPart(
  source: string,
  text: string,
  quote: Identifier['quote'],
  span: { start: number; end: number },
): Identifier {
  const written = source.slice(span.start, span.end)
  if (quote === null && text.includes('-') && source.startsWith(text, span.start)) {
    return { text, quote, start: span.start, end: span.start + text.length }
  }
  if (quote === '`' && written.startsWith('`') && written.slice(1, -1).split('.').includes(text)) {
    return { text, quote, ...span }
  }
  throw new RefusedNode(quote === "'" ? textForName : unclearName(text), span.start)
}

/** The name of a result column or a table; one in single quotes has no position. */
export function aliasName(value: unknown, context: Context): Identifier {
  const node = object(value)
  if (spanOf(node.span, context) || node.quote_style !== "'") return identifier(value, context)
  return { text: scalar(node.value), quote: "'", start: -1, end: -1 }
}

function quoteOf(style: string): Identifier['quote'] {
  if (style === '"' || style === '`' || style === '[' || style === "'") return style
  throw new RefusedNode(message('This database does not use these quotes for names. Use the quotes that it supports.'))
}

function writtenAs(written: string, text: string, quote: Identifier['quote']): boolean {
  if (quote === null) return written === text
  const close = quote === '[' ? ']' : quote
  if (written.length < 2 || written[0] !== quote || !written.endsWith(close)) return false
  return written.slice(1, -1).replaceAll(close + close, close) === text.replaceAll(close + close, close)
}

/** A dotted name. @throws RefusedNode for IDENTIFIER() and the like */
export function objectName(value: unknown, context: Context): Identifier[] {
  return list(value).map((part) => {
    const [kind, content] = tagged(part)
    if (kind !== 'Identifier')
      throw new RefusedNode(message('A table or function cannot be named by an expression. Write its name.'))
    return identifier(content, context)
  })
}

const aliasFields = new Set(['explicit', 'name', 'columns', 'at'])
const aliasColumnFields = new Set(['name'])

/** A table's alias with its column names; null if there is none. */
export function aliasOf(value: unknown, context: Context): Alias | null {
  if (value === undefined || value === null) return null
  const node = object(value)
  onlyFields(node, aliasFields, 'Alias')
  if (node.at) throw new RefusedNode(message('AT after an alias is not supported. Write only the alias.'))
  return {
    name: aliasName(node.name, context),
    columns: list(node.columns).map((column) => {
      const entry = object(column)
      onlyFields(entry, aliasColumnFields, 'Column alias')
      return identifier(entry.name, context)
    }),
  }
}

/** An operator of the language. @throws RefusedNode for one with a schema or defined by the database */
export function operatorName(value: unknown): string {
  if (typeof value === 'string') return value
  throw new RefusedNode(message('This operator is not supported. Use a standard operator or a function.'))
}

/**
 * The type of a cast. One without a length comes as an undefined value, which JSON would drop together with its name.
 */
export function typeName(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_, inner: unknown) => (inner === undefined ? null : inner))
}
