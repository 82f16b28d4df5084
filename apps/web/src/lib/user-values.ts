import { message, updateUserRequestSchema, type Message, type UpdateUserRequest } from '@parlance/contract'

/** The values of a user that row rules compare data with. */
export interface UserValues {
  tenant_id: string | null
  dept_id: string | null
  attributes: Record<string, string>
  updated_at: string | null
}

const tenant = ':current_tenant_id'
const department = ':current_dept_id'

/** The label of the button that sets a user's value: of an attribute by its key, or of another parameter. */
export function setLabel(name: string): Message {
  if (name === tenant) return message('Set tenant ID')
  return name === department ? message('Set department ID') : message('Set {name}', { name })
}

/** The user's value now; empty if there is none. */
export function valueOf(user: UserValues, name: string): string {
  if (name === tenant) return user.tenant_id ?? ''
  if (name === department) return user.dept_id ?? ''
  return Object.hasOwn(user.attributes, name) ? (user.attributes[name] ?? '') : ''
}

/** The change that sets a value and leaves the user's other values as they are. */
export function changeOfValue(user: UserValues, name: string, value: string): UpdateUserRequest {
  const expected = user.updated_at === null ? {} : { expected_updated_at: user.updated_at }
  if (name === tenant) return { tenant_id: value, ...expected }
  if (name === department) return { dept_id: value, ...expected }
  return { attributes: { ...user.attributes, [name]: value }, ...expected }
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
