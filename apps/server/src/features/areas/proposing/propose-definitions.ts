import type { Catalogue, CatalogueTable, DefinitionProposal, Message, ProposedDefinitions } from '@parlance/contract'
import { message, portableKey } from '@parlance/contract'
import { withAreaJoins } from '../../../agent/area-hints.ts'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { QueryService } from '../../../door/service.ts'
import { visibleCatalogue } from '../../../door/visible-catalogue.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import { fullName } from '../../catalog/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { chooseDatabase } from '../previewing/choose-database.ts'
import type { AreaResolver } from '../scoping/resolve-area.ts'
import { findTable } from '../scoping/table-names.ts'
import type { AreaDraft, AreaProof, AreaRecord } from '../store/area-record.ts'
import { listRejected, reject } from '../store/rejected-proposals.ts'
import { proposalsFor } from './asked-words.ts'
import { describeTable } from './describe-tables.ts'
import { nameWords } from './name-words.ts'
import { provenDefinitions } from './proven-definitions.ts'

/** Milliseconds in which values are read. */
const timeLimit = 15_000

/** Definitions that an existing area might want. */
export interface DefinitionProposals {
  /**
   * Proposes definitions and descriptions of tables, or only what a phrase may mean, as the caller and with the caller's rules. Stores nothing.
   * @throws AppError area_not_found, forbidden, no_database, database_unreachable
   */
  propose(
    principal: Principal,
    areaId: string,
    wanted: { connectionId: string | null; phrase: string | null },
    signal: AbortSignal,
  ): Promise<ProposedDefinitions>
  /** Remembers proposals that must not come back. @throws AppError area_not_found, forbidden */
  reject(principal: Principal, areaId: string, keys: readonly string[]): Promise<number>
}

export interface DefinitionProposalsDependencies {
  areas: Pick<AreaResolver, 'resolve'> & {
    /** @throws AppError area_not_found, forbidden */
    getEditable(principal: Principal, id: string): Promise<AreaRecord>
  }
  catalog: Pick<CatalogService, 'get'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>
  query: Pick<QueryService, 'door'>
  prove: (draft: AreaDraft, principal: Principal) => Promise<AreaProof>
  audit: Pick<AuditService, 'record'>
}

export function createDefinitionProposals(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { areas, catalog, connections, query: { door }, prove, audit }: DefinitionProposalsDependencies,
): DefinitionProposals {
  return {
    propose: async (principal, areaId, wanted, signal) => {
      const area = await areas.getEditable(principal, areaId)
      const connection = await chooseDatabase(principal, area.applicationId, wanted.connectionId, connections)
      const scope = await areas.resolve(principal, { connectionId: connection.id, areaId })
      const catalogue = await visibleCatalogue(scope, await catalog.get(connection.id))
      const { maskedColumns, tableSql } = await import('@parlance/sql')
      const end = performance.now() + timeLimit
      const rejected = await listRejected(store.db, areaId)
      const run = async (sql: string) =>
        collect(await door.run({ principal, connectionId: connection.id, areaId, sql, purpose: 'proposal', signal }))
      const joined = withAreaJoins(catalogue, { joins: area.joins })
      const { proposals, notes } = await provenDefinitions({
        catalogue: joined,
        definitions: area.definitions,
        rejected,
        nameOf: namesIn(area, catalogue),
        sqlOf: ({ schema, name }) => tableSql({ schema, table: name }, catalogue),
        isMasked: ({ schema, name }, column) =>
          maskedColumns({ schema, table: name }, catalogue, scope.policies).includes(column),
        run,
        prove: (definitions) => prove({ ...area, definitions, rowRules: null, columnRules: null }, principal),
        isOver: () => performance.now() > end || signal.aborted,
      })
      const { described, notes: more } = descriptions(area, joined, rejected)
      await audit.record({
        action: 'area.propose-definitions',
        outcome: 'allowed',
        userId: principal.userId,
        targetKind: 'area',
        targetId: areaId,
        targetName: area.name,
        detail: { definitions: proposals.length },
      })
      return {
        database: { config_id: connection.id, name: connection.name },
        proposals: wanted.phrase === null ? [...proposals, ...described] : proposalsFor(wanted.phrase, proposals),
        notes: wanted.phrase === null ? [...notes, ...more] : notes,
      }
    },
    reject: async (principal, areaId, keys) => {
      await areas.getEditable(principal, areaId)
      await reject(store.db, { areaId, userId: principal.userId, keys, now: now() })
      return new Set(keys).size
    },
  }
}

/** The names that the area has for the tables of a database. */
function namesIn(
  area: Pick<AreaRecord, 'tables'>,
  catalogue: Catalogue,
): (table: { schema: string | null; name: string }) => string {
  const names = new Map<string, string>()
  for (const { name } of area.tables) {
    const found = findTable(catalogue, name)
    if (found !== null && found !== 'ambiguous') names.set(fullName(found), name)
  }
  return (table) => names.get(fullName(table)) ?? table.name
}

/** Tables that are described in one answer. Reading the names of a table as words takes time, and so does a reader. */
const mostDescribed = 200

/** Descriptions of the tables that have none, those with the most relationships first. */
function descriptions(
  area: Pick<AreaRecord, 'tables'>,
  catalogue: Catalogue,
  rejected: ReadonlySet<string>,
): { described: DefinitionProposal[]; notes: Message[] } {
  const tablesByName = new Map(catalogue.tables.map((table) => [fullName(table), table]))
  const open = area.tables
    .flatMap(({ name, description, synonyms }) => {
      const found = (description ?? '') === '' ? findTable(catalogue, name) : null
      const isRejected = rejected.has(
        portableKey({ kind: 'table', value: { table_name: name, description: '', synonyms } }),
      )
      return found === null || found === 'ambiguous' || isRejected ? [] : [{ name, synonyms, found }]
    })
    .toSorted((left, right) => right.found.foreignKeys.length - left.found.foreignKeys.length)
  const chosen = open.slice(0, mostDescribed)
  const parentsOf = ({ foreignKeys, schema: own }: CatalogueTable): { parent: CatalogueTable }[] =>
    foreignKeys.flatMap(({ referencedSchema: schema, referencedTable: name }) => {
      const parent = tablesByName.get(fullName({ schema: schema ?? own, name }))
      return parent === undefined ? [] : [{ parent }]
    })
  const words = nameWords({
    ...catalogue,
    tables: chosen.flatMap(({ found }) => [found, ...parentsOf(found).map(({ parent }) => parent)]),
  })
  const described = chosen.flatMap(({ name, synonyms, found }): DefinitionProposal[] => {
    const text = describeTable(found, parentsOf(found), words)
    const value = { table_name: name, description: text, synonyms }
    return text === '' ? [] : [{ item: { kind: 'table', value }, reason: describedText }]
  })
  return { described, notes: open.length > chosen.length ? [moreText(open.length - chosen.length)] : [] }
}

const describedText = message('From the name, the comment, and the relationships of the table')
const moreText = (n: number) =>
  message(
    '{n, plural, one {# more table has} other {# more tables have}} no description. Accept or reject these, then ask for proposals again.',
    { n },
  )
