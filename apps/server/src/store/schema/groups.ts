/* Groups: who belongs to them, and what they give. */

export interface UserGroupsTable {
  id: string
  name: string
  /** The name in lower case; unique. */
  name_key: string
  description: string
  /** How it gets its members: rows of `group_members`, or users with a verified address of `group_domains`. */
  source: 'manual' | 'domain'
  /** JSON object of text values. */
  attributes: string
  /** Null: the group gives no limit. */
  daily_query_limit: number | null
  monthly_query_limit: number | null
  /** Null: the account was deleted. */
  created_by: string | null
  created_at: string
  updated_at: string
}

/** A domain whose users belong to a group. */
export interface GroupDomainsTable {
  group_id: string
  /** In ASCII and lower case, like the domain of `users.email_key`. */
  domain: string
}

/** A user who was added to a group by hand. */
export interface GroupMembersTable {
  group_id: string
  user_id: string
  added_by: string | null
  created_at: string
}

/**
 * A restricted connection or area that a group's members may use; the other one of the two is null. Only administrators
 * grant areas to groups, so a grant also covers protected tables.
 */
export interface GroupAccessTable {
  group_id: string
  connection_id: string | null
  area_id: string | null
  granted_by: string | null
  created_at: string
}
