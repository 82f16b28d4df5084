import {
  areaFields,
  definitionKinds,
  noDefinitions,
  type DefinitionKind,
  type Definitions,
  type VersionPart,
  versionParts,
} from '@parlance/contract'
import { isSame } from '../../../lib/is-same.ts'
import type { AreaVersionsTable } from '../../../store/schema/areas.ts'
import type { AreaRecord } from './area-record.ts'
import type { Handle } from './area-store.ts'

/** What an area says. It has no rules, which not everyone who edits what an area says may need to read. */
export type SaidContent = Pick<AreaRecord, (typeof propertyOf)[VersionPart]>

export type VersionContent = SaidContent & { definitionVersions: AreaRecord['definitionVersions'] }

/** Versions that are kept of each area: the newest ones, within both limits. */
const kept = { versions: 100, characters: 32 * 1024 * 1024 }

const propertyOf = {
  description: 'description',
  ai_instructions: 'instructions',
  synonyms: 'synonyms',
  sample_questions: 'sampleQuestions',
  tables: 'tables',
  joins: 'joins',
  definitions: 'definitions',
} as const satisfies Record<VersionPart, keyof AreaRecord>

/** Who changed an area, and why. */
export interface VersionOrigin {
  userId: string | null
  reason: string | null
  restoredFrom: number | null
}

/** The key of a definition in `definitionVersions`. */
export function definitionKey(kind: DefinitionKind, name: string): string {
  return `${kind} ${name.toLowerCase()}`
}

/** The version in which each definition last changed. */
export function versionsOfDefinitions(before: AreaRecord | null, after: AreaRecord): Record<string, number> {
  const previous = before === null ? new Map<string, unknown>() : byKey(before.definitions)
  const changed = [...byKey(after.definitions)].map(([key, definition]) => {
    const known = before?.definitionVersions[key]
    return [key, known !== undefined && isSame(previous.get(key), definition) ? known : after.version] as const
  })
  return Object.fromEntries(changed)
}

function byKey({ metrics, dimensions, filters }: Definitions): Map<string, unknown> {
  const lists = { metric: metrics, dimension: dimensions, filter: filters } satisfies Record<DefinitionKind, unknown>
  return new Map(
    definitionKinds.flatMap((kind) => lists[kind].map((one) => [definitionKey(kind, one.name), one] as const)),
  )
}

/**
 * Stores what the area says after a change, unless the change concerned other parts. The state before the first stored
 * change is stored too, so that it can be restored.
 */
export async function recordVersion(
  db: Handle,
  before: AreaRecord | null,
  after: AreaRecord,
  origin: VersionOrigin,
): Promise<void> {
  const changes = versionParts.filter(
    (part) => !isSame(before === null ? areaFields[part].initial : before[propertyOf[part]], after[propertyOf[part]]),
  )
  if (before !== null && changes.length === 0) return
  const hasNone = before !== null && (await listVersions(db, after.id)).length === 0
  if (hasNone) {
    const unknown = { userId: null, reason: null, restoredFrom: null }
    await insert(db, before, [], { ...unknown, at: before.updatedAt })
  }
  await insert(db, after, changes, { ...origin, at: after.updatedAt })
  await prune(db, after.id)
}

async function insert(
  db: Handle,
  area: AreaRecord,
  changes: readonly VersionPart[],
  { userId, reason, restoredFrom, at }: VersionOrigin & { at: string },
): Promise<void> {
  const { description, instructions, synonyms, sampleQuestions, tables, joins, definitions, definitionVersions } = area
  const content: VersionContent = {
    description,
    instructions,
    synonyms,
    sampleQuestions,
    tables,
    joins,
    definitions,
    definitionVersions,
  }
  const row: AreaVersionsTable = {
    area_id: area.id,
    number: area.version,
    user_id: userId,
    created_at: at,
    reason,
    restored_from: restoredFrom,
    changes: JSON.stringify(changes),
    content: JSON.stringify(content),
  }
  await db.insertInto('area_versions').values(row).execute()
}

/** Deletes the oldest versions beyond the limits. */
async function prune(db: Handle, areaId: string): Promise<void> {
  const rows = await db
    .selectFrom('area_versions')
    .select(['number', (select) => select.fn<number>('length', ['content']).as('size')])
    .where('area_id', '=', areaId)
    .orderBy('number', 'desc')
    .execute()
  let characters = 0
  const last = rows.findIndex(({ size }, at) => {
    characters += Number(size)
    return at >= kept.versions || (at > 0 && characters > kept.characters)
  })
  const oldest = rows[last]
  if (oldest === undefined) return
  await db.deleteFrom('area_versions').where('area_id', '=', areaId).where('number', '<=', oldest.number).execute()
}

/** A stored version without its content. */
export interface VersionSummary {
  number: number
  at: string
  userName: string | null
  reason: string | null
  restoredFrom: number | null
  changes: VersionPart[]
}

/** Lists the stored versions of an area, newest first. */
export async function listVersions(db: Handle, areaId: string): Promise<VersionSummary[]> {
  const rows = await summaries(db, areaId).orderBy('number', 'desc').execute()
  return rows.map(toSummary)
}

/**
 * Finds what an area said in a version. Null if that is no longer stored.
 * @param area the area as it is now
 */
export async function findContentOf(db: Handle, area: AreaRecord, number: number): Promise<SaidContent | null> {
  if (number >= area.version) return number === area.version ? area : null
  const versions = db.selectFrom('area_versions').select(['number', 'content']).where('area_id', '=', area.id)
  // Other changes of the area store no version.
  const then = await versions.where('number', '<=', number).orderBy('number', 'desc').limit(1).executeTakeFirst()
  if (then !== undefined) return readContent(then.content, area)
  return (await versions.executeTakeFirst()) === undefined ? area : null
}

/**
 * Reads a stored version with its content, or null.
 * @param area the area as it is now
 */
export async function findVersion(
  db: Handle,
  area: AreaRecord,
  number: number,
): Promise<(VersionSummary & { content: VersionContent }) | null> {
  const row = await summaries(db, area.id).select('content').where('number', '=', number).executeTakeFirst()
  return row === undefined ? null : { ...toSummary(row), content: readContent(row.content, area) }
}

/** Lists of definitions that are newer than the version are empty. Sample questions that it does not say are those of now. */
function readContent(stored: string, now: AreaRecord): VersionContent {
  const { sampleQuestions, ...content } = JSON.parse(stored) as Omit<VersionContent, 'sampleQuestions'> &
    Partial<VersionContent>
  return {
    ...content,
    sampleQuestions: sampleQuestions ?? now.sampleQuestions,
    definitions: { ...noDefinitions, ...content.definitions },
  }
}

function summaries(db: Handle, areaId: string) {
  return db
    .selectFrom('area_versions')
    .leftJoin('users', 'users.id', 'area_versions.user_id')
    .select(['number', 'area_versions.created_at', 'reason', 'restored_from', 'changes', 'users.email'])
    .where('area_id', '=', areaId)
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

function toSummary(row: SummaryRow): VersionSummary {
  return {
    number: row.number,
    at: row.created_at,
    userName: row.email?.split('@')[0] ?? null,
    reason: row.reason,
    restoredFrom: row.restored_from,
    changes: JSON.parse(row.changes) as VersionPart[],
  }
}
