import { z } from 'zod'
import { attributeConflictSchema, groupValueSchema } from './attribute-conflicts.ts'
import { emailDomain } from './email-address.ts'
import { message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { plainText } from './text.ts'
import { accessItemTypes, dailyLimitSchema, monthlyLimitSchema, userAttributesSchema } from './users.ts'

/** How a group gets its members: by hand, or from the domains of verified email addresses. */
export const groupSources = ['manual', 'domain'] as const
export type GroupSource = (typeof groupSources)[number]

export const groupLimits = { name: 100, description: 500, domains: 20, page: 100 }

const named = z.object({ id: z.string(), name: z.string() })

/** A group, as administrators see it in the list. */
export const groupSchema = z.object({
  group_id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(groupSources),
  /** Empty for a group whose members are added by hand. */
  domains: z.array(z.string()),
  /** Users of the group who may sign in. */
  member_count: z.number(),
  databases: z.array(named),
  business_areas: z.array(named),
  attributes: z.record(z.string(), z.string()),
  daily_query_limit: z.number().nullable(),
  monthly_query_limit: z.number().nullable(),
  /** Attributes of the group that some of its members don't have, because another group gives another value. */
  conflict_count: z.number(),
  /** When it was last changed. Clients send it as `expected_updated_at`. */
  updated_at: z.string(),
})
export type Group = z.infer<typeof groupSchema>

/** What some members don't have, and why. */
export const groupConflictSchema = z.object({
  key: z.string(),
  values: z.array(groupValueSchema),
  user_count: z.number(),
  /** The first of them. */
  users: z.array(z.object({ user_id: z.string(), email: z.string() })),
})
export type GroupConflict = z.infer<typeof groupConflictSchema>

export const groupDetailSchema = groupSchema.extend({ conflicts: z.array(groupConflictSchema) })
export type GroupDetail = z.infer<typeof groupDetailSchema>

const search = plainText(200).trim().optional()
const offset = z.coerce.number().int().min(0).max(1_000_000).default(0)
const limit = z.coerce.number().int().min(1).max(groupLimits.page).default(50)

/** GET /api/v1/groups. */
export const listGroupsQuerySchema = z.strictObject({ search, offset, limit })
export const groupListSchema = z.object({ total: z.number(), groups: z.array(groupSchema) })
export type GroupList = z.infer<typeof groupListSchema>

const groupName = plainText(
  groupLimits.name,
  schemaText(message('The name must be at most {max} characters.', { max: groupLimits.name })),
)
  .trim()
  .min(1, 'Enter a name for the group.')
const description = plainText(
  groupLimits.description,
  schemaText(message('The description must be at most {max} characters.', { max: groupLimits.description })),
).trim()
const domains = z
  .array(
    z
      .string()
      .max(254)
      .overwrite((domain) => emailDomain(domain) ?? domain)
      .refine((domain) => emailDomain(domain) !== null, 'Enter a domain such as example.com, without the @.'),
  )
  .max(
    groupLimits.domains,
    schemaText(message('A group can have at most {max} domains.', { max: groupLimits.domains })),
  )
const groupFields = {
  source: z.enum(groupSources),
  domains,
  daily_query_limit: dailyLimitSchema,
  monthly_query_limit: monthlyLimitSchema,
  attributes: userAttributesSchema,
}
const ids = z.array(z.string().min(1).max(200)).max(5000)

/** POST /api/v1/groups. */
export const createGroupRequestSchema = z.strictObject({
  name: groupName,
  description: description.default(''),
  source: groupFields.source.default('manual'),
  domains: domains.default([]),
  daily_query_limit: groupFields.daily_query_limit.default(null),
  monthly_query_limit: groupFields.monthly_query_limit.default(null),
  attributes: groupFields.attributes.default({}),
  /** Users to add by hand. */
  user_ids: ids.default([]),
})
export type CreateGroupRequest = z.input<typeof createGroupRequestSchema>

/** PATCH /api/v1/groups/{id}. Absent fields keep their values. A new source replaces the members. */
export const updateGroupRequestSchema = z.strictObject({
  name: groupName.optional(),
  description: description.optional(),
  source: groupFields.source.optional(),
  domains: domains.optional(),
  daily_query_limit: groupFields.daily_query_limit.optional(),
  monthly_query_limit: groupFields.monthly_query_limit.optional(),
  attributes: groupFields.attributes.optional(),
  /** The `updated_at` that the client read. If it has changed, the response is 409. */
  expected_updated_at: z.string().max(64).optional(),
})
export type UpdateGroupRequest = z.input<typeof updateGroupRequestSchema>

/** The version of the group that the caller saw: DELETE /api/v1/groups/{id}. */
export const deleteGroupQuerySchema = z.strictObject({ expected_updated_at: z.string().max(64).optional() })
export const deleteGroupResponseSchema = z.object({ group_id: z.string(), name: z.string() })

/** A number of members, and what they would lose. */
const loss = z.object({ name: z.string(), user_count: z.number() })

/** What members lose with a group: GET /api/v1/groups/{id}/deletion. What another grant gives them isn't listed. */
export const groupDeletionSchema = z.object({
  member_count: z.number(),
  databases: z.array(loss),
  business_areas: z.array(loss),
  /** Attributes whose values members have only from this group. `name` is the key. */
  attributes: z.array(loss),
  /** Members whose daily or monthly limit changes. */
  limit_user_count: z.number(),
})
export type GroupDeletion = z.infer<typeof groupDeletionSchema>

/** GET /api/v1/groups/{id}/members. */
export const listGroupMembersQuerySchema = z.strictObject({ search, offset, limit })
export const groupMemberSchema = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Whether the user may sign in. */
  is_active: z.boolean(),
  /** Whether the user was added by hand. Otherwise an email domain or a sign-in provider makes the user a member. */
  is_by_hand: z.boolean(),
  /** The name of the sign-in provider that makes the user a member. Null if none does. */
  provider: z.string().nullable(),
  conflicts: z.array(attributeConflictSchema),
})
export type GroupMember = z.infer<typeof groupMemberSchema>
export const groupMembersSchema = z.object({ total: z.number(), members: z.array(groupMemberSchema) })
export type GroupMembers = z.infer<typeof groupMembersSchema>

/** POST /api/v1/groups/{id}/members: adds and removes users of a group that is filled by hand. */
export const changeGroupMembersRequestSchema = z.strictObject({ add: ids.default([]), remove: ids.default([]) })
export type ChangeGroupMembersRequest = z.input<typeof changeGroupMembersRequestSchema>
export const changeGroupMembersResponseSchema = z.object({ added: z.number(), removed: z.number() })

/** PUT /api/v1/groups/{id}/access: grants and revokes databases and areas, all or none. */
export const changeGroupAccessRequestSchema = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        type: z.enum(accessItemTypes),
        id: z.string().min(1).max(200),
        has_access: z.boolean(),
      }),
    )
    .min(1)
    .max(500),
})

/** A group that has access to a database or an area. */
export const grantedGroupSchema = z.object({ group_id: z.string(), name: z.string(), member_count: z.number() })
export type GrantedGroup = z.infer<typeof grantedGroupSchema>
export const grantedGroupsSchema = z.object({ groups: z.array(grantedGroupSchema) })

/** PUT /api/v1/database-management/configurations/{id}/groups. */
export const changeGrantedGroupsRequestSchema = z.strictObject({ add: ids.default([]), remove: ids.default([]) })
export type ChangeGrantedGroupsRequest = z.input<typeof changeGrantedGroupsRequestSchema>
