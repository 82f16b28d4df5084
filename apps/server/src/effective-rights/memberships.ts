import { sql } from 'kysely'
import type { Expression, Kysely, Transaction } from 'kysely'
import type { Database } from '../store/schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/**
 * Lists which users belong to which groups: those who were added by hand, those whose verified email address has a
 * domain of the group, and those whom a sign-in provider put there. Every other way to ask for members starts here.
 */
export function memberships(db: Handle) {
  return db
    .selectFrom('group_members')
    .select(['group_members.group_id', 'group_members.user_id'])
    .union(byDomain(db).select(['group_domains.group_id', 'owner.id as user_id']))
    .union(db.selectFrom('identity_memberships').select(['group_id', 'user_id']))
}

/** The same for some groups, read by keys. */
export function membersOf(db: Handle, groupIds: string[] | Expression<string>) {
  return db
    .selectFrom('group_members')
    .select(['group_members.group_id', 'group_members.user_id'])
    .where('group_members.group_id', 'in', groupIds)
    .union(
      byDomain(db)
        .select(['group_domains.group_id', 'owner.id as user_id'])
        .where('group_domains.group_id', 'in', groupIds),
    )
    .union(
      db
        .selectFrom('identity_memberships')
        .select(['group_id', 'user_id'])
        .where('identity_memberships.group_id', 'in', groupIds),
    )
}

/**
 * Lists the groups of one user. The same as `memberships`, but read by keys, for each question and each row of a list.
 * @param userId the ID, or a column of the outer query
 */
export function groupIdsOf(db: Handle, userId: string | Expression<string>) {
  return db
    .selectFrom('group_members')
    .select('group_members.group_id')
    .where('group_members.user_id', '=', userId)
    .union(byDomain(db).select('group_domains.group_id').where('owner.id', '=', userId))
    .union(db.selectFrom('identity_memberships').select('group_id').where('identity_memberships.user_id', '=', userId))
}

/**
 * An address is verified by its code, by an invitation, or by a sign-in provider. A domain contains no wildcard of LIKE, and the part of an
 * address before the @ contains no other @.
 */
function byDomain(db: Handle) {
  return db
    .selectFrom('group_domains')
    .innerJoin('users as owner', (join) => join.on(sql<boolean>`owner.email_key like '%@' || group_domains.domain`))
    .leftJoin('activations', 'activations.user_id', 'owner.id')
    .leftJoin('invitations', 'invitations.user_id', 'owner.id')
    .leftJoin('identities', 'identities.user_id', 'owner.id')
    .where((verified) =>
      verified.or([
        verified('activations.activated_at', 'is not', null),
        verified('invitations.used_at', 'is not', null),
        verified('identities.has_verified_email', '=', 1),
      ]),
    )
}
