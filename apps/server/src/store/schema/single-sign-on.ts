import type { Flag } from './flag.ts'

/* Single sign-on: the providers, the identities of users there, and what their claims give. */

export interface SignOnProvidersTable {
  /** Part of the callback URL. */
  id: string
  name: string
  issuer: string
  client_id: string
  /** Encrypted. Null for a public client. */
  client_secret: string | null
  is_enabled: Flag
  /** JSON: scopes, who may sign in, and what claims mean. */
  settings: string
  /** The order on the sign-in page. */
  place: number
  /** JSON: the last test sign-in since the provider was changed. */
  last_test: string | null
  tested_by: string | null
  updated_at: string
}

/** A value of the groups claim, and a group that its users belong to. */
export interface SignOnGroupsTable {
  provider_id: string
  value: string
  group_id: string
}

/** A user's account at a provider. The issuer and the subject identify it, whatever else changes there. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  provider_id: string
  /** The provider verified the user's own address when the two were connected. */
  has_verified_email: Flag
  created_at: string
  /** Null: never used to sign in, only tested. */
  last_used_at: string | null
}

/** A group of a user, from the claims of the last sign-in. */
export interface IdentityMembershipsTable {
  user_id: string
  group_id: string
  provider_id: string
}

/** Attributes of a user, from the claims of the last sign-in. */
export interface IdentityAttributesTable {
  user_id: string
  provider_id: string
  /** JSON object of text values. */
  attributes: string
}
