import type { Flag } from './flag.ts'

/* Accounts: how people sign in, prove their e-mail, and what is mailed to them. */

export interface UsersTable {
  id: string
  email: string
  /** The e-mail's one key over its spellings: unique. */
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
  /** JSON object of text values, behind `:user.<key>`. */
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
  /** When an administrator last changed it; null: never. */
  updated_at: string | null
}

/** One sign-in of one browser: the family of its refresh tokens. Access tokens name it, so revoking it ends them too. */
export interface SignInsTable {
  id: string
  user_id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface RefreshTokensTable {
  /** SHA-256 of the token, hex: the token itself is nowhere. */
  token_hash: string
  sign_in_id: string
  created_at: string
  expires_at: string
  /** When it was exchanged for the next one; a use long after, or after its successor's, is theft. */
  used_at: string | null
}

/** The mailed code of an account that must prove its e-mail; no row: it need not. */
export interface ActivationsTable {
  user_id: string
  /** Keyed hash of the code that counts: a new code replaces the one before. */
  code_hash: string
  expires_at: string
  /** Wrong codes since this one was made. */
  attempts: number
  /** Null while the e-mail is not proven. */
  activated_at: string | null
}

/** A mailed link for a new password. */
export interface PasswordResetsTable {
  /** SHA-256 of the token, hex: the token itself is nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  expires_at: string
  /** When the password was changed by it. */
  used_at: string | null
}

/** The last test of its kind that a person passed: what they may save without another one. */
export interface PassedTestsTable {
  kind: string
  user_id: string
  /** Keyed hash of the tested settings, secrets included. */
  fingerprint: string
  passed_at: string
}

/** A mail that was promised and has not left yet; one that has, or was given up, is gone. */
export interface OutgoingMailsTable {
  id: string
  template: string
  /** The account that it is about. */
  user_id: string | null
  /** Encrypted JSON: address and text. */
  content: string
  tries: number
  next_try_at: string
  /** Afterwards what it says is worth nothing; null: it does not run out. */
  valid_until: string | null
  /** A process sends it until then; null: nobody does. */
  lease_until: string | null
  created_at: string
}

/** Attempts at passwords and codes of the last minutes, where several processes count together. */
export interface AttemptsTable {
  /** Hash of what is counted and by whom. */
  key: string
  count: number
  window_end: string
}
