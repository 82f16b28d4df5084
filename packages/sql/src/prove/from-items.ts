import { joinMessages, message, type SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type {
  Alias,
  ExpressionNode,
  FromNode,
  Identifier,
  JoinNode,
  PivotNode,
  TableFunctionNode,
  TableNode,
} from '../parse/model.ts'
import type { IndexedTable } from './catalogue-index.ts'
import { nothing, openSources, renamed, unionOf } from './columns.ts'
import { checkTableFunction, tableFunctionColumns } from './functions.ts'
import { nameKey } from './names.ts'
import { readAll, readColumn, relation, report } from './scope.ts'
import type { Cte, OutputColumn, Proof, Relation, Scope, TableReference } from './scope.ts'
import { shown } from '../shown.ts'
import { nearest } from './suggest.ts'

/** Adds everything in FROM to the scope, in the order in which it becomes visible. */
export function fromRelations(items: FromNode[], scope: Scope, proof: Proof): void {
  for (const item of items) addItem(item, scope, proof)
  for (const item of items) proveConditions(item, scope, proof)
}

/** Join conditions see all of FROM: SQLite lets them name a table that is joined later. */
function proveConditions(item: FromNode, scope: Scope, proof: Proof): void {
  if (item.type !== 'join' || relationsOf.has(item)) return
  proveConditions(item.left, scope, proof)
  proveConditions(item.right, scope, proof)
  if (item.on) proof.walk.expression(item.on, scope, proof, 'items')
}

/** The relations of each FROM node, so that `*` can be expanded according to the joins. */
const relationsOf = new WeakMap<FromNode, Relation>()

function addItem(item: FromNode, scope: Scope, proof: Proof): void {
  switch (item.type) {
    case 'table':
      return add(item, tableRelation(item, scope, proof), scope)
    case 'derived': {
      const outer = item.lateral ? scope : scope.parent
      const outputs = renamed(proof.walk.query(item.query, outer, scope.ctes, proof), columnNames(item.alias), proof)
      return add(item, queryRelation(aliasKey(item.alias, proof), outputs, proof), scope)
    }
    case 'table-function':
      return add(item, functionRelation(item, scope, proof), scope)
    case 'pivot':
      return add(item, pivotRelation(item, scope, proof), scope)
    case 'join':
      if (item.alias) return add(item, namedJoin(item, item.alias, scope, proof), scope)
      addItem(item.left, scope, proof)
      addItem(item.right, scope, proof)
      joinColumns(item, proof)
      if (item.usingAlias) scope.relations.push(sharedColumns(item, item.usingAlias, proof))
  }
}

/** A join with its own alias: only its own conditions see its content. */
function namedJoin(item: JoinNode, alias: Alias, scope: Scope, proof: Proof): Relation {
  const inner: Scope = { relations: [], aliases: new Map(), parent: scope.parent, ctes: scope.ctes }
  const unnamed: JoinNode = { ...item, alias: null }
  fromRelations([unnamed], inner, proof)
  const columns = expand(unnamed, proof)
  const made = relation(aliasKey(alias, proof), renamed(columns && fresh(columns), columnNames(alias), proof), null)
  const references = inner.relations.flatMap(({ reference }) => reference ?? [])
  return { ...made, joined: { references, read: new Set() } }
}

/** The columns of USING under the alias that PostgreSQL gives only to them. */
function sharedColumns(item: JoinNode, alias: Alias, proof: Proof): Relation {
  const columns = item.using.map((name) => {
    const key = nameKey(name, proof.index.dialect)
    const merged = [...relationsIn(item.left), ...relationsIn(item.right)]
    return { name: name.text, key, sources: unionOf(merged.map((made) => made.byKey.get(key)?.sources ?? nothing)) }
  })
  return relation(aliasKey(alias, proof), fresh(columns), null)
}

/** The relation of a query in FROM or WITH. */
function queryRelation(key: string | null, outputs: OutputColumn[] | null, proof: Proof): Relation {
  if (outputs === null) return { ...relation(key, null, null), openSources: openSources(proof) }
  return relation(key, fresh(outputs), null)
}

function add(item: FromNode, made: Relation, scope: Scope): void {
  relationsOf.set(item, made)
  scope.relations.push(made)
}

function fresh(columns: OutputColumn[]): OutputColumn[] {
  return columns.map((column) => ({ ...column, sources: new Set(column.sources) }))
}

function columnNames(alias: Alias | null): Identifier[] {
  return alias?.columns ?? []
}

function aliasKey(alias: Alias | null, proof: Proof): string | null {
  return alias ? nameKey(alias.name, proof.index.dialect) : null
}

function tableRelation(node: TableNode, scope: Scope, proof: Proof): Relation {
  const last = node.name.at(-1)!
  const key = nameKey(node.alias?.name ?? last, proof.index.dialect)
  const cte = node.name.length === 1 ? findCte(last, scope.ctes, proof) : null
  if (cte) {
    proof.cteReferences.push({ node, cte: cte.node })
    return queryRelation(key, renamed(cte.columns, columnNames(node.alias), proof), proof)
  }
  const table = proof.index.find(node.name)
  const builtIn =
    node.name.length === 1 ? dialectOf(proof.index.dialect).words.tables.get(last.text.toLowerCase()) : undefined
  if (table === null && builtIn) return relation(key, [{ name: builtIn, key: builtIn, sources: new Set() }], null)
  // A table outside the area doesn't exist: nothing may reveal it.
  if (table === null || table === 'ambiguous' || (proof.allowed && !proof.allowed.has(table))) {
    unknownTable(node, table === 'ambiguous' && isAreaTable(last, proof), proof)
    return relation(key, null, null)
  }
  if (proof.closed(table)) {
    const text = message(
      'The view {table} reads protected tables but has no rules of its own. Query those tables directly.',
      { table: table.ref.table },
    )
    report(proof, 'table_not_in_area', text, last.start)
    return relation(key, null, null)
  }
  const { systemTablePrefix } = dialectOf(proof.index.dialect).scoping
  if (node.name.length === 1 && systemTablePrefix !== null && last.text.startsWith(systemTablePrefix)) {
    report(
      proof,
      'ambiguous_name',
      message('{name} could also be a system table. Write its schema before the name.', { name: shown(last.text) }),
      last.start,
    )
  }
  const reference: TableReference = {
    node,
    table,
    columns: new Set(),
    wholeRow: false,
    hidden: new Set(),
    natural: false,
  }
  proof.references.push(reference)
  return { ...tableColumns(table, node.alias, proof), key, reference }
}

const listedTables = new WeakMap<IndexedTable, Relation>()

/** The columns of a table; if all of them may be read under their own names, they are listed once. */
function tableColumns(table: IndexedTable, alias: Alias | null, proof: Proof): Relation {
  const names = columnNames(alias)
  if (names.length === 0 && !table.columns.values().some((source) => proof.disallowed(source))) {
    let listed = listedTables.get(table)
    if (!listed)
      listedTables.set(
        table,
        (listed = relation(
          null,
          visibleColumns(table, () => false),
          null,
        )),
      )
    return listed
  }
  return relation(null, renamed(visibleColumns(table, proof.disallowed), names, proof), null)
}

function visibleColumns(table: IndexedTable, disallowed: Proof['disallowed']): OutputColumn[] | null {
  if (table.columns.size === 0) return null
  return [...table.columns]
    .filter(([, source]) => !disallowed(source))
    .map(([key, source]) => ({ name: source.name, key, sources: new Set([source]) }))
}

/** The innermost WITH name; a name that engines resolve differently is refused. */
function findCte(name: Identifier, ctes: Cte | null, proof: Proof): Cte | null {
  const key = nameKey(name, proof.index.dialect)
  let skipped = false
  for (let at = ctes; at; at = at.parent) {
    if (at.name.toLowerCase() !== name.text.toLowerCase()) continue
    if (at.key !== key) {
      report(
        proof,
        'ambiguous_name',
        message('{name} is written differently in WITH. Write {definition}.', {
          name: shown(name.text),
          definition: shown(at.name),
        }),
        name.start,
      )
      return at
    }
    const isUnclear =
      at.state === 'unclear'
        ? isAreaTable(name, proof)
        : skipped && !dialectOf(proof.index.dialect).scoping.withSkipsItself
    if (isUnclear) {
      const text = message('{name} could be a table or the WITH query. Rename the WITH query.', {
        name: shown(name.text),
      })
      report(proof, 'ambiguous_name', text, name.start)
    }
    if (isUnclear || at.state === 'ready') return at
    skipped = true
  }
  return null
}

/** Whether this user may read a table with this name, in any schema and case. */
export function isAreaTable(name: Identifier, proof: Proof): boolean {
  return proof.index.named(name.text).some((entry) => isAllowed(entry, proof))
}

function unknownTable(node: TableNode, ambiguous: boolean, proof: Proof): void {
  const last = node.name.at(-1)!
  const written = shown(node.name.map((part) => part.text).join('.'))
  if (ambiguous) {
    return report(
      proof,
      'ambiguous_name',
      message('Several tables are named {name}. Write the name exactly, with its schema.', { name: written }),
      last.start,
    )
  }
  const elsewhere = proof.index.named(last.text).filter((entry) => isAllowed(entry, proof))
  const other = elsewhere[0]
  const names =
    proof.index.catalogue.tables.length > 2000
      ? []
      : proof.index.catalogue.tables.filter((entry) => isAllowed(entry, proof))
  const hint = other
    ? message('Write {name}.', { name: `${other.schema ? `${other.schema}.` : ''}${other.name}` })
    : nearest(
        last.text,
        names.map((entry) => entry.name),
      )
  const problem = message('There is no table {table}.', { table: written })
  report(proof, 'unknown_table', joinMessages(hint ? [problem, hint] : [problem]), last.start)
}

function isAllowed(entry: { schema: string | null; name: string }, proof: Proof): boolean {
  if (!proof.allowed) return true
  const table = proof.index.findRef({ schema: entry.schema, table: entry.name })
  return table !== null && proof.allowed.has(table)
}

function functionRelation(node: TableFunctionNode, scope: Scope, proof: Proof): Relation {
  checkTableFunction(node, proof)
  const sources = new Set(
    node.arguments.flatMap((argument) => [...proof.walk.expression(argument, scope, proof, 'items')]),
  )
  const name = node.name.at(-1)!
  const key = nameKey(node.alias?.name ?? name, proof.index.dialect)
  const names = tableFunctionColumns(node, proof)
  const columns =
    names?.map((column) => ({
      name: column,
      key: nameKey({ text: column, quote: '"' }, proof.index.dialect),
      sources,
    })) ?? null
  return { ...relation(key, columns, null), openSources: sources }
}

/** PIVOT and UNPIVOT keep the columns that they don't read, and generate others from their values. */
function pivotRelation(node: PivotNode, scope: Scope, proof: Proof): Relation {
  const { dialect } = proof.index
  const inner: Scope = { relations: [], aliases: new Map(), parent: scope.parent, ctes: scope.ctes }
  addItem(node.input, inner, proof)
  const columns = expand(node.input, proof)
  const read = [...node.aggregates.map(({ expression }) => expression), ...node.consumed]
  const sources = unionOf(read.map((expression) => proof.walk.expression(expression, inner, proof, 'other')))
  const key = aliasKey(node.alias, proof)
  if (!columns) {
    const text = message('The columns of the table before PIVOT are unknown. Use a subquery that lists them.')
    report(proof, 'unknown_column', text, null)
    return relation(key, null, null)
  }
  const consumed = new Set(columnKeys(read, dialect))
  const made = node.made.map((parts) => {
    const name = parts.map((part) => nameKey(part, dialect)).join('_')
    return { name, key: name, sources: new Set(sources) }
  })
  const kept = fresh(columns.filter((column) => !consumed.has(column.key)))
  return relation(key, renamed([...kept, ...made], columnNames(node.alias), proof), null)
}

function columnKeys(expressions: ExpressionNode[], dialect: SqlDialect): string[] {
  return expressions.flatMap((expression) => {
    if (expression.type === 'column') return [nameKey(expression.parts.at(-1)!, dialect)]
    return 'children' in expression ? columnKeys(expression.children, dialect) : []
  })
}

function joinColumns(join: JoinNode, proof: Proof): void {
  if (join.natural) {
    for (const side of [join.left, join.right]) {
      for (const made of relationsIn(side)) {
        readAll(made)
        if (made.reference) made.reference.natural = true
      }
    }
  }
  for (const name of join.using) {
    const key = nameKey(name, proof.index.dialect)
    for (const made of [...relationsIn(join.left), ...relationsIn(join.right)]) {
      const column = made.byKey.get(key)
      if (column) readColumn(made, column)
    }
    const sides = [join.left, join.right].map((side) => relationsIn(side))
    if (sides.some((side) => !side.some((made) => made.columns === null || made.byKey.has(key)))) {
      report(
        proof,
        'unknown_column',
        message('Both tables need a column {name} for this join. Use ON instead.', { name: shown(name.text) }),
        name.start,
      )
    }
  }
}

function relationsIn(item: FromNode): Relation[] {
  if (item.type === 'join' && !item.alias) return [...relationsIn(item.left), ...relationsIn(item.right)]
  const made = relationsOf.get(item)
  return made ? [made] : []
}

/** The columns of `*` or `name.*`, all marked as read; null if they can't be known. */
export function expandFrom(
  items: FromNode[],
  qualifier: Identifier[] | null,
  scope: Scope,
  proof: Proof,
): OutputColumn[] | null {
  if (qualifier) return expandNamed(qualifier, scope, proof)
  const result: OutputColumn[] = []
  for (const item of items) {
    const columns = expand(item, proof)
    if (!columns) return markAll(items)
    result.push(...columns)
  }
  return result
}

function markAll(items: FromNode[]): null {
  for (const item of items) for (const made of relationsIn(item)) readAll(made)
  return null
}

function expandNamed(qualifier: Identifier[], scope: Scope, proof: Proof): OutputColumn[] | null {
  const last = qualifier.at(-1)!
  const key = nameKey(last, proof.index.dialect)
  const isNamed = (candidate: Relation) =>
    qualifier.length === 1
      ? candidate.key === key
      : candidate.reference !== null &&
        !candidate.reference.node.alias &&
        proof.index.find(qualifier) === candidate.reference.table
  let named: Relation[] = []
  // A subquery may read all columns of a table outside it: LATERAL (SELECT u.*).
  for (let at: Scope | null = scope; at && named.length === 0; at = at.parent) named = at.relations.filter(isNamed)
  if (named.length === 0) {
    report(
      proof,
      'unknown_table',
      message('There is no table or alias {name} in FROM.', { name: shown(last.text) }),
      last.start,
    )
    return null
  }
  if (qualifier.length > 1)
    for (const found of named)
      proof.qualified.push({ parts: qualifier, tableAt: qualifier.length - 1, reference: found.reference! })
  for (const found of named) readAll(found)
  return named[0]!.columns
}

function expand(item: FromNode, proof: Proof): OutputColumn[] | null {
  if (item.type !== 'join' || item.alias) {
    const made = relationsOf.get(item)
    if (made) readAll(made)
    return made?.columns ?? null
  }
  const left = expand(item.left, proof)
  const right = expand(item.right, proof)
  if (!left || !right) return null
  const shared = item.natural
    ? left.map((column) => column.key).filter((key) => right.some((column) => column.key === key))
    : item.using.map((name) => nameKey(name, proof.index.dialect))
  if (shared.length === 0) return [...left, ...right]
  const merged = new Set(shared)
  const rest = right.filter((column) => !merged.has(column.key))
  if (dialectOf(proof.index.dialect).scoping.starKeepsOrder) return [...left, ...rest]
  const first = shared.flatMap((key) => left.filter((column) => column.key === key))
  return [...first, ...left.filter((column) => !merged.has(column.key)), ...rest]
}
