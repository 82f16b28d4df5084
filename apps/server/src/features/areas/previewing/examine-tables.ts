import { setImmediate as othersTurn } from 'node:timers/promises'
import type { AreaAudience, AudienceTable, Catalogue } from '@parlance/contract'
import type { Policies, TableAccess, TableRef } from '@parlance/sql'
import type { Principal } from '../../../http/principal.ts'
import type { MissingTable } from '../../../door/missing-tables.ts'
import type { parseFor } from '../../../door/parser-pool.ts'
import type { AreaScope } from '../scoping/area-scopes.ts'
import { findTable } from '../scoping/table-names.ts'
import { presentMissing, presentTable } from './present-audience.ts'

/** The most tables with rules to examine. No one reads more for each user. */
const mostTables = 200
/** Milliseconds for the tables of one request. Tables left after that are counted. */
const timeLimit = 10_000

/** A user with the part of the database that the user would see. */
export interface Reader {
  principal: Principal
  scope: AreaScope
  showsValues: boolean
  mayUseDatabase: boolean
  /** The tables that don't show all rows to the user. */
  tables: AudienceTable[]
}

export interface ExaminingMeans {
  catalogue: Catalogue
  policies: Policies | null
  now: string
  parse: ReturnType<typeof parseFor>
  signal: AbortSignal
}

export interface Examined {
  masked: AreaAudience['masked_tables']
  /** The tables whose rows all readers see. */
  open: string[]
  /** The number of tables that were left out. */
  unexamined: number
}

/** Adds to each reader the tables that don't show them everything. One table at a time, so that its rules parse once. */
export async function examineTables(names: string[], readers: Reader[], means: ExaminingMeans): Promise<Examined> {
  const end = performance.now() + timeLimit
  const result: Examined = { masked: [], open: [], unexamined: 0 }
  let examined = 0
  for (const name of names) {
    means.signal.throwIfAborted()
    if (examined >= mostTables || performance.now() > end) {
      result.unexamined += 1
      continue
    }
    const access = await examineTable(name, readers, means)
    if (access !== null && readers.every(({ tables }) => tables.at(-1)?.table_name !== name)) result.open.push(name)
    if (access === 'open') continue
    examined += 1
    if (access !== null && access.masked.length + access.hidden.length > 0) {
      const columns = access.masked.map(({ column, maskType, rule }) => ({ column, mask_type: maskType, rule }))
      result.masked.push({ table_name: name, masked: columns, hidden: access.hidden })
    }
    await othersTurn()
  }
  return result
}

/**
 * @returns what one of the readers may see, for the masks, which are the same for all; 'open' if everyone sees all of
 *   the table, and null if it has no masks or no one can read it
 */
async function examineTable(
  name: string,
  readers: Reader[],
  means: ExaminingMeans,
): Promise<TableAccess | 'open' | null> {
  const { readAccess } = await import('@parlance/sql')
  const { catalogue, policies, now, parse } = means
  const found = findTable(catalogue, name)
  const ref = found === null || found === 'ambiguous' ? null : { schema: found.schema, table: found.name }
  let known: TableAccess | 'open' | null = null
  let isClosed = false
  for (const { principal, scope, showsValues, tables } of readers) {
    const missing = missingIn(scope, name, ref)
    if (missing !== null) {
      isClosed = true
      tables.push(presentMissing(missing))
    } else if (ref !== null && known !== 'open') {
      const access = await readAccess(ref, { catalogue, policies, principal, now }, parse)
      if (access === null) continue
      known = isOpen(access) ? 'open' : access
      const table = presentTable(name, access, { showsValues, defaultSchema: catalogue.defaultSchema })
      if (table.sees !== 'all') tables.push(table)
    }
  }
  return known === 'open' && isClosed ? null : known
}

interface Opened {
  allowed: ReadonlySet<string>
  missing: ReadonlyMap<string, MissingTable>
}

const openedScopes = new WeakMap<AreaScope, Opened>()

/** Why a table of the area is closed to a user; null if it is open. */
export function missingIn(scope: AreaScope, name: string, ref: TableRef | null): MissingTable | null {
  const opened = openedScopes.get(scope) ?? {
    allowed: new Set(scope.allowedTables.map(keyOf)),
    missing: new Map(scope.missing.map((each) => [each.name, each])),
  }
  openedScopes.set(scope, opened)
  const isAllowed = ref !== null && opened.allowed.has(keyOf(ref))
  return opened.missing.get(name) ?? (isAllowed ? null : { name, reason: 'gone' })
}

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}

function isOpen({ rows, masked, hidden, refusal }: TableAccess): boolean {
  return rows.length + masked.length + hidden.length === 0 && refusal === null
}
