import { emailKey, isEmail, message, normalizeEmail, patternOf, formatMessage, unlimited } from '@parlance/contract'
import type {
  InvitationRoom,
  inviteUsersRequestSchema,
  InviteUsersResponse,
  LinkResponse,
  Message,
} from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { AreasService } from '../areas/service.ts'
import type { AuditRecord, AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { beginInvitation, countOpenInvitations, invitationDays, isInvited, requireAdminNow } from '../users/service.ts'
import type { UsersService } from '../users/service.ts'

type Handle = Kysely<Database> | Transaction<Database>
type InviteRequest = z.output<typeof inviteUsersRequestSchema>

/** Invites people by email. Each gets a deactivated account at once, which becomes active when they accept. */
export interface InvitationsService {
  /** How many users the edition allows, and how many there are with those who were invited. */
  room(): Promise<InvitationRoom>
  /**
   * Invites people in one transaction. Addresses that already have an account are skipped with the reason.
   * @param ownAddress the server's URL, which the links use
   * @throws AppError admin_only, bad_request that names the address which is none, license_limit, and for the access
   *   connection_not_found, area_not_found, bad_request
   */
  invite(admin: Principal, request: InviteRequest, ownAddress: string): Promise<InviteUsersResponse>
  /** Makes a new link; the one before stops working. @throws AppError admin_only, not_found, conflict */
  resend(admin: Principal, userId: string, ownAddress: string): Promise<LinkResponse>
  /** Deletes the account of the invited person. @returns its email address. Throws like `resend` */
  withdraw(admin: Principal, userId: string): Promise<string>
}

export interface InvitationsDependencies {
  users: UsersService
  license: Pick<LicenseService, 'limits'>
  audit: Pick<AuditService, 'record'>
  email: Pick<EmailService, 'queue' | 'deliver' | 'backend'>
  connections: Pick<ConnectionsService, 'access'>
  areas: Pick<AreasService, 'access'>
  /** Adds users to a group, as a part of a transaction. @throws AppError not_found, conflict */
  addToGroup: (
    transaction: Transaction<Database>,
    admin: Principal,
    groupId: string,
    userIds: string[],
  ) => Promise<string[]>
}

export function createInvitationsService(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { users, license, audit, email, connections, areas, addToGroup }: InvitationsDependencies,
): InvitationsService {
  const isMailed = async () => (await email.backend()) === 'smtp'
  const record = (action: InvitationAction, admin: Principal, user: InvitedUser, detail: AuditRecord['detail']) =>
    audit.record(recordOf(action, admin, user, detail))

  /** Makes a link, and queues the email with it if there is a mail server. */
  async function send(
    transaction: Transaction<Database>,
    admin: Principal,
    { id, email: to, ownAddress, mailed }: { id: string; email: string; ownAddress: string; mailed: boolean },
  ): Promise<LinkResponse> {
    const { token, expiresAt } = await beginInvitation(transaction, { userId: id, invitedBy: admin.userId, now: now() })
    const link = `${ownAddress}/invitation?${new URLSearchParams({ token }).toString()}`
    if (mailed) {
      const data = { inviter: admin.username || admin.email, link, days: invitationDays }
      await email.queue(transaction, { template: 'invitation', to, data, userId: id })
    }
    return { link: mailed ? null : link, expires_at: expiresAt }
  }

  return {
    room: async () => {
      const { used, max } = await readRoom(store.db, license, now())
      return { used, max, is_mailed: await isMailed() }
    },
    invite: async (admin, { emails, role, access, group_ids: groups }, ownAddress) => {
      const wanted = readAddresses(emails)
      const mailed = await isMailed()
      const outcome = await store.transaction(async (transaction) => {
        await requireAdminNow(transaction, admin)
        const known = await transaction
          .selectFrom('users')
          .select(['email_key', 'id'])
          .where('email_key', 'in', [...wanted.keys()])
          .execute()
        const skipped: InviteUsersResponse['skipped'] = []
        for (const { email_key: key, id } of known) {
          const address = wanted.get(key) ?? key
          wanted.delete(key)
          skipped.push({ email: address, ...detailOf(knownText(address, await isInvited(transaction, id))) })
        }
        requireRoom(await readRoom(transaction, license, now()), wanted.size)
        const invited: InviteUsersResponse['invited'] = []
        for (const address of wanted.values()) {
          const id = await users.addInvited(transaction, { email: address, organization: '', role })
          await grant(transaction, admin, { userId: id, access }, { areas, connections })
          const link = await send(transaction, admin, { id, email: address, ownAddress, mailed })
          invited.push({ user_id: id, email: address, ...link })
        }
        const ids = invited.map((one) => one.user_id)
        for (const group of groups) if (ids.length > 0) await addToGroup(transaction, admin, group, ids)
        return { invited, skipped }
      })
      if (mailed) email.deliver()
      const detail = { role, access: access.length, delivery: mailed ? 'email' : 'copy' }
      const people = outcome.invited.map((one) => one.user_id)
      for (const group of groups) if (people.length > 0) await audit.record(joinedRecord(admin, group, people))
      for (const { user_id: id, email: address } of outcome.invited)
        await record('user.invite', admin, { id, email: address }, detail)
      return outcome
    },
    resend: async (admin, userId, ownAddress) => {
      const mailed = await isMailed()
      const { user, link } = await store.transaction(async (transaction) => {
        const open = await requireOpen(transaction, admin, await users.findIn(transaction, userId))
        return {
          user: open,
          link: await send(transaction, admin, { id: userId, email: open.email, ownAddress, mailed }),
        }
      })
      if (mailed) email.deliver()
      await record('user.resend-invitation', admin, user, { delivery: mailed ? 'email' : 'copy' })
      return link
    },
    withdraw: async (admin, userId) => {
      const user = await store.transaction(async (transaction) => {
        const open = await requireOpen(transaction, admin, await users.findIn(transaction, userId))
        await users.removeInvited(transaction, userId)
        return open
      })
      await record('user.withdraw-invitation', admin, user, {})
      return user.email
    },
  }
}

async function readRoom(
  db: Handle,
  license: Pick<LicenseService, 'limits'>,
  now: Date,
): Promise<{ used: number; max: number; edition: string }> {
  const { max_users: max, edition } = await license.limits(db)
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .executeTakeFirstOrThrow()
  return { used: count + (await countOpenInvitations(db, now)), max, edition }
}

async function grant(
  transaction: Transaction<Database>,
  admin: Principal,
  { userId, access }: { userId: string; access: InviteRequest['access'] },
  { areas, connections }: Pick<InvitationsDependencies, 'areas' | 'connections'>,
): Promise<void> {
  for (const { type, id } of access) {
    if (type === 'business_area') await areas.access.grantInvited(transaction, admin, id, userId)
    else await connections.access.grantInvited(transaction, admin, id, userId)
  }
}

/** @throws AppError admin_only, not_found, conflict without an open invitation */
async function requireOpen(
  transaction: Transaction<Database>,
  admin: Principal,
  user: UserRow | null,
): Promise<UserRow> {
  await requireAdminNow(transaction, admin)
  if (user === null)
    throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
  if (await isInvited(transaction, user.id)) return user
  throw new AppError('conflict', { detail: message('{email} has no open invitation.', { email: user.email }) })
}

function joinedRecord({ userId }: Principal, groupId: string, people: string[]): AuditRecord {
  const target = { targetKind: 'group' as const, targetId: groupId }
  const detail = { users: people.length, people: people.join(' ') }
  return { action: 'group.add-members', outcome: 'allowed', userId, ...target, detail }
}

type InvitationAction = 'user.invite' | 'user.resend-invitation' | 'user.withdraw-invitation'
type InvitedUser = Pick<UserRow, 'id' | 'email'>

function recordOf(
  action: InvitationAction,
  by: Principal,
  user: InvitedUser,
  detail: AuditRecord['detail'],
): AuditRecord {
  const target = { targetKind: 'user' as const, targetId: user.id, targetName: user.email }
  return { action, outcome: 'allowed', userId: by.userId, ...target, detail }
}

/** Reads addresses, each once. @returns their spelling by account key. @throws AppError bad_request */
function readAddresses(emails: string[]): Map<string, string> {
  const addresses = emails.map(normalizeEmail)
  const wrong = addresses.find((address) => !isEmail(address))
  if (wrong !== undefined) {
    throw new AppError('bad_request', {
      detail: message('“{address}” isn’t an email address. Correct or remove it.', { address: wrong }),
    })
  }
  return new Map(addresses.map((address) => [emailKey(address), address]))
}

function knownText(email: string, invited: boolean): Message {
  return invited
    ? message('{email} is already invited. Send the invitation again from the list of users.', { email })
    : message('{email} already has an account.', { email })
}

function detailOf(text: Message) {
  return { detail: formatMessage(text), ...patternOf(text) }
}

/** @throws AppError license_limit */
function requireRoom({ used, max, edition }: { used: number; max: number; edition: string }, added: number): void {
  if (max === unlimited || used + added <= max) return
  throw new AppError('license_limit', {
    detail: message(
      'The {edition} edition allows {max, plural, one {# user} other {# users}}, and {used, plural, one {# is} other {# are}} active or invited. Invite fewer people, delete a user, or upgrade your license.',
      { edition, max, used },
    ),
  })
}
