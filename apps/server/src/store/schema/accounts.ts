import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Accounts: how users sign in, verify their email address, and what is mailed to them. */

export interface UsersTable {
  id: string
  email: string
  /** The normalized email address, the same for all its spellings; unique. */
  email_key: string
  username: string
  organization: string
  password_hash: string
  role: 'ADMIN' | 'GENERAL'
  /** N pending, A approved. */
  status: 'N' | 'A'
  is_active: Flag
  tenant_id: string | null
  tenant_name: string | null
  dept_id: string | null
  /** JSON object of text values, available as `:user.<key>`. */
  attributes: string
  /** Null: unlimited. */
  daily_query_limit: number | null
  monthly_query_limit: number | null
  daily_query_count: number
  monthly_query_count: number
  daily_query_reset_at: string | null
  monthly_query_reset_at: string | null
  created_at: string
  last_login_at: string | null
  /** When an administrator last changed it; null if never. */
  updated_at: string | null
}

/** A secret with which programs act as a user. */
/** A user that is a program. It signs in only with API tokens. */
export interface ServiceAccountsTable {
  user_id: string
  created_by: string | null
  created_at: string
}

export interface ApiTokensTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, hex. The token itself isn't stored. */
  token_hash: string
  /** The first signs, which lists show. */
  token_start: string
  /** JSON array of scopes. */
  scopes: string
  /** JSON array of ids; null: everything that its owner reaches. */
  connection_ids: string | null
  area_ids: string | null
  created_at: string
  /** Null: never. */
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

/** One browser's sign-in: the family of its refresh tokens. Access tokens name it, so revoking it also ends them. */
export interface SignInsTable {
  id: string
  user_id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  /** The sign-in provider. Null: a password. */
  provider_id: Generated<string | null>
  /** The provider's ID token, encrypted. It identifies the session there when the user signs out. */
  id_token: Generated<string | null>
  /** After this moment, the user must sign in with the provider again. */
  ends_at: Generated<string | null>
}

export interface RefreshTokensTable {
  /** SHA-256 of the token, hex. The token itself isn't stored. */
  token_hash: string
  sign_in_id: string
  created_at: string
  expires_at: string
  /** When it was exchanged for the next one. A use long after that, or after its successor's use, is theft. */
  used_at: string | null
}

/** The mailed code of an account that must verify its email address; an account without a row needn't. */
export interface ActivationsTable {
  user_id: string
  /** Keyed hash of the current code; a new code replaces the previous one. */
  code_hash: string
  expires_at: string
  /** Wrong codes since this one was created. */
  attempts: number
  /** Null until the email address is verified. */
  activated_at: string | null
}

/** A mailed link for a new password. */
export interface PasswordResetsTable {
  /** SHA-256 of the token, hex. The token itself isn't stored. */
  token_hash: string
  user_id: string
  created_at: string
  expires_at: string
  /** When it was used to change the password. */
  used_at: string | null
}

/** The invitation of an account, which is deactivated until the person accepts. */
export interface InvitationsTable {
  user_id: string
  /** SHA-256 of the token, hex. A new link replaces it. The token itself isn't stored. */
  token_hash: string
  invited_by: string | null
  invited_at: string
  expires_at: string
  /** When the person accepted. Null while the invitation is open. */
  used_at: string | null
}

/** The last test of its kind that a user passed: what they may save without testing again. */
export interface PassedTestsTable {
  kind: string
  user_id: string
  /** Keyed hash of the tested settings, including secrets. */
  fingerprint: string
  passed_at: string
}

/** A queued email. The row is deleted once the email is sent or given up. */
export interface OutgoingMailsTable {
  id: string
  template: string
  /** The account that it is about. */
  user_id: string | null
  /** Encrypted JSON: address and text. */
  content: string
  tries: number
  next_try_at: string
  /** When its content becomes useless; null if it doesn't expire. */
  valid_until: string | null
  /** A process is sending it until then; null if none is. */
  lease_until: string | null
  created_at: string
}

/** Password and code attempts of the last minutes, shared by all processes. */
export interface AttemptsTable {
  /** Hash of the counted action and its actor. */
  key: string
  count: number
  window_end: string
}
