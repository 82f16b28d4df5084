import type { Alias, FromNode, Identifier, JoinNode, TableFunctionNode, TableNode } from '../parse/model.ts'
import type { IndexedTable } from './catalogue-index.ts'
import { renamed } from './columns.ts'
import { checkTableFunction, tableFunctionColumns } from './functions.ts'
import { nameKey } from './names.ts'
import { builtInTables } from './pseudo-columns.ts'
import { readAll, readColumn, relation, report } from './scope.ts'
import type { Cte, OutputColumn, Proof, Relation, Scope, TableReference } from './scope.ts'
import { nearest } from './suggest.ts'

/** Adds everything in FROM to the scope, in the order in which it becomes visible. */
export function fromRelations(items: FromNode[], scope: Scope, proof: Proof): void {
  for (const item of items) addItem(item, scope, proof)
  for (const item of items) proveConditions(item, scope, proof)
}

/** Join conditions see all of FROM: SQLite lets them name a table that is joined later. */
function proveConditions(item: FromNode, scope: Scope, proof: Proof): void {
  if (item.type !== 'join') return
  proveConditions(item.left, scope, proof)
  proveConditions(item.right, scope, proof)
  if (item.on) proof.walk.expression(item.on, scope, proof, 'items')
}

/** The relations of each FROM node, so that `*` can be expanded as the joins say. */
const relationsOf = new WeakMap<FromNode, Relation>()

function addItem(item: FromNode, scope: Scope, proof: Proof): void {
  switch (item.type) {
    case 'table':
      return add(item, tableRelation(item, scope, proof), scope)
    case 'derived': {
      const outer = item.lateral ? scope : scope.parent
      const outputs = renamed(proof.walk.query(item.query, outer, scope.ctes, proof), columnNames(item.alias), proof)
      return add(item, relation(aliasKey(item.alias, proof), outputs && fresh(outputs), null), scope)
    }
    case 'table-function':
      return add(item, functionRelation(item, scope, proof), scope)
    case 'join':
      addItem(item.left, scope, proof)
      addItem(item.right, scope, proof)
      joinColumns(item, scope, proof)
  }
}

function add(item: FromNode, made: Relation, scope: Scope): void {
  relationsOf.set(item, made)
  scope.relations.push(made)
}

function fresh(columns: OutputColumn[]): OutputColumn[] {
  return columns.map((column) => ({ ...column, sources: new Set(column.sources) }))
}

function columnNames(alias: Alias | null): string[] {
  return alias?.columns.map((column) => column.text) ?? []
}

function aliasKey(alias: Alias | null, proof: Proof): string | null {
  return alias ? nameKey(alias.name, proof.index.dialect) : null
}

function tableRelation(node: TableNode, scope: Scope, proof: Proof): Relation {
  const last = node.name.at(-1)!
  const key = nameKey(node.alias?.name ?? last, proof.index.dialect)
  const cte = node.name.length === 1 ? findCte(last, scope.ctes, proof) : null
  if (cte) return relation(key, renamed(cte.columns && fresh(cte.columns), columnNames(node.alias), proof), null)
  const table = proof.index.find(node.name)
  const builtIn = node.name.length === 1 ? builtInTables[proof.index.dialect]?.[last.text.toLowerCase()] : undefined
  if (table === null && builtIn) return relation(key, [{ name: builtIn, key: builtIn, sources: new Set() }], null)
  if (table === null || table === 'ambiguous') {
    unknownTable(node, table, proof)
    return relation(key, null, null)
  }
  if (proof.allowed && !proof.allowed.has(table)) {
    report(proof, 'table_not_in_area', `The table ${last.text} is not part of this business area.`, last.start)
    return relation(key, null, null)
  }
  if (node.name.length === 1 && proof.index.dialect === 'postgresql' && last.text.startsWith('pg_')) {
    report(
      proof,
      'ambiguous_name',
      `Write ${last.text} with its schema: PostgreSQL has system tables of such names.`,
      last.start,
    )
  }
  if (node.modifier)
    report(proof, 'forbidden_construct', `${node.modifier} is not supported. Write the plain table name.`, last.start)
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

/** The columns of a table; where all of them may be read under their own names, they are listed once. */
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

/** The innermost WITH name; one that differs only by case is refused, because engines differ there. */
function findCte(name: Identifier, ctes: Cte | null, proof: Proof): Cte | null {
  const key = nameKey(name, proof.index.dialect)
  for (let at = ctes; at; at = at.parent) {
    if (at.key === key) return at
    if (at.name.toLowerCase() === name.text.toLowerCase()) {
      report(proof, 'ambiguous_name', `Write ${name.text} exactly as WITH names it: ${at.name}.`, name.start)
      return at
    }
  }
  return null
}

function unknownTable(node: TableNode, found: 'ambiguous' | null, proof: Proof): void {
  const last = node.name.at(-1)!
  const written = node.name.map((part) => part.text).join('.')
  if (found === 'ambiguous') {
    return report(proof, 'ambiguous_name', `Several tables are called ${written}. Write the name exactly.`, last.start)
  }
  const elsewhere = proof.index.named(last.text).filter((entry) => isAllowed(entry, proof))
  const other = elsewhere[0]
  const names =
    proof.index.catalogue.tables.length > 2000
      ? []
      : proof.index.catalogue.tables.filter((entry) => isAllowed(entry, proof))
  const hint = other
    ? ` Write ${other.schema ? `${other.schema}.` : ''}${other.name}.`
    : nearest(
        last.text,
        names.map((entry) => entry.name),
      )
  report(proof, 'unknown_table', `There is no table ${written}.${hint}`, last.start)
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
  return relation(key, columns, null)
}

function joinColumns(join: JoinNode, scope: Scope, proof: Proof): void {
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
    if (!scope.relations.some((made) => made.columns === null || made.byKey.has(key))) {
      report(proof, 'unknown_column', `There is no column ${name.text} to join with.`, name.start)
    }
  }
}

function relationsIn(item: FromNode): Relation[] {
  if (item.type === 'join') return [...relationsIn(item.left), ...relationsIn(item.right)]
  const made = relationsOf.get(item)
  return made ? [made] : []
}

/** The columns of `*` or `name.*`, all marked as read; null when they cannot be known. */
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
  const named = scope.relations.filter((candidate) =>
    qualifier.length === 1
      ? candidate.key === key
      : candidate.reference !== null &&
        !candidate.reference.node.alias &&
        proof.index.find(qualifier) === candidate.reference.table,
  )
  if (named.length === 0) {
    report(proof, 'unknown_table', `There is no table or alias ${last.text} in FROM at this place.`, last.start)
    return null
  }
  if (qualifier.length > 1)
    for (const found of named)
      proof.qualified.push({ parts: qualifier, tableAt: qualifier.length - 1, reference: found.reference! })
  for (const found of named) readAll(found)
  return named[0]!.columns
}

function expand(item: FromNode, proof: Proof): OutputColumn[] | null {
  if (item.type !== 'join') {
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
  if (proof.index.dialect === 'sqlite') return [...left, ...rest]
  const first = shared.flatMap((key) => left.filter((column) => column.key === key))
  return [...first, ...left.filter((column) => !merged.has(column.key)), ...rest]
}
