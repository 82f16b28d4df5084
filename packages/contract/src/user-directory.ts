import { z } from 'zod'
import { roleSchema } from './auth.ts'
import { userSortings, userStateFilters, userStates, type UserState } from './choices.ts'
import { visibilitySchema } from './connections.ts'
import { accessItemTypes, managedUserSchema, updateUserRequestSchema } from './users.ts'
import { patternFields } from './wire-message.ts'

const idSchema = z.string().min(1).max(200)

/** Which users: all whose absent fields are ignored. */
export const userFilterSchema = z.strictObject({
  /** Part of the name, the email address, or the organization. */
  search: z.string().trim().max(200).optional(),
  role: roleSchema.optional(),
  state: z.enum(userStateFilters).optional(),
  /** Users who may ask in this area. */
  area_id: idSchema.optional(),
  /** Users who may use this database. */
  database_id: idSchema.optional(),
  /** Members of this group. */
  group_id: idSchema.optional(),
  /** Active users who lack an attribute because their groups disagree. */
  attributes: z.enum(['conflicting']).optional(),
})
export type UserFilter = z.infer<typeof userFilterSchema>

/** The most users on one page. */
export const userPageMaximum = 100

/** A page of the users: GET /api/v1/users/search. */
export const userSearchQuerySchema = userFilterSchema.extend({
  /** IDs of the users to find, separated by commas. */
  user_ids: z.string().max(8000).optional(),
  sort: z.enum(userSortings).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(userPageMaximum).default(50),
})
export type UserSearchQuery = z.output<typeof userSearchQuerySchema>

/** A user in the list, with what the list says about them. */
export const listedUserSchema = managedUserSchema.extend({
  state: z.enum(userStates),
  /** When the user last asked or signed in. Null if never. */
  last_active_at: z.string().nullable(),
  /** When the user was invited. Null if the user needs no invitation or has accepted it. */
  invited_at: z.string().nullable(),
  /** When the link of the invitation stops working. */
  invitation_expires_at: z.string().nullable(),
  /** Restricted areas and databases that were granted to the user. */
  granted_areas: z.number(),
  granted_databases: z.number(),
  /** Whether the user is connected with a sign-in provider. */
  is_connected: z.boolean(),
})
export type ListedUser = z.infer<typeof listedUserSchema>

export const userPageSchema = z.object({
  users: z.array(listedUserSchema),
  /** The number of users that match the filter. */
  matching: z.number(),
  /** The number of all users. */
  total: z.number(),
  /** How many active users lack an attribute because their groups disagree. */
  conflicting: z.number(),
  /** How many of all users are in each state. */
  states: z.object({
    active: z.number(),
    inactive: z.number(),
    pending: z.number(),
    invited: z.number(),
    limit_reached: z.number(),
  } satisfies Record<UserState, z.ZodNumber>),
})
export type UserPage = z.infer<typeof userPageSchema>

/** The most users that one request may change. */
export const bulkUserMaximum = 10_000

const { daily_query_limit: dailyLimit } = updateUserRequestSchema.shape

export const userBulkActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('activate') }),
  z.strictObject({ kind: z.literal('deactivate') }),
  z.strictObject({ kind: z.literal('set-daily-limit'), daily_query_limit: dailyLimit.unwrap() }),
  z.strictObject({ kind: z.literal('change-role'), role: roleSchema }),
  z.strictObject({ kind: z.literal('approve'), role: roleSchema.default('GENERAL') }),
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('add-to-group'), group_id: idSchema }),
  z.strictObject({
    kind: z.literal('delete'),
    /** Who gets the areas and databases of the deleted users. */
    heir_id: idSchema.optional(),
  }),
])
export type UserBulkAction = z.output<typeof userBulkActionSchema>

/** One change to several users: POST /api/v1/users/bulk. Exactly one of `user_ids` and `filter`. */
export const bulkUsersRequestSchema = z
  .strictObject({
    action: userBulkActionSchema,
    user_ids: z.array(idSchema).min(1).max(bulkUserMaximum).optional(),
    /** Every user that matches it now. */
    filter: userFilterSchema.optional(),
  })
  .refine(
    ({ user_ids, filter }) => (user_ids === undefined) !== (filter === undefined),
    'Name the users either by user_ids or by filter.',
  )
export type BulkUsersRequest = z.input<typeof bulkUsersRequestSchema>

/** What happened to each user. `skipped` users stay as they were; `detail` says why. */
export const bulkUsersResponseSchema = z.object({
  changed: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  outcomes: z.array(
    z.object({
      user_id: z.string(),
      email: z.string(),
      result: z.enum(['changed', 'unchanged', 'skipped']),
      /** Why the user was skipped. Null otherwise. */
      detail: z.string().nullable(),
      ...patternFields,
    }),
  ),
})
export type BulkUsersResponse = z.infer<typeof bulkUsersResponseSchema>

/** What a user leaves: GET /api/v1/users/{id}/possessions. */
export const userPossessionsSchema = z.object({
  areas: z.array(z.object({ area_id: z.string(), area_name: z.string() })),
  databases: z.array(z.object({ config_id: z.string(), name: z.string() })),
  /** Private databases, whose names only their owner sees. */
  private_databases: z.number(),
  /** Question sets that the user created. They stay with their areas. */
  evaluation_sets: z.number(),
  /** Conversations, which are deleted with the user. */
  conversations: z.number(),
})
export type UserPossessions = z.infer<typeof userPossessionsSchema>

/** Who gets the areas and databases of a deleted user: DELETE /api/v1/users/{id}. */
export const deleteUserQuerySchema = z.strictObject({ heir_id: idSchema.optional() })

export const deleteUserResponseSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  message: z.string(),
  ...patternFields,
})

/** The most addresses in one request. */
export const invitationMaximum = 200

const accessItemSchema = z.strictObject({ type: z.enum(accessItemTypes), id: idSchema })

/** Invites people: POST /api/v1/users/invitations. */
export const inviteUsersRequestSchema = z.strictObject({
  emails: z.array(z.string().min(1).max(320)).min(1).max(invitationMaximum),
  role: roleSchema.default('GENERAL'),
  /** Restricted areas and databases that they may use from the start. */
  access: z.array(accessItemSchema).max(100).default([]),
  /** Groups that are filled by hand, which they join. */
  group_ids: z.array(idSchema).max(20).default([]),
})
export type InviteUsersRequest = z.input<typeof inviteUsersRequestSchema>

/** A new link of an invitation, or of a password reset. */
export const linkResponseSchema = z.object({
  /** The link, shown once, if it was not sent by email. Null otherwise. */
  link: z.string().nullable(),
  expires_at: z.string(),
})
export type LinkResponse = z.infer<typeof linkResponseSchema>

export const inviteUsersResponseSchema = z.object({
  invited: z.array(linkResponseSchema.extend({ user_id: z.string(), email: z.string() })),
  /** Addresses that were not invited, each with the reason. */
  skipped: z.array(z.object({ email: z.string(), detail: z.string(), ...patternFields })),
})
export type InviteUsersResponse = z.infer<typeof inviteUsersResponseSchema>

/** How many users the edition allows, with those who were invited: GET /api/v1/users/invitations/room. */
export const invitationRoomSchema = z.object({
  /** Active users and open invitations. */
  used: z.number(),
  /** The most active users; -1 for no limit. */
  max: z.number(),
  /** Whether invitations are sent by email. If not, the administrator copies the links. */
  is_mailed: z.boolean(),
})
export type InvitationRoom = z.infer<typeof invitationRoomSchema>

/** How a reset link reaches its user: POST /api/v1/users/{id}/reset-link. */
export const createResetLinkRequestSchema = z.strictObject({ delivery: z.enum(['email', 'copy']) })

const reachedDatabase = z.object({ config_id: z.string(), name: z.string() })

/** What a user can reach: GET /api/v1/users/{id}/reach. */
export const userReachSchema = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  /** Whether the account is active. If not, the user reaches nothing until it is. */
  can_sign_in: z.boolean(),
  tenant_id: z.string().nullable(),
  tenant_name: z.string().nullable(),
  dept_id: z.string().nullable(),
  /** The attributes that row rules use now. */
  attributes: z.record(z.string(), z.string()),
  daily_query_limit: z.number().nullable(),
  monthly_query_limit: z.number().nullable(),
  databases: z.array(reachedDatabase.extend({ visibility: visibilitySchema })),
  /** Private databases of the user, whose names only their owner sees. */
  private_databases: z.number(),
  areas: z.array(
    z.object({
      area_id: z.string(),
      area_name: z.string(),
      visibility: visibilitySchema,
      /** Databases through which both you and the user can ask in the area. */
      databases: z.array(reachedDatabase),
    }),
  ),
})
export type UserReach = z.infer<typeof userReachSchema>
