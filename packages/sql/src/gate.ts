import type { DenialCode, DenialReason, GateAllowed, GateRequest, GateResult, Parse, TableRef } from './contract.ts'
import { formatSql } from './display-sql.ts'
import { prepareSql } from './lexer/prepare.ts'
import type { PreparedSql } from './lexer/prepare.ts'
import { bindParameters } from './parameters.ts'
import type { ParsedTrees, QueryNode } from './parse/model.ts'
import { enforcePolicies } from './policy/enforce.ts'
import { isDisallowed } from './policy/table-rules.ts'
import { indexOf } from './prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from './prove/catalogue-index.ts'
import { proveQuery } from './prove/prove-query.ts'
import type { Proof } from './prove/scope.ts'
import { columnsRead, makeReceipt } from './receipt.ts'
import { limitRows } from './rewrite/row-limit.ts'
import { isSameQuery } from './rewrite/same-tree.ts'
import { splice } from './rewrite/splice.ts'
import type { Edit } from './rewrite/splice.ts'

/**
 * Proves that SQL is one query which reads only what this person may read, and rewrites it so that the rules hold.
 * Offsets in reasons are those of the SQL as it came. What cannot be proven is denied, never run.
 * @param parse reads prepared SQL (`parseSql` of '@parlance/sql/parse', in a worker of the caller's)
 */
export async function gate(request: GateRequest, parse: Parse): Promise<GateResult> {
  try {
    return await proveAndRewrite(request, parse)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return deny('too_large', 'The query is nested too deeply. Move inner queries into WITH clauses.')
  }
}

async function proveAndRewrite(request: GateRequest, parse: Parse): Promise<GateResult> {
  const { dialect } = request
  const prepared = prepareSql(request.sql, dialect)
  if ('problem' in prepared) return denied([prepared.problem])
  const parsed = await readQuery(prepared.prepared.text, request, parse)
  if ('problem' in parsed) return denied([parsed.problem])
  const index = indexOf(request.catalogue)
  const { policies } = request
  const proof = proveQuery(parsed.query, index, {
    allowed: allowedSet(index, request.allowedTables),
    disallowed: policies ? (column) => isDisallowed(column, policies) : undefined,
  })
  if (proof.problems.length > 0) return denied(proof.problems)
  return rewrite(request, prepared.prepared, parsed.query, proof, parse)
}

const unsafe = 'The query cannot be rewritten safely. Write it more simply.'

async function rewrite(
  request: GateRequest,
  prepared: PreparedSql,
  query: QueryNode,
  proof: Proof,
  parse: Parse,
): Promise<GateResult> {
  const parameters = bindParameters(prepared.placeholders, request)
  if (parameters.problems.length > 0) return denied(parameters.problems)
  const enforced = await enforcePolicies(request, proof, parse)
  if ('problems' in enforced) return denied(enforced.problems)
  const { enforcement } = enforced
  const limit = limitRows(query, request.dialect, request.limits.maxRows, prepared)
  const edits: Edit[] = [...parameters.edits, ...stringEdits(proof), ...enforcement.edits]
  if (limit.edit) edits.push(limit.edit)
  const rendered = splice(prepared.text, edits, request.dialect)
  const again = await readQuery(rendered.parseText, request, parse)
  if ('problem' in again) return deny('forbidden_construct', unsafe)
  const changes = {
    guards: enforcement.guards,
    strings: new Set(proof.strings),
    unqualified: enforcement.unqualified,
    limit: limit.edit ? (limit.receipt?.rows ?? null) : null,
  }
  if (!isSameQuery(query, again.query, changes)) return deny('forbidden_construct', unsafe)
  const bound = [...new Set([...parameters.bound, ...enforcement.bound])]
  const receipt = makeReceipt(proof, { ...enforcement, limit: limit.receipt, bound })
  const reads = enforcement.references === proof.references ? receipt.columns : columnsRead(enforcement.references)
  return allowed({ allowed: true, sql: rendered.sql, params: rendered.params, receipt, reads }, request)
}

/** Laying SQL out costs as much as parsing it, so it is done when it is first looked at. */
function allowed(result: Omit<GateAllowed, 'displaySql'>, request: GateRequest): GateAllowed {
  let formatted: string | null = null
  return {
    ...result,
    get displaySql() {
      formatted ??= formatSql(request.sql, request.dialect)
      return formatted
    },
  }
}

async function readQuery(
  text: string,
  request: GateRequest,
  parse: Parse,
): Promise<{ query: QueryNode } | { problem: DenialReason }> {
  const outcome = await parse(request.dialect, text)
  if (!outcome.ok) return { problem: { code: outcome.code, message: outcome.message, position: outcome.position } }
  const trees = outcome.trees as ParsedTrees
  return 'refusal' in trees ? { problem: trees.refusal } : trees
}

const allowedSets = new WeakMap<TableRef[], { index: CatalogueIndex; set: ReadonlySet<IndexedTable> }>()

function allowedSet(index: CatalogueIndex, tables: TableRef[] | null): ReadonlySet<IndexedTable> | null {
  if (!tables) return null
  const known = allowedSets.get(tables)
  if (known?.index === index) return known.set
  const set = new Set(tables.map((table) => index.findRef(table)).filter((table) => table !== null))
  allowedSets.set(tables, { index, set })
  return set
}

/** SQLite reads a double-quoted word that names no column as text: it is written as text, so that no mode decides. */
function stringEdits(proof: Proof): Edit[] {
  return proof.strings.map((name) => ({
    start: name.start,
    end: name.end,
    pieces: [`'${name.text.replaceAll("'", "''")}'`],
  }))
}

function denied(reasons: DenialReason[]): GateResult {
  return { allowed: false, reasons }
}

function deny(code: DenialCode, message: string): GateResult {
  return denied([{ code, message, position: null }])
}
