import type { AuditAction, Role, UpdateUserRequest, UserBulkAction } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { changesBetween, hiddenChange, type AuditRecord, type AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { changeUsers, type ChangedUser } from './change-user.ts'
import type { Transfers } from './possessions.ts'
import { approveUsers, rejectUsers } from './registrations.ts'
import { removeUsers } from './remove-users.ts'
import type { RemovedUser } from './remove-users.ts'
import { asRefusal } from './step-result.ts'
import type { StepResult } from './step-result.ts'

/** How the audit log names a change of an account. */
export type AccountChange = 'user.update' | 'user.change-role' | 'user.activate' | 'user.deactivate'

export interface AccountStepsDependencies {
  license: LicenseService
  audit: AuditService
  email: Pick<EmailService, 'queueAll' | 'deliver'>
  endSignIns: (transaction: Transaction<Database>, userIds: string[]) => Promise<void>
  /** Ends all responses to users everywhere. Call it after the end of the sign-ins is stored. */
  cutOff: (userIds: string[]) => Promise<void>
  stopQuestions: (userIds: string[]) => Promise<void>
  /** Stops these turns, also if their conversations are gone. */
  stopTurns: (turnIds: string[]) => Promise<void>
  transfers: Transfers
  /** Adds users to a group, as a part of a transaction. @returns the IDs of those who became members */
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

/** A step for several accounts, as a part of an administrator's transaction. */
type Step<Options> = (transaction: Transaction<Database>, users: UserRow[], options: Options) => Promise<StepResult>

export interface AccountSteps {
  change: Step<{ admin: Principal; request: UpdateUserRequest; action: AccountChange }>
  approve: Step<{ admin: Principal; role: Role; ownAddress: string }>
  reject: Step<{ admin: Principal }>
  remove: Step<{ admin: Principal; heirId: string | null }>
  addToGroup: Step<{ admin: Principal; groupId: string }>
}

/** Changes of accounts, each with what must happen afterwards. The caller has checked that an administrator does it. */
export function createAccountSteps(
  { now }: Pick<AppContext, 'now'>,
  dependencies: AccountStepsDependencies,
): AccountSteps {
  const { license, audit, email, endSignIns, cutOff, stopQuestions, stopTurns, transfers, removeFiles } = dependencies
  return {
    change: async (transaction, users, { admin, request, action }) => {
      const { changed, refused } = await changeUsers(transaction, users, { admin, request, now: now(), license })
      const cut = changed
        .filter(({ fields }) => fields.includes('role') || fields.includes('is_active'))
        .map(({ user }) => user.id)
      await endSignIns(transaction, cut)
      const after = async () => {
        await cutOff(cut)
        await stopQuestions(cut)
        await audit.recordAll(changed.map((each) => recordOf(action, admin, each.user, recordedOf(each))))
      }
      return { changed: changed.map(({ user }) => user), refused, after }
    },
    approve: async (transaction, users, { admin, ...wanted }) => {
      const { approved, refused } = await approveUsers(transaction, users, { license, email, ...wanted, now: now() })
      const after = async () => {
        const detail = { role: wanted.role }
        await audit.recordAll(approved.map((user) => recordOf('user.approve', admin, user, { detail })))
        email.deliver()
      }
      return { changed: approved, refused, after }
    },
    reject: async (transaction, users, { admin }) => {
      const { rejected, refused } = await rejectUsers(transaction, users)
      const after = () => audit.recordAll(rejected.map((user) => recordOf('user.reject', admin, user, {})))
      return { changed: rejected, refused, after }
    },
    remove: async (transaction, users, options) => {
      const { removed, refused, runningTurns } = await removeUsers(transaction, users, { ...options, transfers })
      const after = async () => {
        await cutOff(removed.map(({ user }) => user.id))
        await stopTurns(runningTurns)
        await removeFiles(removed.flatMap(({ sessionIds }) => sessionIds))
        const recorded = removed.map((each) =>
          recordOf('user.delete', options.admin, each.user, { detail: detailOfRemoval(each) }),
        )
        await audit.recordAll(recorded)
      }
      return { changed: removed.map(({ user }) => user), refused, after }
    },
    addToGroup: async (transaction, users, { admin, groupId }) => {
      const ids = users.map(({ id }) => id)
      try {
        const added = new Set(await dependencies.addToGroup(transaction, admin, groupId, ids))
        const after = () => audit.recordAll([...added].map((id) => memberRecord(admin, groupId, id)))
        return { changed: users.filter(({ id }) => added.has(id)), refused: new Map(), after }
      } catch (error) {
        const refusal = asRefusal(error)
        return { changed: [], refused: new Map(ids.map((id) => [id, refusal])), after: async () => {} }
      }
    },
  }
}

/** Does what a request of several users asks for. */
export function applyAction(
  steps: AccountSteps,
  transaction: Transaction<Database>,
  users: UserRow[],
  { admin, action, ownAddress }: { admin: Principal; action: UserBulkAction; ownAddress: string },
): Promise<StepResult> {
  const change = (request: UpdateUserRequest, name: AccountChange) =>
    steps.change(transaction, users, { admin, request, action: name })
  switch (action.kind) {
    case 'activate':
      return change({ is_active: true }, 'user.activate')
    case 'deactivate':
      return change({ is_active: false }, 'user.deactivate')
    case 'set-daily-limit':
      return change({ daily_query_limit: action.daily_query_limit }, 'user.update')
    case 'change-role':
      return change({ role: action.role }, 'user.change-role')
    case 'approve':
      return steps.approve(transaction, users, { admin, role: action.role, ownAddress })
    case 'decline':
      return steps.reject(transaction, users, { admin })
    case 'add-to-group':
      return steps.addToGroup(transaction, users, { admin, groupId: action.group_id })
    case 'delete':
      return steps.remove(transaction, users, { admin, heirId: action.heir_id ?? null })
  }
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
