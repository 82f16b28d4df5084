import { roles, userSortings, userStates } from '@parlance/contract'
import type { Role, UserFilter, UserSorting, UserState } from '@parlance/contract'
import type { UserListRequest } from '../../api/user-directory.ts'

/** The list of users in the address: its search, filters, order, page, look, and open dialog. */
export interface UsersSearch {
  q?: string | undefined
  role?: Role | undefined
  state?: UserState | undefined
  area?: string | undefined
  database?: string | undefined
  group?: string | undefined
  attributes?: 'conflicting' | undefined
  sort?: UserSorting | undefined
  order?: 'desc' | undefined
  page?: number | undefined
  /** Cards show more about each user than the table. */
  view?: 'cards' | undefined
  form?: string | undefined
}

/** The most users on one page of the table. */
export const pageSize = 50

/** Leaves out what the server would refuse. */
export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  const text = (value: unknown) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, 200) : undefined
  const page = Number(search.page)
  return {
    q: text(search.q),
    role: roles.find((role) => role === search.role),
    state: userStates.find((state) => state === search.state),
    area: text(search.area),
    database: text(search.database),
    group: text(search.group),
    attributes: search.attributes === 'conflicting' ? 'conflicting' : undefined,
    sort: userSortings.find((sort) => sort === search.sort),
    order: search.order === 'desc' ? 'desc' : undefined,
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : undefined,
    view: search.view === 'cards' ? 'cards' : undefined,
    form: text(search.form),
  }
}

/** The filters of the address as the server names them. */
export function filterOf({ q, role, state, area, database, group, attributes }: UsersSearch): UserFilter {
  return { search: q, role, state, area_id: area, database_id: database, group_id: group, attributes }
}

/** Clears every filter. */
export const noFilters = {
  role: undefined,
  state: undefined,
  area: undefined,
  database: undefined,
  group: undefined,
  attributes: undefined,
} satisfies Partial<UsersSearch>

/** Whether the address has a filter, apart from the search. */
export function isFiltered({ role, state, area, database, group, attributes }: UsersSearch): boolean {
  return [role, state, area, database, group, attributes].some((filter) => filter !== undefined)
}

/** The page that the address shows. */
export function requestOf(search: UsersSearch): UserListRequest {
  const { sort, order, page } = search
  return { ...filterOf(search), sort, order, page, page_size: pageSize }
}
