import { message } from '@parlance/contract'
import type { BodyNode, CteNode, ExpressionNode, Identifier, QueryNode, SelectNode } from '../parse/model.ts'
import { dialectOf } from '../dialects/index.ts'
import { maxOutputs } from '../limits.ts'
import { selectExpressions } from '../parse/walk.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from './catalogue-index.ts'
import { allSources, nothing, openSources, renamed, resolveColumn, union, unionOf, unknownColumn } from './columns.ts'
import { expandFrom, fromRelations, isAreaTable } from './from-items.ts'
import { checkCall, checkCast } from './functions.ts'
import { findGroupedKeys } from './grouped-keys.ts'
import { nameKey } from './names.ts'
import { refuseNestedReads } from './nested-with.ts'
import { readAll, report } from './scope.ts'
import { shown } from '../shown.ts'
import { nearest } from './suggest.ts'
import type { Clause, Cte, OutputColumn, Proof, Scope } from './scope.ts'

type Sources = Set<IndexedColumn>

export interface ProveOptions {
  /** The tables that may be read; null for the whole catalogue. */
  allowed: ReadonlySet<IndexedTable> | null
  disallowed?: (column: IndexedColumn) => boolean
  closed?: (table: IndexedTable) => boolean
  trusted?: ReadonlySet<string>
  keepSources?: boolean
}

/**
 * Resolves every name of a query against the catalogue and checks every function; returns what is read and what is
 * wrong.
 */
export function proveQuery(query: QueryNode, index: CatalogueIndex, options: ProveOptions): Proof {
  const proof: Proof = {
    walk: { query: proveInner, expression: proveExpression },
    index,
    allowed: options.allowed,
    disallowed: options.disallowed ?? (() => false),
    closed: options.closed ?? (() => false),
    trusted: options.trusted ?? new Set(),
    sources: options.keepSources ? new Map() : null,
    references: [],
    ctes: [],
    cteReferences: [],
    problems: [],
    strings: [],
    qualified: [],
    groupedKeys: [],
    outputs: null,
  }
  proof.outputs = proveInner(query, null, null, proof)
  if (dialectOf(index.dialect).scoping.withMixesUp && proof.ctes.length > query.ctes.length)
    refuseNestedReads(query, proof)
  return proof
}

/** Proves a nested query. Null: its columns can't be known. */
function proveInner(query: QueryNode, parent: Scope | null, ctes: Cte | null, proof: Proof): OutputColumn[] | null {
  let visible = ctes
  for (const [index, cte] of query.ctes.entries()) {
    visible = proveCte(cte, query.recursive, query.ctes.slice(index + 1), parent, visible, proof)
  }
  const { outputs, scope } = proveBody(query.body, parent, visible, proof)
  const ordering: Scope = scope ?? { relations: [], aliases: new Map(), parent, ctes: visible }
  for (const column of outputs ?? []) {
    if (!ordering.aliases.has(column.key)) ordering.aliases.set(column.key, column.sources)
  }
  if (!outputs && !scope) ordering.relations.push({ key: null, columns: null, byKey: new Map(), reference: null })
  for (const expression of query.orderBy) proveExpression(expression, ordering, proof, 'other')
  if (query.limit) {
    const bounds = query.limit.count ? [query.limit.count, ...query.limit.others] : query.limit.others
    for (const bound of bounds)
      proveExpression(bound, { relations: [], aliases: new Map(), parent, ctes: visible }, proof, 'other')
  }
  return outputs
}

function proveCte(
  cte: CteNode,
  recursive: boolean,
  later: CteNode[],
  parent: Scope | null,
  ctes: Cte | null,
  proof: Proof,
): Cte {
  const { dialect } = proof.index
  const { withReadsAhead, withReadsItself } = dialectOf(dialect).scoping
  const entry = (node: CteNode, state: Cte['state'], outer: Cte | null): Cte => {
    return { key: nameKey(node.name, dialect), name: node.name.text, node, state, columns: null, parent: outer }
  }
  proof.ctes.push(cte)
  const ahead = recursive || withReadsAhead ? later : []
  const outer = ahead.reduce((chain, node) => entry(node, 'unclear', chain), ctes)
  const before = entry(cte, recursive ? 'unclear' : 'own', outer)
  const selfReferring = recursive || withReadsItself
  let outputs: OutputColumn[] | null
  if (selfReferring && cte.query.body.type === 'set') {
    const itself = entry(cte, !recursive && isAreaTable(cte.name, proof) ? 'unclear' : 'ready', outer)
    outputs = proveRecursive(cte, cte.query, before, itself, parent, proof)
  } else outputs = proveInner(cte.query, parent, before, proof)
  return { ...entry(cte, 'ready', ctes), columns: renamedAs(cte, outputs, proof) }
}

function renamedAs(cte: CteNode, outputs: OutputColumn[] | null, proof: Proof): OutputColumn[] | null {
  const own = renamed(outputs, cte.columns, proof)
  if (!own || cte.added.length === 0) return own
  const every = unionOf(own.map((column) => column.sources))
  return [...own, ...cte.added.map((name) => output(name, every, proof))]
}

/** The first part of a recursive query defines its columns; the other part sees them under the query's own name. */
function proveRecursive(
  cte: CteNode,
  query: QueryNode,
  before: Cte,
  made: Cte,
  parent: Scope | null,
  proof: Proof,
): OutputColumn[] | null {
  if (query.body.type !== 'set' || query.ctes.length > 0) return proveInner(query, parent, before, proof)
  const first = proveBody(query.body.left, parent, before, proof).outputs
  made.columns = renamedAs(cte, first, proof)
  const second = proveBody(query.body.right, parent, made, proof).outputs
  const every = unionOf([...(first ?? []), ...(second ?? [])].map((column) => column.sources))
  const ordering: Scope = { relations: [], aliases: new Map(), parent, ctes: made }
  for (const column of made.columns ?? []) ordering.aliases.set(column.key, every)
  for (const expression of query.orderBy) proveExpression(expression, ordering, proof, 'other')
  return first?.map((column) => ({ ...column, sources: every })) ?? null
}

interface BodyProof {
  outputs: OutputColumn[] | null
  /** What ORDER BY can see; null after a set operation. */
  scope: Scope | null
}

/** @param isBranch a side of a set operation, where a text labels the side that a row comes from */
function proveBody(body: BodyNode, parent: Scope | null, ctes: Cte | null, proof: Proof, isBranch = false): BodyProof {
  switch (body.type) {
    case 'select':
      return proveSelect(body, isBranch, parent, ctes, proof)
    case 'query':
      return { outputs: proveInner(body, parent, ctes, proof), scope: null }
    case 'values': {
      const scope: Scope = { relations: [], aliases: new Map(), parent, ctes }
      const rows = body.rows.map((row) => row.map((cell) => proveExpression(cell, scope, proof, 'items')))
      const width = rows[0]?.length ?? 0
      const { valuesColumn } = dialectOf(proof.index.dialect).scoping
      const outputs = Array.from({ length: width }, (_, index) =>
        output(valuesColumn(index), unionOf(rows.map((row) => row[index] ?? nothing)), proof),
      )
      return { outputs, scope: null }
    }
    case 'set': {
      const left = proveBody(body.left, parent, ctes, proof, true).outputs
      const right = proveBody(body.right, parent, ctes, proof, true).outputs
      if (!left || !right) return { outputs: null, scope: null }
      const outputs = left.map((column, index) => ({
        ...column,
        sources: union(column.sources, right[index]?.sources ?? nothing),
      }))
      return { outputs, scope: null }
    }
  }
}

function proveSelect(
  select: SelectNode,
  isBranch: boolean,
  parent: Scope | null,
  ctes: Cte | null,
  proof: Proof,
): BodyProof {
  const scope: Scope = { relations: [], aliases: new Map(), parent, ctes }
  fromRelations(select.from, scope, proof)
  const outputs = proveItems(select, isBranch, scope, proof)
  for (const expression of selectExpressions(select)) proveExpression(expression, scope, proof, 'other')
  if (select.top?.count) proveExpression(select.top.count, scope, proof, 'other')
  findGroupedKeys(select, scope, proof)
  return { outputs, scope }
}

function proveItems(select: SelectNode, isBranch: boolean, scope: Scope, proof: Proof): OutputColumn[] | null {
  const outputs: OutputColumn[] = []
  let open = false
  for (const written of select.items) {
    const item = asStar(written, scope, proof)
    if (item.type === 'star') {
      const expanded = expandFrom(select.from, item.qualifier, scope, proof)
      const starred = starColumns(item, expanded, scope, proof)
      if (starred && outputs.length + starred.length > maxOutputs) {
        report(
          proof,
          'too_large',
          message('The query returns too many columns. List only the columns that you need.'),
          null,
        )
        return null
      }
      if (starred) outputs.push(...starred)
      else open = true
      continue
    }
    const sources = proveExpression(item.expression, scope, proof, 'items')
    refuseQuotedText(item.expression, isBranch, scope, proof)
    if (isEveryField(item.expression)) {
      open = true
      continue
    }
    const { name, key } = itemName(item, proof)
    outputs.push({ name, key, sources })
    if (item.alias) scope.aliases.set(key, union(scope.aliases.get(key) ?? nothing, sources))
  }
  return open ? null : outputs
}

/** PostgreSQL's `(value).*`: as many columns as the value has fields. */
function isEveryField(expression: ExpressionNode): boolean {
  return expression.type === 'operation' && /^FieldAccess\..*\.\*$|^FieldAccess\.\*$/.test(expression.operator)
}

/** PostgreSQL's `(u).*` as `u.*` if `u` is a table of FROM. */
function asStar(item: SelectNode['items'][number], scope: Scope, proof: Proof): SelectNode['items'][number] {
  if (item.type === 'star' || item.expression.type !== 'operation') return item
  if (item.expression.operator !== 'FieldAccess.*' || item.alias) return item
  const name = tableNamed(item.expression.children[0], scope, proof)
  if (!name) return item
  return { type: 'star', qualifier: [name], except: [], replace: [], rename: [], start: name.start, end: name.end }
}

/**
 * SQLite's double-quoted text as a result: more likely a missing column than the same word in every row. In a union it
 * is a label, unless it looks like a misspelled column.
 */
function refuseQuotedText(expression: ExpressionNode, isBranch: boolean, scope: Scope, proof: Proof): void {
  const [name] = expression.type === 'column' ? expression.parts : []
  if (!name || scope.relations.length === 0 || proof.strings.at(-1) !== name) return
  const known = scope.relations.flatMap(({ columns }) => columns ?? []).map((column) => column.name)
  if (!isBranch || nearest(name.text, known) !== null) unknownColumn(name, scope, proof)
}

/** What a star returns after its EXCEPT, REPLACE, and RENAME; null if that can't be known. */
function starColumns(
  star: Extract<SelectNode['items'][number], { type: 'star' }>,
  columns: OutputColumn[] | null,
  scope: Scope,
  proof: Proof,
): OutputColumn[] | null {
  const { dialect } = proof.index
  const replaced = new Map(
    star.replace.map(({ name, expression }) => [
      nameKey(name, dialect),
      proveExpression(expression, scope, proof, 'items'),
    ]),
  )
  if (!columns) return null
  for (const name of [
    ...star.except,
    ...star.replace.map((entry) => entry.name),
    ...star.rename.map((entry) => entry.name),
  ]) {
    if (columns.some((column) => column.key === nameKey(name, dialect))) continue
    report(
      proof,
      'unknown_column',
      message('The columns of * do not include {name}. Remove it.', { name: shown(name.text) }),
      name.start,
    )
  }
  const except = new Set(star.except.map((name) => nameKey(name, dialect)))
  const names = new Map(star.rename.map(({ name, alias }) => [nameKey(name, dialect), alias]))
  return columns
    .filter((column) => !except.has(column.key))
    .map((column) => {
      const sources = replaced.get(column.key) ?? column.sources
      const alias = names.get(column.key)
      return alias
        ? { name: alias.text, key: nameKey(alias, dialect), sources }
        : { name: column.name, key: column.key, sources }
    })
}

function itemName(
  item: Extract<SelectNode['items'][number], { type: 'item' }>,
  proof: Proof,
): { name: string; key: string } {
  const written = item.alias ?? (item.expression.type === 'column' ? item.expression.parts.at(-1)! : null)
  if (written) return { name: written.text, key: nameKey(written, proof.index.dialect) }
  const name = item.expression.type === 'call' ? (item.expression.name.at(-1) ?? '').toLowerCase() : ''
  return { name, key: nameKey({ text: name, quote: null }, proof.index.dialect) }
}

function output(name: string, sources: Sources, proof: Proof): OutputColumn {
  return { name, key: nameKey({ text: name, quote: '"' }, proof.index.dialect), sources }
}

/** Resolves all names of an expression and returns the table columns that its value comes from. */
function proveExpression(expression: ExpressionNode, scope: Scope, proof: Proof, clause: Clause): Sources {
  const sources = expressionSources(expression, scope, proof, clause)
  proof.sources?.set(expression, sources)
  return sources
}

function expressionSources(expression: ExpressionNode, scope: Scope, proof: Proof, clause: Clause): Sources {
  switch (expression.type) {
    case 'column':
      return resolveColumn(expression.parts, scope, proof, clause)
    case 'literal':
    case 'parameter':
      return nothing
    case 'row':
      return proveRow(expression, scope, proof)
    case 'subquery': {
      const outputs = proveInner(expression.query, scope, scope.ctes, proof)
      return outputs ? unionOf(outputs.map((column) => column.sources)) : openSources(proof)
    }
    case 'call':
      checkCall(expression, proof)
      if (expression.star && !countsRows(expression.name)) return proveStarCall(expression, scope, proof, clause)
      break
    case 'cast':
      checkCast(expression, proof)
      break
    case 'operation': {
      const field = fieldOfRow(expression, scope, proof)
      if (field) return resolveColumn(field, scope, proof, clause)
    }
  }
  return unionOf(expression.children.map((child) => proveExpression(child, scope, proof, clause)))
}

function countsRows(name: string[]): boolean {
  return /^count(?:_big)?$/i.test(name.at(-1) ?? '')
}

/** `HASH(*)`, `OBJECT_CONSTRUCT(*)`: a function of every column. */
function proveStarCall(
  call: Extract<ExpressionNode, { type: 'call' }>,
  scope: Scope,
  proof: Proof,
  clause: Clause,
): Sources {
  const every = proveRow({ type: 'row', qualifier: [] }, scope, proof)
  return unionOf([every, ...call.children.map((child) => proveExpression(child, scope, proof, clause))])
}

/** PostgreSQL's `(u).name`, where `u` is a table of FROM: the column `u.name`. */
function fieldOfRow(
  node: Extract<ExpressionNode, { type: 'operation' }>,
  scope: Scope,
  proof: Proof,
): Identifier[] | null {
  const field = node.operator.slice('FieldAccess.'.length)
  if (!node.operator.startsWith('FieldAccess.') || field === '*' || /[.[]/.test(field)) return null
  const name = tableNamed(node.children[0], scope, proof)
  return name && [name, { text: field, quote: '"', start: name.start, end: name.end }]
}

/** The name in parentheses, if the engine reads it as a table of FROM and not as a column. */
function tableNamed(row: ExpressionNode | undefined, scope: Scope, proof: Proof): Identifier | null {
  const { dialect } = proof.index
  if (!dialectOf(dialect).scoping.parenthesesReachRows) return null
  if (row?.type !== 'column' || row.parts.length !== 1) return null
  const [name] = row.parts
  const key = nameKey(name!, dialect)
  const isTable = scope.relations.some((candidate) => candidate.key === key)
  const isColumn = scope.relations.some((candidate) => candidate.byKey.has(key))
  return isTable && !isColumn ? name! : null
}

/** `t.*` as one value: PostgreSQL's whole row. */
function proveRow(row: Extract<ExpressionNode, { type: 'row' }>, scope: Scope, proof: Proof): Sources {
  const last = row.qualifier.at(-1)
  for (let at: Scope | null = scope; at; at = at.parent) {
    const named = at.relations.filter((candidate) => !last || candidate.key === nameKey(last, proof.index.dialect))
    if (named.length === 0) continue
    for (const candidate of named) readAll(candidate)
    return unionOf(named.map(allSources))
  }
  report(
    proof,
    'unknown_table',
    message('There is no table {name} in FROM.', { name: shown(last?.text ?? '') }),
    last?.start ?? null,
  )
  return new Set()
}
