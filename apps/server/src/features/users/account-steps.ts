import type { AuditAction, Role, UpdateUserRequest, UserBulkAction } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { changesBetween, hiddenChange, type AuditRecord, type AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { changeUser, type ChangedUser } from './change-user.ts'
import type { Transfers } from './possessions.ts'
import { approve, reject } from './registrations.ts'
import { removeUser } from './remove-user.ts'
import type { RemovedUser } from './remove-user.ts'

/** How the audit log names a change of an account. */
export type AccountChange = 'user.update' | 'user.change-role' | 'user.activate' | 'user.deactivate'

/** What to do after the transaction of a step: stop what the user runs, send emails, and record the step. */
export type Afterwork = () => Promise<void>

export interface AccountStepsDependencies {
  license: LicenseService
  audit: AuditService
  email: Pick<EmailService, 'queue' | 'deliver'>
  endSignIns: (transaction: Transaction<Database>, userId: string) => Promise<void>
  /** Ends all responses to a user everywhere. Call it after the end of the sign-ins is stored. */
  cutOff: (userId: string) => Promise<void>
  stopQuestions: (userId: string) => Promise<void>
  /** Stops these turns, also if their conversations are gone. */
  stopTurns: (turnIds: string[]) => Promise<void>
  transfers: Transfers
  /** Adds a user to a group, as a part of a transaction. @returns the IDs of those who became members */
  addToGroup: AddToGroup
  /** Removes the files of deleted conversations. */
  removeFiles: (sessionIds: string[]) => Promise<void>
}

/** @throws AppError not_found, conflict if the group is not filled by hand */
export type AddToGroup = (
  transaction: Transaction<Database>,
  admin: Principal,
  groupId: string,
  userIds: string[],
) => Promise<string[]>

/** Changes of one account as parts of a transaction. Each returns what to do afterwards; null if nothing changed. */
export function createAccountSteps({ now }: Pick<AppContext, 'now'>, dependencies: AccountStepsDependencies) {
  const { license, audit, email, endSignIns, cutOff, stopQuestions, stopTurns, transfers, removeFiles } = dependencies
  const record = (action: AuditAction, by: Principal, user: UserRow, more: Recorded) =>
    audit.record(recordOf(action, by, user, more))

  async function changeOne(
    transaction: Transaction<Database>,
    { admin, id, request, action }: { admin: Principal; id: string; request: UpdateUserRequest; action: AccountChange },
  ): Promise<{ user: UserRow; after: Afterwork | null }> {
    const changed = await changeUser(transaction, admin, id, request, {
      now: now(),
      assertCanActivate: (handle) => license.assertCanAdd(handle, 'users'),
    })
    const { user, fields } = changed
    if (fields.length === 0) return { user, after: null }
    const isCutOff = fields.includes('role') || fields.includes('is_active')
    if (isCutOff) await endSignIns(transaction, id)
    const after = async () => {
      if (isCutOff) {
        await cutOff(id)
        await stopQuestions(id)
      }
      await record(action, admin, user, recordedOf(changed))
    }
    return { user, after }
  }

  async function approveOne(
    transaction: Transaction<Database>,
    { admin, ...wanted }: { admin: Principal; id: string; role: Role; ownAddress: string },
  ): Promise<{ user: UserRow; after: Afterwork | null }> {
    const { user, isNew } = await approve(transaction, { license, email, admin, ...wanted, now: now() })
    if (!isNew) return { user, after: null }
    const after = async () => {
      await record('user.approve', admin, user, { detail: { role: user.role } })
      email.deliver()
    }
    return { user, after }
  }

  async function removeOne(
    transaction: Transaction<Database>,
    { admin, id, heirId }: { admin: Principal; id: string; heirId: string | null },
  ): Promise<{ user: UserRow; after: Afterwork }> {
    const removed = await removeUser(transaction, admin, { id, heirId, transfers })
    const after = async () => {
      await cutOff(id)
      await stopTurns(removed.runningTurns)
      await removeFiles(removed.sessionIds)
      await record('user.delete', admin, removed.user, { detail: detailOfRemoval(removed) })
    }
    return { user: removed.user, after }
  }

  async function applyTo(
    transaction: Transaction<Database>,
    { admin, id, action, ownAddress }: { admin: Principal; id: string; action: UserBulkAction; ownAddress: string },
  ): Promise<Afterwork | null> {
    const change = (request: UpdateUserRequest, name: AccountChange = 'user.update') =>
      changeOne(transaction, { admin, id, request, action: name })
    switch (action.kind) {
      case 'activate':
        return (await change({ is_active: true }, 'user.activate')).after
      case 'deactivate':
        return (await change({ is_active: false }, 'user.deactivate')).after
      case 'set-daily-limit':
        return (await change({ daily_query_limit: action.daily_query_limit })).after
      case 'change-role':
        return (await change({ role: action.role }, 'user.change-role')).after
      case 'approve':
        return (await approveOne(transaction, { admin, id, role: action.role, ownAddress })).after
      case 'decline': {
        const user = await reject(transaction, admin, id)
        return () => record('user.reject', admin, user, {})
      }
      case 'add-to-group': {
        const [added] = await dependencies.addToGroup(transaction, admin, action.group_id, [id])
        return added === undefined ? null : () => audit.record(memberRecord(admin, action.group_id, added))
      }
      case 'delete':
        return (await removeOne(transaction, { admin, id, heirId: action.heir_id ?? null })).after
    }
  }

  return { record, changeOne, approveOne, removeOne, applyTo }
}

function detailOfRemoval({ sessionIds, areas, databases, heir }: RemovedUser): AuditRecord['detail'] {
  return { conversations: sessionIds.length, areas, databases, heir: heir?.email ?? null }
}

type Recorded = Pick<AuditRecord, 'detail' | 'changes'>

function recordOf(action: AuditAction, by: Principal, user: UserRow, more: Recorded): AuditRecord {
  const target = { targetKind: 'user' as const, targetId: user.id, targetName: user.email }
  return { action, outcome: 'allowed', userId: by.userId, ...target, ...more }
}

function memberRecord(by: Principal, groupId: string, userId: string): AuditRecord {
  const target = { targetKind: 'group' as const, targetId: groupId }
  return {
    action: 'group.add-members',
    outcome: 'allowed',
    userId: by.userId,
    ...target,
    detail: { users: 1, people: userId },
  }
}

const plainFields = ['role', 'is_active', 'daily_query_limit', 'monthly_query_limit'] as const

/** Lists the changed fields, with values unless they are a user's attributes (R21). */
function recordedOf({ before, user, fields }: ChangedUser): Recorded {
  const plain = plainFields.filter((field) => fields.includes(field))
  const valuesOf = (row: UserRow) => Object.fromEntries(plain.map((field) => [field, row[field]]))
  const hidden = fields.filter((field) => !plain.some((one) => one === field))
  return {
    detail: { fields: fields.join(', '), ...valuesOf(user) },
    changes: [...changesBetween(valuesOf(before), valuesOf(user)), ...hidden.map(hiddenChange)],
  }
}
