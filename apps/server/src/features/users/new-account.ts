import { randomUUID } from 'node:crypto'
import { emailKey, normalizeEmail } from '@parlance/contract'
import type { UserRow } from '../../store/schema.ts'

/** A user's registration. The password is already hashed. */
export interface NewAccount {
  email: string
  username: string
  organization: string
  passwordHash: string
}

/** The first account is an administrator who may sign in at once. Later ones wait for approval. */
export function newUserRow(account: NewAccount, { isFirst, now }: { isFirst: boolean; now: Date }): UserRow {
  return {
    id: randomUUID(),
    email: normalizeEmail(account.email),
    email_key: emailKey(account.email),
    username: account.username,
    organization: account.organization,
    password_hash: account.passwordHash,
    role: isFirst ? 'ADMIN' : 'GENERAL',
    status: isFirst ? 'A' : 'N',
    is_active: isFirst ? 1 : 0,
    tenant_id: null,
    tenant_name: null,
    dept_id: null,
    attributes: '{}',
    daily_query_limit: null,
    monthly_query_limit: null,
    daily_query_count: 0,
    monthly_query_count: 0,
    daily_query_reset_at: null,
    monthly_query_reset_at: null,
    created_at: now.toISOString(),
    last_login_at: null,
    updated_at: null,
  }
}
