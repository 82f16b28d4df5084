import { message, type Message, type SqlDialect } from '@parlance/contract'
import type {
  DenialCode,
  DenialReason,
  GateAllowed,
  GateRequest,
  GateResult,
  Parse,
  TableRef,
  ValuedRequest,
} from './contract.ts'
import { maskFunctions } from './dialects/index.ts'
import { formatSql } from './display-sql.ts'
import { prepareSql } from './lexer/prepare.ts'
import type { PreparedSql } from './lexer/prepare.ts'
import { rewrittenProblem } from './limits.ts'
import { bindParameters } from './parameters.ts'
import type { ParsedShape, ParsedTrees, QueryNode } from './parse/model.ts'
import { withPlace } from './place.ts'
import { enforcePolicies } from './policy/enforce.ts'
import { principalValue } from './policy/rule-parameters.ts'
import { isDisallowed } from './policy/table-rules.ts'
import { isClosedView } from './policy/views.ts'
import { indexOf } from './prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from './prove/catalogue-index.ts'
import { growsWithoutTables } from './prove/growth.ts'
import { proveQuery } from './prove/prove-query.ts'
import type { Proof } from './prove/scope.ts'
import { withoutUnseen } from './shown.ts'
import { columnsRead, makeReceipt } from './receipt.ts'
import { limitRows } from './rewrite/row-limit.ts'
import { hasSameShape } from './rewrite/same-shape.ts'
import { isSameQuery, type IntendedChanges } from './rewrite/same-tree.ts'
import { splice } from './rewrite/splice.ts'
import type { Edit, Rendered } from './rewrite/splice.ts'
import { renameQueries } from './rewrite/with-names.ts'

/**
 * Proves that SQL is a single query that reads only what this user may read, and rewrites it to enforce the rules.
 * Offsets in reasons refer to the original SQL. Anything that can't be proven is denied and never runs.
 * @param parse reads prepared SQL (`parseSql` of '@parlance/sql/parse', in a worker of the caller's)
 */
export async function gate(request: GateRequest, parse: Parse): Promise<GateResult> {
  const now = request.now ?? new Date().toISOString()
  return gateWith({ ...request, value: (name) => principalValue(name, request.principal, now) }, parse)
}

/** The same, with the user's values from a function. Nothing else that the gate reads differs between users. */
export async function gateWith(request: ValuedRequest, parse: Parse): Promise<GateResult> {
  try {
    const result = await proveAndRewrite(request, keepingShapes(parse))
    return result.allowed
      ? result
      : { allowed: false, reasons: result.reasons.map((reason) => readable(reason, request)) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return deny('too_large', message('The query is nested too deeply. Move the inner queries into a WITH clause.'))
  }
}

async function proveAndRewrite(request: ValuedRequest, parse: Parse): Promise<GateResult> {
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
    trusted: request.hasMask === true ? maskFunctions : undefined,
    closed: policies ? (table) => isClosedView(table, index, policies, request.allowedTables !== null) : undefined,
  })
  if (proof.problems.length > 0) return denied(proof.problems)
  return rewrite(request, prepared.prepared, parsed.query, proof, parse)
}

const unsafe = message(
  'The row and column rules cannot be applied safely to this query. Simplify it, for example by moving subqueries into a WITH clause.',
)

async function rewrite(
  request: ValuedRequest,
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
  const limit = limitRows(query, request.dialect, request.limits.maxRows, prepared, proof.outputs)
  const renamed = renameQueries(query, proof, enforcement.guards.size > 0)
  const edits: Edit[] = [...parameters.edits, ...stringEdits(proof), ...enforcement.edits, ...renamed.edits]
  if (limit.edit) edits.push(limit.edit)
  const rendered = render(prepared.text, edits, request.dialect)
  if (rendered === null)
    return deny('forbidden_construct', message('A parameter value contains control characters. Remove them.'))
  const size = rewrittenProblem(rendered.parseText, request.dialect)
  if (size) return denied([size])
  const changes = {
    guards: enforcement.guards,
    strings: new Set(proof.strings),
    unqualified: enforcement.unqualified,
    renamed,
    grouped: enforcement.grouped.changed,
    limit: limit.edit ? (limit.receipt?.rows ?? null) : null,
  }
  const meant = { query, text: prepared.text, changes }
  if (!(await isAsMeant(rendered.parseText, meant, request, parse))) return deny('forbidden_construct', unsafe)
  const bound = [...new Set([...parameters.bound, ...enforcement.bound])]
  const driverRows = limit.receipt ? null : request.limits.maxRows
  const receipt = makeReceipt(proof, { ...enforcement, limit: limit.receipt, driverRows, bound })
  const reads =
    enforcement.references === proof.references ? receipt.columns : columnsRead(enforcement.references, () => false)
  const { sql, params, shown } = rendered
  const grows = growsWithoutTables(query, proof)
  return allowed({ allowed: true, sql, params, receipt, reads, growsWithoutTables: grows }, shown, request)
}

/** Null if a value can't be written: the query is refused rather than run without it. */
function render(text: string, edits: Edit[], dialect: SqlDialect): Rendered | null {
  try {
    return splice(text, edits, dialect)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Laying SQL out costs as much as parsing it, so this is lazy. */
function allowed(
  result: Omit<GateAllowed, 'displaySql' | 'executedSql'>,
  shown: string,
  request: ValuedRequest,
): GateAllowed {
  let display: string | null = null
  let executed: string | null = null
  return {
    ...result,
    get displaySql() {
      display ??= formatSql(request.sql, request.dialect)
      return display
    },
    get executedSql() {
      executed ??= formatSql(shown, request.dialect)
      return executed
    },
  }
}

/** The parsers' own trees, cached as long as ours: PostgreSQL's can be compared directly. */
const shapes = new WeakMap<QueryNode, Uint8Array>()

function keepingShapes(parse: Parse): Parse {
  return async (dialect, sql, form) => {
    const outcome = await parse(dialect, sql, form)
    const trees = outcome.ok ? (outcome.trees as ParsedTrees | ParsedShape) : null
    if (trees && 'query' in trees && trees.shape !== undefined) shapes.set(trees.query, trees.shape)
    return outcome
  }
}

/** Reads the rewritten text again: it must be the proven query with only the intended changes (R08). */
async function isAsMeant(
  rewritten: string,
  proven: { query: QueryNode; text: string; changes: IntendedChanges },
  request: ValuedRequest,
  parse: Parse,
): Promise<boolean> {
  const before = shapes.get(proven.query)
  if (before !== undefined) {
    const outcome = await parse(request.dialect, rewritten, 'shape')
    const trees = outcome.ok ? (outcome.trees as ParsedTrees | ParsedShape) : null
    const after = trees && 'shape' in trees ? trees.shape : undefined
    const shapeOf = (guard: QueryNode) => shapes.get(guard) ?? null
    if (after !== undefined && hasSameShape({ before, after, text: proven.text }, proven.changes, shapeOf)) return true
  }
  const again = await readQuery(rewritten, request, parse)
  return 'query' in again && isSameQuery(proven.query, again.query, proven.changes)
}

async function readQuery(
  text: string,
  request: ValuedRequest,
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

/**
 * SQLite reads a double-quoted word that matches no column as text. Writing it as text makes the result independent of
 * the mode.
 */
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

function readable(reason: DenialReason, { sql }: ValuedRequest): DenialReason {
  return { ...reason, message: withoutUnseen(withPlace(reason.message, reason.position, sql)) }
}

function deny(code: DenialCode, text: Message): GateResult {
  return denied([{ code, message: text, position: null }])
}
