import { joinMessages, message, type SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { Identifier } from '../parse/model.ts'
import type { IndexedColumn } from './catalogue-index.ts'
import { nameKey } from './names.ts'
import { sessionWords } from './session-words.ts'
import { readAll, readColumn, report } from './scope.ts'
import type { Clause, OutputColumn, Proof, Relation, Scope } from './scope.ts'
import { shown } from '../shown.ts'
import { nearest } from './suggest.ts'

type Sources = Set<IndexedColumn>
/** No column; nothing may be added to it. */
export const nothing: Sources = new Set()

/** Resolves a written column, marks it as read, and returns the table columns that its value comes from. */
export function resolveColumn(parts: Identifier[], scope: Scope, proof: Proof, clause: Clause): Sources {
  return parts.length === 1 ? resolveBare(parts[0]!, scope, proof, clause) : resolveDotted(parts, scope, proof)
}

function resolveBare(name: Identifier, scope: Scope, proof: Proof, clause: Clause): Sources {
  const { dialect } = proof.index
  const key = nameKey(name, dialect)
  const { itemsSeeAliases } = dialectOf(dialect).scoping
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = inRelations(key, at)
    const alias = at !== scope || clause === 'other' || itemsSeeAliases ? at.aliases.get(key) : undefined
    if (found || alias) return union(found ?? nothing, alias ?? nothing)
    const open = at.relations.filter((candidate) => candidate.columns === null)
    if (open.length > 0 && !isSessionWord(name, dialect)) return unionOf(open.map(allSources))
  }
  return resolveUnlisted(name, key, scope, proof)
}

function inRelations(key: string, scope: Scope): Sources | null {
  let sources: Sources | null = null
  for (const candidate of scope.relations) {
    const column = candidate.byKey.get(key)
    if (!column) continue
    readColumn(candidate, column)
    sources = sources ? union(sources, column.sources) : column.sources
  }
  return sources
}

/** Names that no table lists: row identifiers, whole rows, the engine's own words, quoted text. */
function resolveUnlisted(name: Identifier, key: string, scope: Scope, proof: Proof): Sources {
  const { words, scoping } = dialectOf(proof.index.dialect)
  const lower = name.text.toLowerCase()
  if (words.rowIdentifiers.has(lower) && name.quote === null && hiddenColumn(lower, scope)) return nothing
  const row = wholeRow(key, scope, proof)
  if (row) return row
  if (name.quote === null && words.columns.has(lower)) return nothing
  if (scoping.quotesMayBeText && name.quote === '"') {
    proof.strings.push(name)
    return nothing
  }
  unknownColumn(name, scope, proof)
  return nothing
}

function hiddenColumn(name: string, scope: Scope): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const tables = at.relations.filter((candidate) => candidate.reference)
    if (tables.length === 0) continue
    for (const candidate of tables) candidate.reference!.hidden.add(name)
    return true
  }
  return false
}

/** A table's name as its whole row. */
function wholeRow(key: string, scope: Scope, proof: Proof): Sources | null {
  if (!dialectOf(proof.index.dialect).scoping.tableNameIsRow) return null
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = at.relations.find((candidate) => candidate.key === key)
    if (!found) continue
    readAll(found)
    return allSources(found)
  }
  return null
}

function resolveDotted(parts: Identifier[], scope: Scope, proof: Proof): Sources {
  const { dialect } = proof.index
  const keys = parts.map((part) => nameKey(part, dialect))
  for (let at: Scope | null = scope; at; at = at.parent) {
    const named = at.relations.filter((candidate) => candidate.key === keys[0])
    if (named.length > 0) return columnOf(named, parts, 1, keys, proof)
    const full = at.relations.filter((candidate) => isQualifiedName(candidate, parts, proof))
    if (full.length === 0) continue
    for (const candidate of full)
      proof.qualified.push({ parts, tableAt: parts.length - 2, reference: candidate.reference! })
    return columnOf(full, parts, parts.length - 1, keys, proof)
  }
  if (dialectOf(dialect).scoping.dotsReachFields) return resolveBare(parts[0]!, scope, proof, 'other')
  const text = message('There is no table or alias {name} in FROM.', { name: shown(parts[0]!.text) })
  report(proof, 'unknown_column', text, parts[0]!.start)
  return nothing
}

function isQualifiedName(candidate: Relation, parts: Identifier[], proof: Proof): boolean {
  if (!candidate.reference || candidate.reference.node.alias || parts.length < 3) return false
  return proof.index.find(parts.slice(0, -1)) === candidate.reference.table
}

function columnOf(candidates: Relation[], parts: Identifier[], at: number, keys: string[], proof: Proof): Sources {
  const name = parts[at]!
  let sources: Sources | null = null
  for (const candidate of candidates) {
    const column = candidate.byKey.get(keys[at]!)
    if (column) {
      readColumn(candidate, column)
      sources = union(sources ?? nothing, column.sources)
    } else if (candidate.columns === null) sources = union(sources ?? nothing, allSources(candidate))
    else if (isRowIdentifier(name, candidate, proof)) {
      candidate.reference!.hidden.add(name.text.toLowerCase())
      sources ??= nothing
    }
  }
  if (sources) return sources
  const known = candidates.flatMap((candidate) => candidate.columns ?? [])
  const hint = nearest(
    name.text,
    known.map((column) => column.name),
  )
  const problem = message('{table} has no column {column}.', {
    table: shown(parts[at - 1]!.text),
    column: shown(name.text),
  })
  report(proof, 'unknown_column', joinMessages(hint ? [problem, hint] : [problem]), name.start)
  return nothing
}

function isRowIdentifier(name: Identifier, candidate: Relation, proof: Proof): boolean {
  return (
    candidate.reference !== null && dialectOf(proof.index.dialect).words.rowIdentifiers.has(name.text.toLowerCase())
  )
}

/** Words such as CURRENT_USER are never columns, not even of a table with unknown columns. */
function isSessionWord(name: Identifier, dialect: SqlDialect): boolean {
  return dialectOf(dialect).words.areSessionWords && name.quote === null && sessionWords.has(name.text.toLowerCase())
}

export function unknownColumn(name: Identifier, scope: Scope, proof: Proof): void {
  const known: string[] = []
  for (let at: Scope | null = scope; at; at = at.parent) {
    for (const candidate of at.relations) known.push(...(candidate.columns ?? []).map((column) => column.name))
  }
  const problem = message('There is no column {name} here.', { name: shown(name.text) })
  const { remindsOfQuotes } = dialectOf(proof.index.dialect).scoping
  const quoted = remindsOfQuotes && name.quote === '"' ? message('Put strings in single quotes.') : null
  report(
    proof,
    'unknown_column',
    joinMessages([problem, nearest(name.text, known), quoted].filter((sentence) => sentence !== null)),
    name.start,
  )
}

/** Everything that a relation's columns come from. */
export function allSources(candidate: Relation): Sources {
  if (candidate.columns === null) return candidate.openSources ?? nothing
  return unionOf(candidate.columns.map((column) => column.sources))
}

/** The sources of a query with unknown columns: everything read so far, because too much is safer than too little. */
export function openSources({ references }: Proof): Sources {
  return new Set(
    references.flatMap(({ table, wholeRow, columns }) => [...(wholeRow ? table.columns.values() : columns)]),
  )
}

/** The union of some sets; a single nonempty set is returned itself, so the result must not be changed. */
export function union(left: Sources, right: Sources): Sources {
  if (right.size === 0 || left === right) return left
  if (left.size === 0) return right
  const result = new Set(left)
  for (const item of right) result.add(item)
  return result
}

/** Like `union`, for any number of sets. */
export function unionOf(sets: Sources[]): Sources {
  let result: Sources | null = null
  let only = nothing
  for (const set of sets) {
    if (set.size === 0 || set === only) continue
    if (result) for (const item of set) result.add(item)
    else if (only.size === 0) only = set
    else only = result = new Set(union(only, set))
  }
  return only
}

/** The columns, renamed by a column list if there is one. */
export function renamed(
  columns: OutputColumn[] | null,
  names: Pick<Identifier, 'text' | 'quote'>[],
  proof: Proof,
): OutputColumn[] | null {
  if (!columns || names.length === 0) return columns
  return columns.map((column, index) => {
    const name = names[index]
    if (name === undefined) return column
    return { name: name.text, key: nameKey(name, proof.index.dialect), sources: column.sources }
  })
}
