import type { Role } from '@parlance/contract'

/** Who is asking: made from a verified token and the user's current row, never from the request's own words. */
export interface Principal {
  userId: string
  email: string
  username: string
  role: Role
  tenantId: string | null
  tenantName: string | null
  deptId: string | null
  /** Key/value pairs behind `:user.<key>` in row rules. */
  attributes: Record<string, string>
}
