import { message, emailKey } from '@parlance/contract'
import type { AccessGrant, GrantedGroup } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { changeGrantedGroups, connectionTarget, listGrantedGroups } from '../../effective-rights/group-grants.ts'
import type { ChangedGroup } from '../../effective-rights/group-grants.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditRecord, AuditService } from '../audit/service.ts'
import { mayManageAccess, mayUse } from './policy.ts'
import { findConnection } from './store.ts'
import type { Handle } from './store.ts'

/** Manages who may use a restricted connection. Every call is only for its owner and administrators. */
export interface AccessService {
  list(principal: Principal, connectionId: string): Promise<AccessGrant[]>
  /**
   * Grants access. Repeated calls have no further effect.
   * @throws AppError connection_not_found, forbidden, bad_request if the connection is not restricted, not_found for
   *   an unknown email address, conflict for the owner and for an account that is not active
   */
  grant(principal: Principal, connectionId: string, email: string): Promise<AccessGrant>
  /** @returns the removed grant. @throws AppError not_found if there was none */
  revoke(principal: Principal, connectionId: string, userId: string): Promise<AccessGrant>
  /**
   * Grants an administrator's connection to a person who is being invited, as a part of a transaction.
   * @throws AppError connection_not_found, forbidden, bad_request if the connection is not restricted
   */
  grantInvited(db: Handle, admin: Principal, connectionId: string, userId: string): Promise<void>
  /** Lists the groups with access. Only for administrators. Throws like `grant`. */
  listGroups(admin: Principal, connectionId: string): Promise<GrantedGroup[]>
  /** Grants and revokes the access of groups. Throws like `changeGroupsIn`. @returns the groups with access */
  changeGroups(admin: Principal, connectionId: string, change: GroupsChange): Promise<GrantedGroup[]>
  /**
   * Grants and revokes the access of groups as a part of a transaction. Only for administrators.
   * @returns what to record in the audit log after it
   * @throws AppError connection_not_found, forbidden, bad_request if the connection is not restricted, not_found for a
   *   group
   */
  changeGroupsIn(
    transaction: Handle,
    admin: Principal,
    connectionId: string,
    change: GroupsChange,
  ): Promise<AuditRecord[]>
  /** The ids of the connections granted to a user by name. The caller must check that this may be known. */
  grantedTo(userId: string): Promise<ReadonlySet<string>>
}

interface GroupsChange {
  add: string[]
  remove: string[]
}

export function createAccessService({ store, now }: AppContext, audit: AuditService): AccessService {
  const record = (
    action: 'connection.grant' | 'connection.revoke',
    by: Principal,
    connectionId: string,
    userId: string,
  ) =>
    audit.record({
      action,
      outcome: 'allowed',
      userId: by.userId,
      targetKind: 'connection',
      targetId: connectionId,
      detail: { user: userId },
    })

  const addGrant = (db: Handle, { userId: grantedBy }: Principal, connectionId: string, userId: string) =>
    db
      .insertInto('connection_access')
      .values({ connection_id: connectionId, user_id: userId, granted_by: grantedBy, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.columns(['connection_id', 'user_id']).doNothing())
      .execute()

  const changeGroupsIn: AccessService['changeGroupsIn'] = async (transaction, admin, connectionId, change) => {
    const { name } = await requireManaged(transaction, admin, connectionId)
    const { granted, revoked } = await changeGrantedGroups(transaction, connectionTarget(connectionId), {
      ...change,
      by: admin.userId,
      now: now().toISOString(),
    })
    const target = { targetKind: 'connection', targetId: connectionId, targetName: name } as const
    const recordOf = (action: AuditRecord['action'], group: ChangedGroup): AuditRecord => ({
      action,
      outcome: 'allowed',
      userId: admin.userId,
      ...target,
      detail: { group_name: group.name },
    })
    return [
      ...granted.map((group) => recordOf('connection.grant-group', group)),
      ...revoked.map((group) => recordOf('connection.revoke-group', group)),
    ]
  }

  return {
    changeGroupsIn,
    listGroups: async (admin, connectionId) => {
      await requireManaged(store.db, admin, connectionId)
      return listGrantedGroups(store.db, connectionTarget(connectionId))
    },
    changeGroups: async (admin, connectionId, change) => {
      const records = await store.transaction((transaction) => changeGroupsIn(transaction, admin, connectionId, change))
      for (const each of records) await audit.record(each)
      return listGrantedGroups(store.db, connectionTarget(connectionId))
    },
    list: async (principal, connectionId) => {
      await requireManaged(store.db, principal, connectionId)
      return listGrants(store.db, connectionId)
    },
    grant: async (principal, connectionId, email) => {
      const granted = await store.transaction(async (transaction) => {
        const connection = await requireManaged(transaction, principal, connectionId)
        const userId = await findGrantee(transaction, principal, connection, email)
        await addGrant(transaction, principal, connectionId, userId)
        return findGrant(transaction, connectionId, userId)
      })
      await record('connection.grant', principal, connectionId, granted.user_id)
      return granted
    },
    revoke: async (principal, connectionId, userId) => {
      const revoked = await store.transaction(async (transaction) => {
        await requireManaged(transaction, principal, connectionId)
        const grant = await findGrant(transaction, connectionId, userId)
        await transaction
          .deleteFrom('connection_access')
          .where('connection_id', '=', connectionId)
          .where('user_id', '=', userId)
          .execute()
        return grant
      })
      await record('connection.revoke', principal, connectionId, userId)
      return revoked
    },
    grantInvited: async (db, admin, connectionId, userId) => {
      await requireManaged(db, admin, connectionId)
      await addGrant(db, admin, connectionId, userId)
    },
    grantedTo: async (userId) => {
      const grants = store.db.selectFrom('connection_access').select('connection_id').where('user_id', '=', userId)
      return new Set((await grants.execute()).map(({ connection_id }) => connection_id))
    },
  }
}

async function requireManaged(db: Handle, principal: Principal, id: string): Promise<ConnectionRow> {
  const details = await findConnection(db, principal.userId, id)
  if (details === null || !mayUse(principal, details.connection, details.isGranted)) {
    throw new AppError('connection_not_found')
  }
  const { connection } = details
  if (mayManageAccess(principal, connection)) return connection
  if (principal.role === 'ADMIN' || connection.owner_id === principal.userId) {
    throw new AppError('bad_request', {
      detail: message('You can only grant access to connections with restricted visibility.'),
    })
  }
  throw new AppError('forbidden', {
    detail: message('Only the owner and administrators can manage access to this connection.'),
  })
}

/** Only administrators may know which accounts are not active. */
async function findGrantee(db: Handle, { role }: Principal, connection: ConnectionRow, email: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'status', 'is_active'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  const isActive = user?.status === 'A' && user.is_active === 1
  if (user === undefined || (!isActive && role !== 'ADMIN')) {
    throw new AppError('not_found', { detail: message('There is no account with the email {email}.', { email }) })
  }
  if (user.id === connection.owner_id) {
    throw new AppError('conflict', {
      detail: message('{email} owns this connection and already has access.', { email }),
    })
  }
  if (!isActive) {
    throw new AppError('conflict', {
      detail: message('The account {email} is not active. Activate it before you grant access.', { email }),
    })
  }
  return user.id
}

async function listGrants(db: Handle, connectionId: string): Promise<AccessGrant[]> {
  return (await grantsQuery(db, connectionId).execute()).map(presentGrant)
}

async function findGrant(db: Handle, connectionId: string, userId: string): Promise<AccessGrant> {
  const row = await grantsQuery(db, connectionId).where('users.id', '=', userId).executeTakeFirst()
  if (row === undefined)
    throw new AppError('not_found', { detail: message('This user does not have access to this connection.') })
  return presentGrant(row)
}

function grantsQuery(db: Handle, connectionId: string) {
  return db
    .selectFrom('connection_access')
    .innerJoin('users', 'users.id', 'connection_access.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.is_active', 'connection_access.created_at'])
    .where('connection_access.connection_id', '=', connectionId)
    .orderBy('users.email_key')
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantsQuery>['execute']>>[number]

function presentGrant(row: GrantRow): AccessGrant {
  return {
    id: row.id,
    user_id: row.id,
    user_email: row.email,
    user_name: row.username,
    is_active: row.is_active === 1,
    granted_at: row.created_at,
  }
}
