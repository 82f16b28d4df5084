import type { Kysely, Transaction } from 'kysely'
import { grantedAreas } from '../../../effective-rights/granted.ts'
import { prepared } from '../../../store/prepared.ts'
import { once } from '../../../store/read-once.ts'
import type { AreaRow, Database } from '../../../store/schema.ts'
import type { AreaRecord, TestedDatabase } from './area-record.ts'
import { decodeFields, listedColumns, listedFields, toRecord, toRow } from './area-row.ts'
import type { ListedValues } from './area-row.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/** Names that one query looks for. */
const mostNames = 100

/** The data that decides who may do what with an area, and whether a cached result is still valid. */
export interface AreaBasics {
  id: string
  applicationId: string
  name: string
  ownerId: string | null
  visibility: AreaRow['visibility']
  isActive: boolean
  version: number
  /** Whether the area was granted to the current user or to a group of theirs. */
  isGranted: boolean
  /** Whether an administrator approved the current user for the area's protected tables. */
  isReachApproved: boolean
}

/** An area in a list, from one user's point of view. */
export interface AreaSummary extends AreaBasics, ListedValues {
  applicationName: string | null
  ownerEmail: string | null
  tableCount: number
  joinCount: number
  /** Whether it is the user's own default. */
  isDefault: boolean
}

/** A whole area, from one user's point of view. */
export interface AreaDetails {
  summary: AreaSummary
  area: AreaRecord
}

/** Lists every area of one application or of all, oldest first, without tables, joins and rules. */
export async function listAreas(db: Handle, userId: string, applicationId: string | null): Promise<AreaSummary[]> {
  const all = summaryQuery(db, userId)
  const wanted = applicationId === null ? all : all.where('areas.application_id', '=', applicationId)
  return (await wanted.execute()).map((row) => toSummary(row, userId))
}

/**
 * Finds the areas of an application that may contain a table of one of these names, so that not every area must be read.
 * It can find too many.
 */
export async function idsOfAreasNaming(db: Handle, applicationId: string, tables: string[]): Promise<Set<string>> {
  const all = db.selectFrom('areas').select('id').where('application_id', '=', applicationId)
  // Other names could be written differently in JSON, or have letters whose case the store does not change.
  const areSimple = tables.length <= mostNames && tables.every((name) => /^[\w $.-]+$/.test(name))
  const named = areSimple
    ? all.where((where) =>
        where.or(tables.map((name) => where(where.fn<string>('lower', ['tables']), 'like', `%${name.toLowerCase()}%`))),
      )
    : all
  return new Set((await named.execute()).map(({ id }) => id))
}

export async function findArea(db: Handle, userId: string, id: string): Promise<AreaDetails | null> {
  const row = await summaryQuery(db, userId).selectAll('areas').where('areas.id', '=', id).executeTakeFirst()
  return row === undefined ? null : { summary: toSummary(row, userId), area: toRecord(row) }
}

/** Reads the area without a user's point of view. Null if it is gone. */
export async function findAreaRecord(db: Handle, id: string): Promise<AreaRecord | null> {
  const row = await db.selectFrom('areas').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toRecord(row)
}

/** Reads the few columns that each query needs, by primary key. */
export async function findAreaBasics(db: Handle, userId: string, id: string): Promise<AreaBasics | null> {
  const [row] = await basicsById(db, userId, id)
  return row === undefined ? null : toBasics(row, userId)
}

/** Lists the approved areas that have rules, in one application or in all. */
export async function listApprovedWithRules(db: Handle, applicationId: string | null): Promise<AreaRecord[]> {
  const approved = db.selectFrom('areas').selectAll().where('approved_content', 'is not', null)
  const wanted = applicationId === null ? approved : approved.where('application_id', '=', applicationId)
  const rows = await wanted
    .where((either) => either.or([either('row_rules', 'is not', null), either('column_rules', 'is not', null)]))
    .execute()
  return rows.map(toRecord)
}

/** Finds the user's default area in an application, even if they may not use it any more. */
export async function findDefault(db: Handle, userId: string, applicationId: string): Promise<AreaBasics | null> {
  const [row] = await defaultBasics(db, userId, applicationId)
  return row === undefined ? null : toBasics(row, userId)
}

const firstArea = prepared((db, applicationId: string) =>
  db.selectFrom('areas').select('id').where('application_id', '=', applicationId).limit(1),
)

/** Whether an application has areas, regardless of who may see them. */
export async function hasAreas(db: Handle, applicationId: string): Promise<boolean> {
  return (await firstArea(db, applicationId)).length > 0
}

export async function countAreas(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('areas')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertArea(db: Handle, area: AreaRecord): Promise<void> {
  await db.insertInto('areas').values(toRow(area)).execute()
}

/** Writes the whole area. The caller has checked the previous version in the same transaction and raised it. */
export async function updateArea(db: Handle, area: AreaRecord): Promise<void> {
  const { id, ...change } = toRow(area)
  await db.updateTable('areas').set(change).where('id', '=', id).execute()
}

/** Approves the grants of an area, and adds the requested ones. */
export async function approveGrants(
  db: Handle,
  { areaId, added, by, now }: { areaId: string; added: string[]; by: string; now: string },
): Promise<void> {
  const people = added.length === 0 ? [] : await db.selectFrom('users').select('id').where('id', 'in', added).execute()
  for (const { id } of people) await insertGrant(db, { areaId, userId: id, by, now, isApproved: true })
  await db.updateTable('area_access').set({ is_approved: 1 }).where('area_id', '=', areaId).execute()
}

/** Whether a user has access to an area without an administrator's approval. */
export async function hasUnapprovedGrants(db: Handle, areaId: string): Promise<boolean> {
  const row = await db
    .selectFrom('area_access')
    .select('user_id')
    .where('area_id', '=', areaId)
    .where('is_approved', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Grants access once. An approved grant stays approved. */
export async function insertGrant(
  db: Handle,
  {
    areaId,
    userId,
    by,
    now,
    isApproved,
  }: { areaId: string; userId: string; by: string; now: string; isApproved: boolean },
): Promise<void> {
  const row = {
    area_id: areaId,
    user_id: userId,
    granted_by: by,
    created_at: now,
    is_approved: isApproved ? 1 : 0,
  } as const
  await db
    .insertInto('area_access')
    .values(row)
    .onConflict((conflict) => {
      const known = conflict.columns(['area_id', 'user_id'])
      return isApproved ? known.doUpdateSet({ is_approved: 1 }) : known.doNothing()
    })
    .execute()
}

export async function deleteGrants(db: Handle, areaId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await db.deleteFrom('area_access').where('area_id', '=', areaId).where('user_id', 'in', userIds).execute()
}

/** Deletes verified examples of the area. Others stay, whatever their IDs. @returns the IDs of those that were deleted */
export async function deleteExamples(db: Handle, areaId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const deleted = await db
    .deleteFrom('examples')
    .where('area_id', '=', areaId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/** Deletes the area with its grants and defaults, but not its conversations. */
export async function deleteArea(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('areas').where('id', '=', id).execute()
}

/** Each user has one default per application: the newest. */
export async function setDefault(
  db: Handle,
  { userId, applicationId, areaId, now }: { userId: string; applicationId: string; areaId: string; now: string },
): Promise<void> {
  await db
    .insertInto('default_areas')
    .values({ user_id: userId, application_id: applicationId, area_id: areaId, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'application_id']).doUpdateSet({ area_id: areaId, updated_at: now }),
    )
    .execute()
}

export async function clearDefault(db: Handle, userId: string, areaId: string): Promise<void> {
  await db.deleteFrom('default_areas').where('user_id', '=', userId).where('area_id', '=', areaId).execute()
}

/** An area that moves to another application is not a default there. */
export async function clearDefaultsOf(db: Handle, areaId: string): Promise<void> {
  await db.deleteFrom('default_areas').where('area_id', '=', areaId).execute()
}

/** Lists the tested databases of an application, oldest first. */
export async function listTestedDatabases(db: Handle, applicationId: string): Promise<TestedDatabase[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'name', 'owner_id', 'visibility'])
    .where('application_id', '=', applicationId)
    .where('is_valid', '=', 1)
    .where('session_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, owner_id, visibility }) => ({ connectionId: id, name, ownerId: owner_id, visibility }))
}

const applicationOf = once(
  prepared((db, connectionId: string) =>
    db
      .selectFrom('connections')
      .select((connection) => [
        'application_id',
        connection
          .selectFrom('areas')
          .select('areas.id')
          .whereRef('areas.application_id', '=', 'connections.application_id')
          .limit(1)
          .as('first_area_id'),
      ])
      .where('id', '=', connectionId),
  ),
)

/** Finds the application of a connection. Null if it has none, or the connection doesn't exist. */
export async function findApplicationOf(db: Handle, connectionId: string): Promise<string | null> {
  return (await applicationOf(db, connectionId))[0]?.application_id ?? null
}

/** Finds the application of a connection if it has areas, regardless of who may see them. Otherwise null. */
export async function findOrganized(db: Handle, connectionId: string): Promise<string | null> {
  const [row] = await applicationOf(db, connectionId)
  return row === undefined || row.first_area_id === null ? null : row.application_id
}

const basicsColumns = [
  'areas.id',
  'areas.application_id',
  'areas.name',
  'areas.owner_id',
  'areas.visibility',
  'areas.is_active',
  'areas.version',
  'areas.approved_visibility',
  'areas.approved_owner_id',
  'granted.area_id as granted_id',
  'granted.is_approved as grant_is_approved',
] as const

function basicsQuery(db: Handle, userId: string) {
  return db
    .selectFrom('areas')
    .leftJoin(grantedAreas(db, userId).as('granted'), 'granted.area_id', 'areas.id')
    .select(basicsColumns)
}

const basicsById = once(
  prepared((db, userId: string, id: string) => basicsQuery(db, userId).where('areas.id', '=', id)),
)
const defaultBasics = once(
  prepared((db, userId: string, applicationId: string) =>
    basicsQuery(db, userId)
      .innerJoin('default_areas', 'default_areas.area_id', 'areas.id')
      .where('default_areas.user_id', '=', userId)
      .where('default_areas.application_id', '=', applicationId),
  ),
)

function summaryQuery(db: Handle, userId: string) {
  return basicsQuery(db, userId)
    .leftJoin('applications', 'applications.id', 'areas.application_id')
    .leftJoin('users', 'users.id', 'areas.owner_id')
    .leftJoin('default_areas', (join) =>
      join
        .onRef('default_areas.area_id', '=', 'areas.id')
        .onRef('default_areas.application_id', '=', 'areas.application_id')
        .on('default_areas.user_id', '=', userId),
    )
    .select(listedColumns)
    .select([
      'areas.table_count',
      'areas.join_count',
      'applications.name as application_name',
      'users.email as owner_email',
      'default_areas.user_id as default_of',
    ])
    .orderBy('areas.created_at')
    .orderBy('areas.id')
}

type BasicsRow = Awaited<ReturnType<ReturnType<typeof basicsQuery>['execute']>>[number]
type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryQuery>['execute']>>[number]

function toBasics(row: BasicsRow, userId: string): AreaBasics {
  return {
    id: row.id,
    applicationId: row.application_id,
    name: row.name,
    ownerId: row.owner_id,
    visibility: row.visibility,
    isActive: row.is_active === 1,
    version: row.version,
    isGranted: row.granted_id !== null,
    isReachApproved: isReachApproved(row, userId),
  }
}

type ReachColumns = Pick<
  BasicsRow,
  'approved_visibility' | 'approved_owner_id' | 'owner_id' | 'visibility' | 'grant_is_approved'
>

/** A table is open only to the people whom an administrator approved, whatever the area says now. */
export function isReachApproved(row: ReachColumns, userId: string): boolean {
  if (row.approved_visibility === null) return false
  if (row.owner_id === userId) return row.approved_owner_id === userId
  return row.approved_visibility === 'public' || (row.visibility === 'restricted' && isLetIn(row))
}

function isLetIn({ approved_visibility, grant_is_approved }: ReachColumns): boolean {
  return approved_visibility === 'restricted' && grant_is_approved === 1
}

function toSummary(row: SummaryRow, userId: string): AreaSummary {
  return {
    ...toBasics(row, userId),
    ...decodeFields(listedFields, row),
    applicationName: row.application_name,
    ownerEmail: row.owner_email,
    tableCount: row.table_count,
    joinCount: row.join_count,
    isDefault: row.default_of !== null,
  }
}
