import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode } from '../parse/model.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import { relationOf, type Sources } from './relations.ts'

/** The content of a text literal; null for anything else, or if the quotes may hide escapes. */
export function literalText(node: ExpressionNode, sources: Sources, index: CatalogueIndex): string | null {
  if (node.type === 'column') return quotedName(node, sources, index)
  if (node.type !== 'literal' || node.kind !== 'string') return null
  // Some dialects keep the literal as the query writes it.
  if (!dialectOf(index.dialect).readable.hidesText) return node.value
  const quote = node.value.charAt(0)
  const content = node.value.slice(1, -1)
  const isPlain = (quote === "'" || quote === '"') && node.value.length > 1 && node.value.endsWith(quote)
  if (!isPlain || content.includes('\\')) return null
  const single = content.replaceAll(quote + quote, '')
  return single.includes(quote) ? null : content.replaceAll(quote + quote, quote)
}

/** A double-quoted name that is no column is text in some dialects. */
function quotedName(
  { parts }: Extract<ExpressionNode, { type: 'column' }>,
  sources: Sources,
  index: CatalogueIndex,
): string | null {
  const [name, ...more] = parts
  if (!name || more.length > 0 || name.quote !== '"' || !dialectOf(index.dialect).scoping.quotesMayBeText) return null
  return relationOf(parts, sources, index) === 'outer' ? name.text : null
}
