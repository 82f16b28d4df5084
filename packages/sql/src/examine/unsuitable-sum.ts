import type { ExpressionNode } from '../parse/model.ts'
import { isIdentifier, wordsOf } from './column-names.ts'
import type { SumRole, UnsuitableSum } from './contract.ts'
import { aggregateOf, arithmeticOf, caseResults, innerValue, visitExpression } from './expressions.ts'
import { resolveColumn, type RelationColumn } from './relations.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

/** Finds sums of identifiers, years, prices per unit, and shares, by the names and keys of their columns. */
export function findUnsuitableSums(scope: SelectScope): UnsuitableSum[] {
  const found = new Map<string, UnsuitableSum>()
  for (const expression of expressionsOf(scope)) {
    visitExpression(expression, (node) => {
      const aggregate = aggregateOf(node, scope.text)
      const [summed] = aggregate && ['sum', 'total'].includes(aggregate.function) ? aggregate.node.children : []
      if (!aggregate || !summed) return
      for (const factors of termsOf(summed, scope)) {
        const role = roleOf(factors)
        const priced = factors?.find((column) => nameRole(column) === 'price') ?? factors?.[0]
        if (!role || !priced) continue
        const { table, name } = priced.column
        const hasQuantity = [...table.columns.values()].some((one) => isQuantity(one.name))
        found.set(`${aggregate.text} ${name}`, {
          aggregate: aggregate.text,
          table: table.ref,
          column: name,
          role,
          hasQuantity,
        })
      }
    })
  }
  return [...found.values()]
}

/** The columns that are multiplied in each term of a sum; null for a term that isn't understood. */
function termsOf(node: ExpressionNode, scope: SelectScope): (RelationColumn[] | null)[] {
  const value = innerValue(node)
  const results = caseResults(value)
  if (results) return results.flatMap((result) => termsOf(result, scope))
  const operator = arithmeticOf(value)
  if ((operator === '+' || operator === '-') && 'children' in value)
    return value.children.flatMap((child) => termsOf(child, scope))
  return [factorsOf(value, scope)]
}

function factorsOf(node: ExpressionNode, scope: SelectScope): RelationColumn[] | null {
  const value = innerValue(node)
  if (value.type === 'literal') return []
  if (value.type === 'column') {
    const column = resolveColumn(value.parts, scope.sources, scope.index)
    return column ? [column] : null
  }
  const operator = arithmeticOf(value)
  if (operator === null || !('children' in value)) return null
  // A discount, as in `price * (1 - discount)`, is a factor like any other.
  if (operator === '/' && value.children[1]?.type !== 'literal') return null
  const all = value.children.map((child) => factorsOf(child, scope))
  return all.every((one) => one !== null) ? all.flat() : null
}

function roleOf(factors: RelationColumn[] | null): SumRole | null {
  const [first] = factors ?? []
  if (!factors || !first) return null
  if (factors.length === 1) return nameRole(first)
  const others = factors.filter((column) => nameRole(column) !== 'price')
  return others.length < factors.length && others.every(isShare) ? 'price' : null
}

const shareWords = new Set(['percent', 'percentage', 'pct', 'ratio', 'rate'])
const discountWords = new Set(['discount', 'tax', 'vat'])
const priceWords = new Set(['price', 'msrp'])
const wholeWords = new Set(
  'total sum amount line extended subtotal order invoice revenue sales gross net paid final'.split(' '),
)
const perYear = new Set('per last this next previous prior current total each by of in to'.split(' '))
const quantityWords = new Set(['quantity', 'quantities', 'qty', 'units', 'pieces'])

function nameRole(column: RelationColumn): SumRole | null {
  if (isIdentifier(column)) return 'id'
  const { kind } = column.column.column
  if (kind !== 'integer' && kind !== 'number') return null
  const words = wordsOf(column.column.name)
  const last = words.at(-1) ?? ''
  if (words.some((word) => quantityWords.has(word))) return null
  if (isYear(words) && kind === 'integer') return 'year'
  if (words.some((word) => wholeWords.has(word))) return null
  if (shareWords.has(last) || words.includes('percentage') || words.includes('percent')) return 'share'
  if (priceWords.has(last) || (words.includes('price') && words.includes('unit'))) return 'price'
  if (last === 'cost' && words.includes('unit')) return 'price'
  return null
}

/** A part of a price, as in `price * (1 - discount)`. */
function isShare(column: RelationColumn): boolean {
  return nameRole(column) === 'share' || wordsOf(column.column.name).some((word) => discountWords.has(word))
}

function isYear(words: string[]): boolean {
  const [before = '', last = ''] = words.slice(-2).length === 2 ? words.slice(-2) : ['', words[0] ?? '']
  return last === 'year' && !perYear.has(before)
}

function isQuantity(name: string): boolean {
  return wordsOf(name).some((word) => quantityWords.has(word))
}
