import { message } from '@parlance/contract'
import type { GroupDeletion, GroupDetail, GroupList, GroupMembers } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { groupNotFound } from '../../effective-rights/group-grants.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { Database, GroupRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { AreasService } from '../areas/service.ts'
import { changesBetween, hiddenChange, type AuditRecord, type AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { requireAdminNow } from '../users/service.ts'
import { findConflicts } from './conflicts.ts'
import { describeDeletion } from './deletion.ts'
import { changedRow, described, newRow, presentGroup, requireFitting } from './group-row.ts'
import type { GroupChange, NewGroup } from './group-row.ts'
import { changeMembers, listMembers, requireUsers } from './members.ts'
import {
  addMembers,
  deleteGroup,
  findGroup,
  insertGroup,
  listDomains,
  listGroupPage,
  readParts,
  setDomains,
  updateGroup,
} from './store.ts'
import type { Page } from './store.ts'

interface AccessChange {
  type: 'database' | 'business_area'
  id: string
  has_access: boolean
}

/**
 * Lets administrators manage groups. Every change checks in its own transaction that the caller is still an
 * administrator. It applies from the members' next question on.
 */
export interface GroupsService {
  list(page: Page): Promise<GroupList>
  /** @throws AppError not_found */
  get(id: string): Promise<GroupDetail>
  /** @throws AppError conflict if the name is taken, bad_request if the members don't fit the source, not_found */
  create(admin: Principal, request: NewGroup): Promise<GroupDetail>
  /** Throws like `create`. @throws AppError conflict for a form that is older than the group */
  update(admin: Principal, id: string, request: GroupChange): Promise<GroupDetail>
  /** @throws AppError not_found, conflict. @returns the name */
  remove(admin: Principal, id: string, expected: string | undefined): Promise<string>
  /** Works out what members lose with the group. @throws AppError not_found */
  deletionOf(id: string): Promise<GroupDeletion>
  /** @throws AppError not_found */
  members(id: string, page: Page): Promise<GroupMembers>
  /** @throws AppError not_found for a group or a user, conflict if the group is not filled by hand */
  changeMembers(
    admin: Principal,
    id: string,
    change: { add: string[]; remove: string[] },
  ): Promise<{ added: number; removed: number }>
  /**
   * Adds users to a group, as a part of an administrator's transaction, which records it.
   * @returns the IDs of the users who became members. Throws like `changeMembers`
   */
  addIn(db: Handle, admin: Principal, id: string, userIds: string[]): Promise<string[]>
  /**
   * Grants and revokes databases and areas, all or none.
   * @throws AppError not_found, connection_not_found, area_not_found, bad_request for one that is not restricted
   */
  changeAccess(admin: Principal, id: string, changes: AccessChange[]): Promise<GroupDetail>
}

export interface GroupsDependencies {
  audit: Pick<AuditService, 'record'>
  connections: { access: Pick<ConnectionsService['access'], 'changeGroupsIn'> }
  areas: { access: Pick<AreasService['access'], 'changeGroups'> }
}

type Reads = Pick<GroupsService, 'list' | 'get' | 'deletionOf' | 'members'>

export function createGroupsService(
  context: Pick<AppContext, 'store' | 'now'>,
  dependencies: GroupsDependencies,
): GroupsService {
  const reads = createReads(context)
  const changing = createChanging(context)
  return {
    ...reads,
    ...createChanges(context, dependencies, { reads, changing }),
    ...createContent(context, dependencies, { reads, changing }),
  }
}

function createReads({ store }: Pick<AppContext, 'store'>): Reads {
  return {
    get: async (id) => {
      const [parts] = await readParts(store.db, [await requireGroup(store.db, id)])
      if (parts === undefined) throw groupNotFound()
      const conflicts = (await findConflicts(store.db)).get(id) ?? []
      return { ...presentGroup(parts, conflicts), conflicts }
    },
    list: async (page) => {
      const { total, rows } = await listGroupPage(store.db, page)
      const parts = await readParts(store.db, rows)
      const conflicts = await findConflicts(store.db)
      return { total, groups: parts.map((each) => presentGroup(each, conflicts.get(each.row.id) ?? [])) }
    },
    deletionOf: async (id) => {
      await requireGroup(store.db, id)
      return describeDeletion(store.db, id)
    },
    members: async (id, page) => {
      await requireGroup(store.db, id)
      return listMembers(store.db, id, page)
    },
  }
}

/** Runs a change as an administrator in one transaction, and names the group in the error if its name is taken. */
function createChanging({ store }: Pick<AppContext, 'store'>) {
  return <T>(admin: Principal, name: string | undefined, work: (db: Transaction<Database>) => Promise<T>) =>
    store
      .transaction(async (transaction) => {
        await requireAdminNow(transaction, admin)
        return work(transaction)
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error) || name === undefined) throw error
        throw new AppError('conflict', {
          detail: message('A group named {name} already exists. Choose another name.', { name }),
          cause: error,
        })
      })
}

interface Means {
  reads: Pick<Reads, 'get'>
  changing: ReturnType<typeof createChanging>
}

/** The calls that create, change, and delete groups. */
function createChanges(
  { now }: Pick<AppContext, 'now'>,
  { audit }: GroupsDependencies,
  { reads, changing }: Means,
): Pick<GroupsService, 'create' | 'update' | 'remove'> {
  return {
    create: async (admin, request) => {
      requireFitting(request)
      const row = newRow(request, admin, now())
      const added = await changing(admin, row.name, async (transaction) => {
        await insertGroup(transaction, row)
        await setDomains(transaction, row.id, request)
        const userIds = await requireUsers(transaction, request.user_ids)
        return addMembers(transaction, { groupId: row.id, userIds, by: admin.userId, now: row.created_at })
      })
      const detail = { ...described(row, request.domains), users: added.length }
      await audit.record(recordOf('group.create', admin, row, { detail }))
      return reads.get(row.id)
    },
    update: async (admin, id, request) => {
      const { name, changes } = await changing(admin, request.name, async (transaction) => {
        const row = await requireGroup(transaction, id, request.expected_updated_at)
        const domains = await listDomains(transaction, id)
        const changed = changedRow(row, request, now())
        const settled = {
          source: changed.source,
          domains: request.domains ?? (changed.source === 'manual' ? [] : domains),
        }
        requireFitting({ ...settled, user_ids: [] })
        await updateGroup(transaction, id, changed)
        await setDomains(transaction, id, settled)
        const plain = changesBetween(described(row, domains), described(changed, settled.domains))
        const hidden = row.attributes === changed.attributes ? [] : [hiddenChange('attributes')]
        return { name: changed.name, changes: [...plain, ...hidden] }
      })
      if (changes.length > 0) await audit.record(recordOf('group.update', admin, { id, name }, { changes }))
      return reads.get(id)
    },
    remove: async (admin, id, expected) => {
      const { row, domains, lost } = await changing(admin, undefined, async (transaction) => {
        const found = {
          row: await requireGroup(transaction, id, expected),
          domains: await listDomains(transaction, id),
          lost: await describeDeletion(transaction, id),
        }
        await deleteGroup(transaction, id)
        return found
      })
      const detail = { ...described(row, domains), users: lost.member_count }
      await audit.record(recordOf('group.delete', admin, row, { detail }))
      return row.name
    },
  }
}

/** The calls that change the members and the access of a group. */
function createContent(
  { now }: Pick<AppContext, 'now'>,
  { audit, connections, areas }: GroupsDependencies,
  { reads, changing }: Means,
): Pick<GroupsService, 'changeMembers' | 'addIn' | 'changeAccess'> {
  return {
    changeMembers: async (admin, id, change) => {
      const { row, added, removed } = await changing(admin, undefined, async (transaction) => {
        const found = await requireGroup(transaction, id)
        const by = { by: admin.userId, now: now().toISOString() }
        return { row: found, ...(await changeMembers(transaction, found, { ...change, ...by })) }
      })
      const detailOf = (people: string[]) => ({ detail: { users: people.length, people: people.join(' ') } })
      if (added.length > 0) await audit.record(recordOf('group.add-members', admin, row, detailOf(added)))
      if (removed.length > 0) await audit.record(recordOf('group.remove-members', admin, row, detailOf(removed)))
      return { added: added.length, removed: removed.length }
    },
    addIn: async (db, admin, id, userIds) => {
      const change = { add: userIds, remove: [], by: admin.userId, now: now().toISOString() }
      return (await changeMembers(db, await requireGroup(db, id), change)).added
    },
    changeAccess: async (admin, id, changes) => {
      const records = await changing(admin, undefined, async (transaction) => {
        await requireGroup(transaction, id)
        const made: AuditRecord[] = []
        for (const { type, id: targetId, has_access: hasAccess } of changes) {
          const change = hasAccess ? { add: [id], remove: [] } : { add: [], remove: [id] }
          made.push(
            ...(type === 'database'
              ? await connections.access.changeGroupsIn(transaction, admin, targetId, change)
              : await areas.access.changeGroups(transaction, admin, targetId, change)),
          )
        }
        return made
      })
      for (const each of records) await audit.record(each)
      return reads.get(id)
    },
  }
}

function recordOf(
  action: AuditRecord['action'],
  by: Principal,
  { id, name }: Pick<GroupRow, 'id' | 'name'>,
  more: Pick<AuditRecord, 'detail' | 'changes'>,
): AuditRecord {
  return { action, outcome: 'allowed', userId: by.userId, targetKind: 'group', targetId: id, targetName: name, ...more }
}

/** @throws AppError not_found; conflict if the group has changed since the caller read it */
async function requireGroup(db: Handle, id: string, expected?: string): Promise<GroupRow> {
  const row = await findGroup(db, id)
  if (row === null) throw groupNotFound()
  if (expected !== undefined && expected !== row.updated_at) throw new AppError('conflict')
  return row
}
