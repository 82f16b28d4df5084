import type { Cell, ColumnKind, SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode, FromNode, QueryNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { tableFunctionColumns } from '../prove/functions.ts'
import type { Proof } from '../prove/scope.ts'
import {
  caseConditions,
  caseResults,
  conditionOf,
  formOf,
  isComparing,
  isMeasuring,
  kindOfCast,
  kindsOf,
  numericArguments,
  resultsOf,
} from './value-kinds.ts'
import type { ValueKind } from './value-kinds.ts'

/** What a parameter is compared with: the kinds of the other values, and the type names of the columns. */
export interface ParameterUse {
  kinds: ValueKind[]
  types: string[]
}

interface Uses {
  proof: Proof
  /** Names of computed result columns, whose values can't be determined where they are read. */
  computed: Set<string>
  byPlace: Map<number, ParameterUse>
}

/**
 * For each placeholder, by its position in the text, what it is compared with: directly, or as the value of a CASE, a
 * subquery, a calculation, or a function such as NULLIF.
 */
export function parameterUses(query: QueryNode, proof: Proof, places: number[]): ParameterUse[] {
  const uses: Uses = { proof, computed: new Set(), byPlace: new Map() }
  collectComputed(query, uses)
  walkQuery(query, {
    select: (select) => {
      for (const condition of [select.where, select.having, select.qualify]) if (condition) holds(condition, uses)
      for (const item of select.from) if (item.type === 'join' && item.on) holds(item.on, uses)
    },
    expression: (node) => collect(node, uses),
  })
  return places.map((place) => uses.byPlace.get(place) ?? { kinds: [], types: [] })
}

function collectComputed(query: QueryNode, uses: Uses): void {
  const add = (name: string) => uses.computed.add(name.toLowerCase())
  walkQuery(query, {
    query: (inner) => {
      for (const cte of inner.ctes) for (const name of cte.columns) add(name.text)
    },
    select: (select) => {
      for (const item of select.from) addMade(item, uses, add)
      // Nothing reads the columns of the outermost query, the guard itself.
      for (const item of select === query.body ? [] : select.items) {
        if (item.type === 'item' && item.alias && item.expression.type !== 'column') add(item.alias.text)
      }
    },
  })
}

/** Columns that a table function returns, and those of a column list. */
function addMade(item: FromNode, uses: Uses, add: (name: string) => void): void {
  if (item.type === 'join') {
    addMade(item.left, uses, add)
    addMade(item.right, uses, add)
  }
  if (item.type === 'table-function') for (const name of tableFunctionColumns(item, uses.proof) ?? []) add(name)
  for (const name of item.alias?.columns ?? []) add(name.text)
}

function collect(node: ExpressionNode, uses: Uses): void {
  if (node.type === 'cast') {
    for (const child of node.children) if (!node.to.endsWith('[]')) note(child, [kindOfCast(node.to)], [node.to], uses)
  } else if (node.type === 'call') {
    const condition = conditionOf(node)
    if (condition) holds(condition, uses)
    for (const child of numericArguments(node)) note(child, ['number'], [], uses)
    if (isComparing(node)) compareAll(condition ? node.children.slice(1) : node.children, uses)
  } else if (node.type === 'operation') {
    const form = formOf(node, uses.proof.index.dialect)
    if (form === 'logical') for (const child of node.children) holds(child, uses)
    else if (form === 'case') collectCase(node, uses)
    else if (node.operator === 'Ceil' || node.operator === 'Floor')
      for (const child of node.children) note(child, ['number'], [], uses)
    else if (node.operator.startsWith('AEXPR_IN')) compareAll(listed(node.children), uses)
    else if (form !== 'text' && form !== 'measure' && !/^(?:Tuple|Array|Struct|Interval)/.test(node.operator))
      compareAll(node.children, uses, /^(?:Lt|Gt|Between)/.test(node.operator))
  }
}

/** PostgreSQL's own tree has the values of IN in a separate list. */
function listed([value, list]: ExpressionNode[]): ExpressionNode[] {
  const values = list?.type === 'operation' && list.operator === 'Tuple' ? list.children : [list]
  return [value, ...values].filter((node) => node !== undefined)
}

function collectCase(node: Extract<ExpressionNode, { type: 'operation' }>, uses: Uses): void {
  compareAll(caseResults(node), uses)
  if (node.operator === 'Case') for (const condition of caseConditions(node)) holds(condition, uses)
  else if (node.operator === 'CaseOf') compareAll(caseConditions(node), uses)
}

/** This position requires true or false, so a parameter here is boolean too. */
function holds(node: ExpressionNode, uses: Uses): void {
  note(node, ['boolean'], [], uses)
}

/** Each value is compared with the others; tuples part by part. */
function compareAll(nodes: ExpressionNode[], uses: Uses, isOrder = false): void {
  const tuples = nodes.map(tupleParts)
  const [first] = tuples
  if (first && tuples.every((parts) => parts?.length === first.length)) {
    for (const at of first.keys())
      compareAll(
        tuples.flatMap((parts) => parts?.[at] ?? []),
        uses,
      )
    return
  }
  for (const node of nodes) {
    if (flowing(node, uses).length === 0) continue
    const others = nodes.filter((other) => other !== node)
    const known = others.flatMap((other) => kindsOf(other, uses.proof, uses.computed))
    // If any text is greater than any number, a column without a type may contain either.
    const isKindKnown = !isOrder || !dialectOf(uses.proof.index.dialect).values.haveOwnTypes
    const kinds = known.map((kind) => (kind === 'other' && !isKindKnown ? ('unknown' as const) : kind))
    const columns = others.flatMap((other) => [...(uses.proof.sources?.get(other) ?? [])])
    note(
      node,
      kinds,
      columns.map((source) => source.column.dataType.toLowerCase()),
      uses,
    )
  }
}

function tupleParts(node: ExpressionNode): ExpressionNode[] | null {
  return node.type === 'operation' && node.operator === 'Tuple' && node.children.length > 1 ? node.children : null
}

function note(node: ExpressionNode, kinds: ValueKind[], types: string[], uses: Uses): void {
  for (const parameter of flowing(node, uses)) {
    const known = uses.byPlace.get(parameter.start) ?? { kinds: [], types: [] }
    const all = [...new Set([...known.kinds, ...kinds])]
    uses.byPlace.set(parameter.start, { kinds: all, types: [...known.types, ...types] })
  }
}

/** The parameters whose value an expression returns, unchanged or converted. */
function flowing(node: ExpressionNode, uses: Uses): Extract<ExpressionNode, { type: 'parameter' }>[] {
  switch (node.type) {
    case 'parameter':
      return [node]
    case 'cast':
      return kindOfCast(node.to) === 'text' && !node.to.endsWith('[]')
        ? node.children.flatMap((child) => flowing(child, uses))
        : []
    case 'call':
      return isMeasuring(node) ? [] : node.children.flatMap((child) => flowing(child, uses))
    case 'subquery':
      return resultsOf(node.query).flatMap((child) => flowing(child, uses))
    case 'operation': {
      const form = formOf(node, uses.proof.index.dialect)
      if (form === 'logical' || form === 'comparison' || form === 'measure') return []
      return (form === 'case' ? caseResults(node) : node.children).flatMap((child) => flowing(child, uses))
    }
    case 'column':
    case 'literal':
    case 'row':
      return []
  }
}

const truth = /^(?:true|t|1)$/i
const forms: Partial<Record<ColumnKind, RegExp>> = {
  integer: /^[+-]?\d{1,19}$/,
  number: /^[+-]?\d{1,30}(?:\.\d{1,30})?$/,
  boolean: /^(?:true|false|0|1|t|f)$/i,
  date: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/,
  timestamp: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
}
const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/**
 * The value to bind, in the form that the engine's cast to the column's type accepts. Null hides the rows: the value is
 * missing or can't be cast (an engine that casts 'abc' to 0 would show rows of others).
 */
export function valueFor(value: string | null, use: ParameterUse, dialect: SqlDialect): Cell | null {
  if (value === null) return null
  const kinds = use.kinds.filter((kind) => kind !== 'unknown')
  for (const kind of kinds) {
    const form = forms[kind]
    if (form && !form.test(value.trim())) return null
  }
  if (use.types.some((type) => type === 'uuid' || type === 'uniqueidentifier') && !uuid.test(value)) return null
  if (kinds.length === 0) return value
  // To these engines the text 'true' is 0, or greater than any number.
  if (kinds.every((kind) => kind === 'boolean') && dialectOf(dialect).values.booleansAreNumbers) {
    return truth.test(value.trim()) ? 1 : 0
  }
  if (!kinds.every((kind) => kind === 'integer' || kind === 'number')) return value
  const number = Number(value)
  return Number.isSafeInteger(number) || String(number) === value.trim() ? number : value
}
