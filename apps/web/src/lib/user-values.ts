import { message, updateUserRequestSchema, type Message, type UpdateUserRequest } from '@parlance/contract'
import type { Account } from '../api/users.ts'

const tenant = ':current_tenant_id'
const department = ':current_dept_id'

/** The label of the button that sets a user's value: of an attribute by its key, or of another parameter. */
export function setLabel(name: string): Message {
  if (name === tenant) return message('Set tenant ID')
  return name === department ? message('Set department ID') : message('Set {name}', { name })
}

/** The user's value now; empty if there is none. */
export function valueOf(account: Account, name: string): string {
  if (name === tenant) return account.tenant_id ?? ''
  if (name === department) return account.dept_id ?? ''
  return Object.hasOwn(account.attributes, name) ? (account.attributes[name] ?? '') : ''
}

/** The change that sets a value and leaves the user's other values as they are. */
export function changeOfValue(account: Account, name: string, value: string): UpdateUserRequest {
  const expected = account.updated_at === null ? {} : { expected_updated_at: account.updated_at }
  if (name === tenant) return { tenant_id: value, ...expected }
  if (name === department) return { dept_id: value, ...expected }
  return { attributes: { ...account.attributes, [name]: value }, ...expected }
}

/** The key of an attribute that is being written as a parameter, such as `:user.region`. */
export function keyOfParameter(typed: string): string {
  return typed.replace(/^:(user\.?)?/i, '')
}

/** Why the server would refuse a change, in English; null if it wouldn't. */
export function problemOfChange(change: UpdateUserRequest): string | null {
  const [issue] = updateUserRequestSchema.safeParse(change).error?.issues ?? []
  if (issue === undefined) return null
  // The message of an attribute's name is one level deeper.
  const [deeper] = 'issues' in issue ? issue.issues : []
  return deeper?.message ?? issue.message
}
