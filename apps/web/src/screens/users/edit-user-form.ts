import { updateUserRequestSchema, type Role, type UpdateUserRequest } from '@parlance/contract'
import type { Account } from '../../api/users.ts'

/** The form as it is typed. */
export interface UserForm {
  /** Null: none is chosen, as this client does not know the stored one. */
  role: Role | null
  isActive: boolean
  dailyLimit: string
  monthlyLimit: string
  tenantId: string
  tenantName: string
  deptId: string
  attributes: { key: string; value: string }[]
}

export type UserField = 'role' | 'dailyLimit' | 'monthlyLimit' | 'tenantId' | 'tenantName' | 'deptId' | 'attributes'
export type UserProblems = Partial<Record<UserField, string>>

const fieldNames: Record<string, UserField> = {
  role: 'role',
  daily_query_limit: 'dailyLimit',
  monthly_query_limit: 'monthlyLimit',
  tenant_id: 'tenantId',
  tenant_name: 'tenantName',
  dept_id: 'deptId',
  attributes: 'attributes',
}

export function formOf(user: Account): UserForm {
  return {
    role: user.role,
    isActive: user.is_active,
    dailyLimit: user.daily_query_limit === null ? '' : String(user.daily_query_limit),
    monthlyLimit: user.monthly_query_limit === null ? '' : String(user.monthly_query_limit),
    tenantId: user.tenant_id ?? '',
    tenantName: user.tenant_name ?? '',
    deptId: user.dept_id ?? '',
    attributes: Object.entries(user.attributes).map(([key, value]) => ({ key, value })),
  }
}

/** Blank and what is no number mean unlimited, which is null; parts of a question are left off. */
export function readLimit(text: string): number | null {
  const limit = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(limit) ? Math.floor(limit) : null
}

/** What differs from the account; empty when nothing does. */
export function changesOf(form: UserForm, user: Account): UpdateUserRequest {
  const change: UpdateUserRequest = {}
  const daily = readLimit(form.dailyLimit)
  const monthly = readLimit(form.monthlyLimit)
  const attributes = attributesOf(form)
  if (form.role !== null && form.role !== user.role) change.role = form.role
  if (form.isActive !== user.is_active) change.is_active = form.isActive
  if (daily !== user.daily_query_limit) change.daily_query_limit = daily
  if (monthly !== user.monthly_query_limit) change.monthly_query_limit = monthly
  if (textOf(form.tenantId) !== user.tenant_id) change.tenant_id = textOf(form.tenantId)
  if (textOf(form.tenantName) !== user.tenant_name) change.tenant_name = textOf(form.tenantName)
  if (textOf(form.deptId) !== user.dept_id) change.dept_id = textOf(form.deptId)
  if (!isSame(attributes, user.attributes)) change.attributes = attributes
  return change
}

/** What keeps the form from being saved, under the field that it belongs to. */
export function problemsOf(form: UserForm): UserProblems {
  const problems: UserProblems = {}
  if (form.role === null) problems.role = 'Role is required.'
  const checked = updateUserRequestSchema.safeParse({
    daily_query_limit: readLimit(form.dailyLimit),
    monthly_query_limit: readLimit(form.monthlyLimit),
    tenant_id: textOf(form.tenantId),
    tenant_name: textOf(form.tenantName),
    dept_id: textOf(form.deptId),
    attributes: attributesOf(form),
  })
  for (const issue of checked.error?.issues ?? []) {
    const field = fieldNames[String(issue.path[0])]
    if (field !== undefined) problems[field] ??= deepMessage(issue)
  }
  const names = namedAttributes(form).map(({ key }) => key)
  if (new Set(names).size < names.length) problems.attributes ??= 'Each attribute needs a name of its own.'
  return problems
}

/** A record's key has its message one level below. */
function deepMessage(issue: { message: string; issues?: { message: string }[] }): string {
  return issue.issues?.[0]?.message ?? issue.message
}

function namedAttributes(form: UserForm): { key: string; value: string }[] {
  return form.attributes
    .map(({ key, value }) => ({ key: key.trim(), value }))
    .filter(({ key, value }) => key !== '' || value !== '')
}

function attributesOf(form: UserForm): Record<string, string> {
  return Object.fromEntries(namedAttributes(form).map(({ key, value }) => [key, value]))
}

function isSame(left: Record<string, string>, right: Record<string, string>): boolean {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}

function textOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
