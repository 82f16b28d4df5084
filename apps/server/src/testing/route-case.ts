import type { Access, Reach } from '../http/route.ts'
import type { TestApp } from './test-app.ts'

/** A request for another user's object. */
export interface ForeignRequest {
  url: string
  payload?: object
}

/** The R11 and R20 expectations for one route. A route missing here fails the test. */
export interface RouteCase {
  access: Access
  /** What it reaches (R20); empty for most. */
  reaches: Reach[]
  /**
   * Creates an object of `ownerId` and requests it; another user must get 404. Null if the route's objects have no
   * owner.
   */
  foreign: ((app: TestApp, ownerId: string) => Promise<ForeignRequest>) | null
  /** Administrators may do it with any user's object. */
  isOpenToAdmins?: true
}

/** The routes of one part of the product, by method and address. */
export type RouteCases = Record<string, RouteCase>

export const base = '/api/v1'

export const open: RouteCase = { access: 'public', reaches: [], foreign: null }
export const user: RouteCase = { access: 'user', reaches: [], foreign: null }
export const admin: RouteCase = { access: 'admin', reaches: [], foreign: null }
