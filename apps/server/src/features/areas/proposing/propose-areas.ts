import { dialectFacts, message, noDefinitions, unlimited } from '@parlance/contract'
import type {
  AreaProposals,
  Catalogue,
  DatabaseConfiguration,
  DefinitionProposal,
  Definitions,
  Message,
  ProposedArea,
} from '@parlance/contract'
import type { TableRef } from '@parlance/sql'
import { withAreaJoins } from '../../../agent/area-hints.ts'
import type { AppContext } from '../../../context/context.ts'
import { collect } from '../../../door/collect.ts'
import type { CollectedResult } from '../../../door/contract.ts'
import type { QueryService } from '../../../door/service.ts'
import { visibleCatalogue } from '../../../door/visible-catalogue.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AuditService } from '../../audit/service.ts'
import { fullName } from '../../catalog/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { LicenseService } from '../../license/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import { findTable, nameOf } from '../scoping/table-names.ts'
import type { AreaDraft, AreaProof } from '../store/area-record.ts'
import { findAreaRecord, listAreas } from '../store/area-store.ts'
import { nameGroups } from './describe-tables.ts'
import { findRelationships } from './find-relationships.ts'
import { groupTables } from './group-tables.ts'
import type { TableGroup } from './group-tables.ts'
import { nameWords } from './name-words.ts'
import { placeViews } from './place-views.ts'
import { hintsOf, presentGroup } from './present-area.ts'
import type { PresentMeans } from './present-area.ts'
import { provenDefinitions } from './proven-definitions.ts'

/** Milliseconds until relationships are no longer tested, questions no longer tried, and definitions no longer proposed. */
const timeLimits = { proofs: 15_000, questions: 25_000, definitions: 30_000 }
const mostAreas = 100

const noHints = { description: null, synonyms: [], columns: [], confirmed: false }

export interface ProposalsService {
  /**
   * Proposes business areas for a tested connection from its tables: groups, relationships, descriptions, and questions
   * with their answers. Stores nothing, except an application for a connection without one. Protected tables and the
   * tables of existing areas are left out.
   * @throws AppError connection_not_found, connection_untested, database_unreachable
   */
  propose(principal: Principal, connectionId: string, signal: AbortSignal): Promise<AreaProposals>
}

export interface ProposalsDependencies {
  connections: Pick<ConnectionsService, 'get' | 'ensureApplication'>
  catalog: Pick<CatalogService, 'get'>
  protection: Pick<ProtectionService, 'of' | 'requireIdentified'>
  license: Pick<LicenseService, 'limits'>
  query: Pick<QueryService, 'doorFor'>
  audit: AuditService
  /** Proves an area that isn't stored. */
  prove: (draft: AreaDraft, principal: Principal) => Promise<AreaProof>
  /** Replaced by tests that run out of time. */
  timeLimits?: typeof timeLimits
}

/** One proposal, after all checks. */
interface Place {
  /** Only the tables to propose. */
  catalogue: Catalogue
  /** A table's name as an area spells it, which depends on every table of the database. */
  spell: PresentMeans['spell']
  /** Names of existing areas. */
  taken: string[]
  /** The most tables in an area. */
  most: number
  notes: Message[]
  today: string
  /** Proves definitions of an area with these tables and relationships. */
  prove: (area: Omit<ProposedArea, 'questions' | 'definitions'>, definitions: Definitions) => Promise<AreaProof>
  run: (sql: string) => Promise<CollectedResult>
  isOver: (limit: keyof typeof timeLimits) => boolean
  signal: AbortSignal
}

export function createProposals(context: AppContext, dependencies: ProposalsDependencies): ProposalsService {
  const { connections, audit } = dependencies
  return {
    propose: async (principal, connectionId, signal) => {
      const { is_valid: isTested } = await connections.get(principal, connectionId)
      if (!isTested) throw new AppError('connection_untested')
      await dependencies.protection.requireIdentified(connectionId)
      const applicationId = await connections.ensureApplication(principal, connectionId)
      const connection = await connections.get(principal, connectionId)
      const place = await openPlace(context, { ...dependencies, principal, connection, applicationId, signal })
      const areas = await proposeIn(place)
      await audit.record({
        action: 'area.propose',
        outcome: 'allowed',
        userId: principal.userId,
        targetKind: 'connection',
        targetId: connectionId,
        targetName: connection.name,
        detail: { areas: areas.length, tables: place.catalogue.tables.length },
      })
      return {
        database_config_id: connectionId,
        database_name: connection.name,
        application_id: applicationId,
        application_name: connection.application_name ?? connection.name,
        areas,
        notes: place.notes,
      }
    },
  }
}

interface Asked extends ProposalsDependencies {
  principal: Principal
  connection: DatabaseConfiguration
  applicationId: string
  signal: AbortSignal
}

/** Finds the tables that may be proposed, and the door to them. */
async function openPlace({ store, now }: AppContext, asked: Asked): Promise<Place> {
  const { principal, connection, applicationId, signal } = asked
  const [whole, areas, { max_tables_per_area: max }] = await Promise.all([
    asked.catalog.get(connection.id),
    listAreas(store.db, principal.userId, applicationId),
    asked.license.limits(),
  ])
  const notes: Message[] = []
  const protectedTables = await asked.protection.of(connection.id, whole)
  const used = new Set<unknown>()
  for (const { id } of areas) {
    for (const { name } of (await findAreaRecord(store.db, id))?.tables ?? []) used.add(findTable(whole, name))
  }
  const refs: TableRef[] = []
  let covered = 0
  for (const table of whole.tables) {
    const ref = { schema: table.schema, table: table.name }
    if (protectedTables.has(ref)) continue
    if (used.has(table)) covered += 1
    else refs.push(ref)
  }
  const hidden = protectedTables.list.length
  if (covered > 0) notes.push(coveredNote(covered))
  if (hidden > 0) notes.push(protectedNote(hidden))
  const scope = { areaId: null, allowedTables: refs, policies: null }
  const door = asked.query.doorFor(principal, scope)
  const since = performance.now()
  const limits = asked.timeLimits ?? timeLimits
  return {
    catalogue: await visibleCatalogue(scope, whole),
    spell: (table) => {
      const known = findTable(whole, fullName(table))
      return known === null || known === 'ambiguous' ? fullName(table) : nameOf(whole, known)
    },
    taken: areas.map(({ name }) => name),
    most: max === unlimited ? Number.POSITIVE_INFINITY : max,
    notes,
    today: now().toISOString().slice(0, 10),
    prove: (area, definitions) =>
      asked.prove(
        {
          applicationId,
          tables: area.tables.map(({ table_name: name }) => ({ ...noHints, name })),
          joins: area.relationships.flatMap(({ join }) => join ?? []),
          definitions,
          rowRules: null,
          columnRules: null,
        },
        principal,
      ),
    run: async (sql) =>
      collect(
        await door.run({ principal, connectionId: connection.id, areaId: null, sql, purpose: 'proposal', signal }),
      ),
    isOver: (limit) => performance.now() - since >= limits[limit],
    signal,
  }
}

async function proposeIn(place: Place): Promise<ProposedArea[]> {
  const { catalogue, notes, run } = place
  const { quoteName, tableSql } = await import('@parlance/sql')
  const words = nameWords(catalogue)
  const { relationships, isCut } = await findRelationships(words, {
    catalogue,
    tableSql,
    count: async (sql) => ((await run(sql)).rows[0] ?? []).map(Number),
    isOver: () => place.isOver('proofs'),
  })
  if (isCut) notes.push(cutNote)
  const late = relationships.filter(({ untested }) => untested === 'time').length
  if (late > 0) notes.push(lateNote(late))
  if (isBilled(place)) notes.push(billedNote)
  const views = catalogue.tables.filter(({ objectType }) => objectType === 'VIEW')
  const tables = catalogue.tables.filter(({ objectType }) => objectType !== 'VIEW')
  const grouped = groupTables(tables, { relationships, words, most: place.most })
  const all = placeViews(grouped, views, place.most)
  const groups = all.slice(0, mostAreas)
  if (all.length > groups.length) notes.push(leftOutNote(all.slice(mostAreas)))
  const names = nameGroups(groups, words, place.taken)
  const byChild = Map.groupBy(relationships, ({ child }) => child)
  const means = { catalogue, relationships: byChild, words, quote: quoteName, spell: place.spell }
  const areas: ProposedArea[] = []
  for (const [at, group] of groups.entries()) areas.push(await proposeGroup(group, names[at] ?? '', means, place))
  const untried = areas.filter(({ questions }) => questions.length === 0).length
  if (untried > 0 && !isBilled(place) && place.isOver('questions')) notes.push(untriedNote(untried))
  return areas
}

async function proposeGroup(group: TableGroup, name: string, means: PresentMeans, place: Place): Promise<ProposedArea> {
  const { run, today, signal, isOver } = place
  const area = presentGroup(group, name, means)
  const hints = hintsOf(area, group)
  const allowedTables = [...group.tables, ...group.shared].map((table) => ({ schema: table.schema, table: table.name }))
  const shown = await visibleCatalogue({ allowedTables, policies: null }, means.catalogue)
  const catalogue = withAreaJoins(shown, hints)
  const definitions = isOver('definitions') ? [] : await definitionsFor(area, catalogue, means, place)
  if (isBilled(means) || isOver('questions')) return { ...area, definitions, questions: [] }
  // This module loads the whole built-in engine, which is not needed at server start.
  const { tryQuestions } = await import('./try-questions.ts')
  const questions = await tryQuestions({ catalogue, hints, today, run, signal, isOver: () => isOver('questions') })
  return { ...area, definitions, questions }
}

/** Definitions that the area might want, proven. None if they could not be checked in time. */
async function definitionsFor(
  area: Omit<ProposedArea, 'questions' | 'definitions'>,
  catalogue: Catalogue,
  { spell }: Pick<PresentMeans, 'spell'>,
  { run, prove, isOver, signal }: Place,
): Promise<DefinitionProposal[]> {
  const { tableSql } = await import('@parlance/sql')
  const { proposals } = await provenDefinitions({
    catalogue,
    definitions: noDefinitions,
    rejected: new Set(),
    nameOf: spell,
    sqlOf: ({ schema, name }) => tableSql({ schema, table: name }, catalogue),
    // Protected tables are left out, and an area without rules masks nothing.
    isMasked: () => false,
    run,
    prove: (definitions) => prove(area, definitions),
    isOver: () => isOver('definitions') || signal.aborted,
  })
  return proposals
}

function coveredNote(n: number): Message {
  return message(
    '{n, plural, one {# table is} other {# tables are}} already in a business area and not proposed again.',
    { n },
  )
}

function protectedNote(n: number): Message {
  return message(
    '{n, plural, one {# protected table is} other {# protected tables are}} not proposed. To show one, add it to an area yourself.',
    { n },
  )
}

/** Databases that bill for what they read get no queries that no one asked for. */
function isBilled({ catalogue }: Pick<Place, 'catalogue'>): boolean {
  return dialectFacts[catalogue.dialect].billsBytesRead
}

const billedNote = message(
  'This database charges for the data that it reads. No relationship was tested, and no question was tried.',
)

const cutNote = message(
  'This database has too many columns that look like keys. Some relationships may be missing. Add them in the area editor.',
)

function lateNote(n: number): Message {
  return message(
    '{n, plural, one {# relationship} other {# relationships}} could not be tested in the available time. Check them before you accept.',
    { n },
  )
}

function untriedNote(n: number): Message {
  return message(
    'There was no time to try questions in {n, plural, one {# area} other {# areas}}. You can still accept them.',
    { n },
  )
}

function leftOutNote(groups: TableGroup[]): Message {
  return message(
    '{n, plural, one {# table is} other {# tables are}} not proposed yet. Accept these areas, then propose again.',
    { n: groups.reduce((sum, { tables }) => sum + tables.length, 0) },
  )
}
