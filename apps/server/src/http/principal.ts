import type { Role } from '@parlance/contract'

/** The user of a request, from a verified token and the user's current row, never from other parts of the request. */
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
  /** The API token of the request, if it reaches less than the user. Null if it reaches the same. */
  limits: TokenLimits | null
}

/** Databases and business areas that an API token reaches. Null means all that its owner reaches. */
export interface TokenLimits {
  tokenId: string
  connectionIds: ReadonlySet<string> | null
  areaIds: ReadonlySet<string> | null
}
