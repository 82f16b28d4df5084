import { allTablesKey, maskExampleValues, message } from '@parlance/contract'
import type { Catalogue, CatalogueTable, Cell, MaskExample, MaskExampleRequest, Row } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryDoor, QueryRequest } from '../../../door/contract.ts'
import { QueryRefusedError } from '../../../door/errors.ts'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import { createRunningLimit } from '../../../door/running-limit.ts'
import type { QueryService } from '../../../door/service.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AuditService } from '../../audit/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { AreaResolver, ResolvedArea } from '../scoping/resolve-area.ts'
import { findTable } from '../scoping/table-names.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { chooseDatabase } from './choose-database.ts'

/** Enough rows to find different values in most columns. */
const rowLimits = { timeoutMs: 3_000, maxRows: 50, maxBytes: 256 * 1024 }
/** Characters of a value. No one compares more at a glance. */
const longestValue = 60
/** Examples that load at a time for one user in one area. */
const mostAtOnce = 3

export interface MaskExampleService {
  /**
   * Shows what an unsaved mask makes of values that the viewer sees by asking: through the door, under the saved rules,
   * which apply to editors as well. Stores nothing.
   * @throws AppError area_not_found, forbidden, bad_request, rate_limited, area_invalid for a mask that can't be enforced,
   *   and like choosing a database and running a query
   */
  show(viewer: Principal, request: MaskExampleRequest, signal: AbortSignal): Promise<MaskExample>
}

export interface MaskExampleDependencies {
  areas: Pick<AreaResolver, 'resolve'> & {
    /** @throws AppError area_not_found, forbidden */
    getEditable(principal: Principal, id: string): Promise<AreaRecord>
  }
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  catalog: Pick<CatalogService, 'get'>
  query: Pick<QueryService, 'door'>
  audit: Pick<AuditService, 'record'>
  parse: ParserPool['parse']
}

type Shown = Pick<MaskExample, 'state' | 'columns' | 'results'>

export function createMaskExamples(
  { keys }: Pick<AppContext, 'keys'>,
  dependencies: MaskExampleDependencies,
): MaskExampleService {
  const { areas, connections, catalog, query, audit, parse } = dependencies
  const running = createRunningLimit({
    most: mostAtOnce,
    patience: 0,
    describe: (count) => message('{count} mask examples are still loading. Try again in a moment.', { count }),
  })

  async function exampleOf(viewer: Principal, request: MaskExampleRequest, place: Place): Promise<Shown> {
    const { catalogue, stored, connectionId, signal } = place
    const table = tableOf(request, catalogue, stored)
    const scope = table && (await scopeOf(areas, viewer, table, place))
    if (table === null || !scope) return without('no_access')
    const { visibleColumns, maskQuery } = await import('@parlance/sql')
    const ref = { schema: table.schema, table: table.name }
    const column = columnOf(table, request.column)
    if (column !== undefined && !visibleColumns(ref, catalogue, scope.policies).includes(column))
      return without('masked')
    const made = await maskQuery(
      { table: ref, column: request.column, mask: request.mask },
      { catalogue, hashSalt: keys.hashSalt.reveal(), parse: parseFor(parse, viewer.userId) },
    )
    if (made === null) {
      throw new AppError('area_invalid', {
        detail: message('There is no column {column}, or the mask hides it.', { column: request.column }),
      })
    }
    if ('refusal' in made) throw new AppError('area_invalid', { detail: made.refusal })
    const from = { principal: viewer, connectionId, areaId: scope.areaId, signal }
    const asked: QueryRequest = { ...from, ...made, hasMask: true, purpose: 'preview', limits: rowLimits }
    if (await readsMasked(query.door, asked)) return without('masked')
    const { columns, rows } = await collect(await query.door.run(asked))
    const results = different(rows)
    if (results.length === 0) return without('empty')
    return { state: 'shown', columns: columns.map((each) => ({ ...each, name: request.column })), results }
  }

  return {
    show: async (viewer, request, signal) => {
      const { stored, applicationId } = await editedArea(areas, viewer, request)
      const release = await running.take(`${viewer.userId} ${stored?.id ?? applicationId}`, signal)
      try {
        const wanted = request.database_config_id ?? null
        const { id, name } = await chooseDatabase(viewer, applicationId, wanted, connections)
        const catalogue = await catalog.get(id)
        const shown = await exampleOf(viewer, request, { stored, catalogue, connectionId: id, signal })
        await audit.record({
          action: 'area.show-mask-example',
          outcome: 'allowed',
          userId: viewer.userId,
          targetKind: 'area',
          targetId: stored?.id ?? null,
          targetName: stored?.name ?? null,
          detail: { connection: id, table: request.table_name, column: request.column, end: shown.state },
        })
        return { ...shown, database: { config_id: id, name } }
      } finally {
        release()
      }
    },
  }
}

async function editedArea(
  areas: MaskExampleDependencies['areas'],
  viewer: Principal,
  { area_id: id, application_id: applicationId }: MaskExampleRequest,
) {
  if (id !== undefined) {
    const stored = await areas.getEditable(viewer, id)
    return { stored, applicationId: stored.applicationId }
  }
  if (viewer.role !== 'ADMIN')
    throw new AppError('forbidden', { detail: message('Only administrators can create business areas.') })
  if (applicationId === undefined)
    throw new AppError('bad_request', { detail: message('Choose an application for the business area.') })
  return { stored: null, applicationId }
}

/** What the viewer reads of a table by asking; null if nothing. */
async function scopeOf(
  areas: MaskExampleDependencies['areas'],
  viewer: Principal,
  table: CatalogueTable,
  { stored, catalogue, connectionId }: Place,
): Promise<ResolvedArea | null> {
  const isStored = stored?.tables.some(({ name }) => findTable(catalogue, name) === table) ?? false
  const areaId = isStored ? (stored?.id ?? null) : null
  const scope = await areas.resolve(viewer, { connectionId, areaId }).catch((error: unknown) => {
    if (error instanceof AppError && closedCodes.has(error.code)) return null
    throw error
  })
  const isOpen = scope?.allowedTables?.some((ref) => ref.schema === table.schema && ref.table === table.name) ?? true
  return isOpen ? scope : null
}

/**
 * Whether the mask reads columns that are masked or hidden for the viewer, so that its result would differ from what users
 * get. All columns of a proven mask exist, so a column that the door doesn't know is hidden.
 */
async function readsMasked(door: QueryDoor, asked: QueryRequest): Promise<boolean> {
  try {
    return (await door.check(asked)).receipt.masks.length > 0
  } catch (error) {
    if (error instanceof QueryRefusedError && error.reasons.some(({ code }) => code === 'unknown_column')) return true
    throw error
  }
}

/** Why the viewer can't ask about a table. */
const closedCodes: ReadonlySet<string> = new Set(['area_not_found', 'area_unavailable', 'area_required'])

interface Place {
  /** Null for a new area. */
  stored: AreaRecord | null
  catalogue: Catalogue
  connectionId: string
  signal: AbortSignal
}

function tableOf(
  { table_name: name, column }: MaskExampleRequest,
  catalogue: Catalogue,
  stored: AreaRecord | null,
): CatalogueTable | null {
  const names = name === allTablesKey ? (stored?.tables.map((table) => table.name) ?? []) : [name]
  const found = names.map((each) => findTable(catalogue, each)).filter((each) => each !== null && each !== 'ambiguous')
  return (name === allTablesKey ? found.find((table) => columnOf(table, column) !== undefined) : found[0]) ?? null
}

/** Rules find columns regardless of case, but prefer no spelling. */
function columnOf({ columns }: CatalogueTable, wanted: string): string | undefined {
  return columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.name
}

function without(state: Exclude<MaskExample['state'], 'shown'>): Shown {
  return { state, columns: [], results: [] }
}

/** The first rows with different values, cut to what a reader compares. */
function different(rows: Row[]): Row[] {
  const byValue = new Map<Cell, Row>()
  for (const row of rows) {
    const cut = row.map(cutCell)
    const [before = null] = cut
    if (!byValue.has(before)) byValue.set(before, cut)
    if (byValue.size === maskExampleValues) break
  }
  return [...byValue.values()]
}

function cutCell(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= longestValue) return cell
  return `${cell
    .slice(0, longestValue)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`
}
