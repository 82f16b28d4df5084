import {
  definitionKinds,
  message,
  versionParts,
  type Area,
  type AreaVersion,
  type AreaVersionContent,
  type DefinitionKind,
  type DefinitionUsage,
} from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { AreaEdit } from '../editing/area-changes.ts'
import { editOf, presentContent } from '../editing/said-content.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { definitionKey, findVersion, listVersions, type VersionSummary } from '../store/area-versions.ts'
import { listUsage } from '../store/definition-usage.ts'

/** What an area said earlier, and how often its definitions are used. For its owner and administrators. */
export interface AreaVersions {
  /** Newest first. @throws AppError area_not_found, forbidden */
  list(principal: Principal, areaId: string): Promise<AreaVersion[]>
  /** @throws AppError area_not_found, forbidden, not_found */
  read(principal: Principal, areaId: string, number: number): Promise<AreaVersionContent>
  /**
   * Makes a version say again what it said, as a new version. Tables, rules, and access stay as they are.
   * @param expected the version that the caller has seen; null accepts any
   * @throws AppError like `read`, conflict, area_invalid if the databases or tables no longer fit
   */
  restore(principal: Principal, areaId: string, number: number, why: RestoreReason): Promise<Area>
  /** @throws AppError area_not_found, forbidden */
  usage(principal: Principal, areaId: string): Promise<DefinitionUsage>
}

interface RestoreReason {
  reason: string | null
  expected: number | null
}

interface VersionedAreas {
  getEditable(principal: Principal, id: string): Promise<AreaRecord>
  update(principal: Principal, id: string, edit: AreaEdit, version: number | null): Promise<Area>
}

const dayMs = 24 * 60 * 60 * 1000
const usageDays = 90
const recentDays = 30

export function createAreaVersions(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  areas: VersionedAreas,
): AreaVersions {
  async function require(area: AreaRecord, number: number) {
    const found = await findVersion(store.db, area, number)
    if (found !== null) return found
    const detail = message('Version {number} is not stored. Reload the list of versions.', { number })
    throw new AppError('not_found', { detail })
  }

  const dayBefore = (days: number) => new Date(now().getTime() - days * dayMs).toISOString().slice(0, 10)

  return {
    list: async (principal, areaId) => {
      await areas.getEditable(principal, areaId)
      return (await listVersions(store.db, areaId)).map(presentSummary)
    },
    read: async (principal, areaId, number) => {
      const area = await areas.getEditable(principal, areaId)
      const { content, ...summary } = await require(area, number)
      return {
        ...presentSummary(summary),
        content: presentContent(content),
        definition_versions: versionList(content),
      }
    },
    restore: async (principal, areaId, number, { reason, expected }) => {
      const area = await areas.getEditable(principal, areaId)
      const { content } = await require(area, number)
      const edit = {
        ...editOf(area, content, new Set(versionParts)),
        change_reason: reason,
        restored_from: number,
      }
      // Tables and visibility come from what was read, so a change since then must not be undone.
      return areas.update(principal, areaId, edit, expected ?? area.version)
    },
    usage: async (principal, areaId) => {
      const { definitions } = await areas.getEditable(principal, areaId)
      const { metrics, dimensions, filters } = definitions
      const lists = { metric: metrics, dimension: dimensions, filter: filters } satisfies Record<
        DefinitionKind,
        unknown
      >
      const days = Map.groupBy(await listUsage(store.db, areaId, dayBefore(usageDays)), ({ kind, name }) =>
        definitionKey(kind, name),
      )
      const recent = dayBefore(recentDays)
      return {
        definitions: definitionKinds.flatMap((kind) =>
          lists[kind].flatMap(({ name }) => {
            const used = days.get(definitionKey(kind, name)) ?? []
            const last = used.at(-1)
            if (last === undefined) return []
            const answers = used.filter(({ day }) => day > recent).reduce((sum, one) => sum + one.answers, 0)
            const list = used.map((one) => ({ day: one.day, answers: one.answers }))
            return [{ kind, name, recent_answers: answers, last_day: last.day, days: list }]
          }),
        ),
      }
    },
  }
}

function presentSummary({ number, at, userName, reason, restoredFrom, changes }: VersionSummary): AreaVersion {
  return { number, created_at: at, user_name: userName, reason, restored_from: restoredFrom, changes }
}

function versionList({
  definitions: { metrics, dimensions, filters },
  definitionVersions,
}: Pick<AreaRecord, 'definitions' | 'definitionVersions'>): AreaVersionContent['definition_versions'] {
  const lists = { metric: metrics, dimension: dimensions, filter: filters } satisfies Record<DefinitionKind, unknown>
  return definitionKinds.flatMap((kind) =>
    lists[kind].map(({ name }) => ({ kind, name, version: definitionVersions[definitionKey(kind, name)] ?? 0 })),
  )
}
