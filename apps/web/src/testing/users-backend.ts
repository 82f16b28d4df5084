import type {
  InvitationRoom,
  ListedUser,
  ManagedUser,
  UpdateUserAccessResponse,
  UserAccess,
  UserState,
} from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { makeUser } from './factories.ts'
import { at, failure } from './test-server.ts'

const base = at('/api/v1/users')

interface UsersBackendOptions {
  users?: ManagedUser[]
  access?: Partial<UserAccess>
  room?: Partial<InvitationRoom>
  /** The response to an access change; by default it carries out everything. */
  answerAccess?: (changes: { type: string; id: string }[]) => UpdateUserAccessResponse | Response
}

/** The user management endpoints over an in-memory list; records the requests. */
export function usersBackend(options: UsersBackendOptions = {}) {
  const users = [...(options.users ?? [makeAccount()])]
  const sent: { call: string; body: unknown }[] = []
  const room: InvitationRoom = { used: users.length, max: 50, is_mailed: true, ...options.room }
  const access: UserAccess = { user_id: 'u2', databases: [], business_areas: [], ...options.access }
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ call, body })
    return body
  }
  const change = (id: unknown, fields: Partial<ManagedUser>) => {
    const index = users.findIndex((user) => user.user_id === id)
    const known = users[index]
    if (known === undefined) return failure(404, 'This user does not exist. Reload the list of users.', 'not_found')
    const changed = { ...known, ...fields, updated_at: `2026-02-0${sent.length}T00:00:00.000Z` }
    users[index] = changed
    return HttpResponse.json(changed)
  }
  const handlers: RequestHandler[] = [
    http.get(`${base}/search`, ({ request }) => HttpResponse.json(pageOf(users, new URL(request.url).searchParams))),
    http.get(`${base}/invitations/room`, () => HttpResponse.json(room)),
    http.get(at('/api/v1/groups'), () => HttpResponse.json({ total: 0, groups: [] })),
    http.get(`${base}/:id`, ({ params }) => {
      const user = users.find((known) => known.user_id === params.id)
      return user === undefined
        ? failure(404, 'This user does not exist. Reload the list of users.', 'not_found')
        : HttpResponse.json(user)
    }),
    http.patch(`${base}/:id`, async ({ params, request }) => {
      const body = (await note('update', request)) as Partial<ManagedUser> & { expected_updated_at?: string }
      const { expected_updated_at: expected, ...fields } = body
      const known = users.find((user) => user.user_id === params.id)
      if (expected !== undefined && expected !== known?.updated_at) {
        return failure(409, 'Someone else changed this in the meantime. Reload and try again.', 'conflict')
      }
      return change(params.id, fields)
    }),
    http.post(`${base}/:id/approve`, async ({ params, request }) => {
      const { role } = (await note('approve', request)) as Pick<ManagedUser, 'role'>
      return change(params.id, { status: 'A', is_active: true, role })
    }),
    http.post(`${base}/:id/reject`, async ({ params, request }) => {
      await note('reject', request)
      const [gone] = users.splice(
        users.findIndex((user) => user.user_id === params.id),
        1,
      )
      return HttpResponse.json({ user_id: gone?.user_id, email: gone?.email, message: 'gone' })
    }),
    http.post(`${base}/:id/:work`, async ({ params, request }) => {
      await note(String(params.work), request)
      return change(params.id, { is_active: params.work === 'activate' })
    }),
    http.get(`${base}/:id/access`, () => HttpResponse.json(access)),
    http.put(`${base}/:id/access`, async ({ request }) => {
      const { changes } = (await note('access', request)) as { changes: { type: string; id: string }[] }
      const answer = options.answerAccess?.(changes)
      if (answer instanceof Response) return answer
      return HttpResponse.json(
        answer ?? { total: changes.length, succeeded: changes.length, message: null, failed: [] },
      )
    }),
  ]
  return { handlers, users, access, sent, calls: () => sent.map(({ call }) => call) }
}

function stateOf(user: ManagedUser): UserState {
  if ('state' in user) return (user as ListedUser).state
  if (user.status === 'N') return 'pending'
  return user.is_active ? 'active' : 'inactive'
}

/** A page as the server finds it; the test's own `state` wins. */
function pageOf(users: ManagedUser[], query: URLSearchParams) {
  const search = (query.get('search') ?? '').toLowerCase()
  const size = Number(query.get('page_size') ?? 50)
  const first = (Number(query.get('page') ?? 1) - 1) * size
  const listed = users.map((user) => ({
    state: stateOf(user),
    last_active_at: user.last_login_at,
    invited_at: null,
    invitation_expires_at: null,
    granted_areas: 0,
    granted_databases: 0,
    is_connected: false,
    ...user,
  }))
  const wanted = query.get('state')
  const ids = query.get('user_ids')?.split(',')
  const matching = listed.filter(
    ({ user_id: id, email, username, organization, role, state, attribute_conflicts: conflicts }) =>
      `${username} ${email} ${organization}`.toLowerCase().includes(search) &&
      (ids?.includes(id) ?? true) &&
      (query.get('role') ?? role) === role &&
      (wanted === null || wanted === state || (wanted === 'deactivated' && ['inactive', 'invited'].includes(state))) &&
      (query.get('attributes') === null || conflicts.length > 0),
  )
  const isWaiting = ({ status }: { status: string }) => status === 'N'
  const found =
    query.get('sort') === 'waiting'
      ? [...matching.filter(isWaiting), ...matching.filter((user) => !isWaiting(user))]
      : matching
  const countOf = (state: UserState) => listed.filter((user) => user.state === state).length
  return {
    users: found.slice(first, first + size),
    matching: found.length,
    conflicting: listed.filter(({ attribute_conflicts: conflicts }) => conflicts.length > 0).length,
    total: listed.length,
    states: {
      active: countOf('active'),
      inactive: countOf('inactive'),
      pending: countOf('pending'),
      invited: countOf('invited'),
      limit_reached: countOf('limit_reached'),
    },
  }
}

export function makeAccount(fields: Partial<ManagedUser> = {}): ManagedUser {
  const email = fields.email ?? 'bea@example.com'
  return {
    ...makeUser({ user_id: 'u2', email, username: 'bea', role: 'GENERAL' }),
    user_name: 'bea',
    daily_query_limit: 10,
    monthly_query_limit: null,
    daily_query_count: 4,
    monthly_query_count: 40,
    daily_query_reset_at: '2026-03-04T00:00:00',
    monthly_query_reset_at: null,
    tenant_id: null,
    dept_id: null,
    attributes: {},
    groups: [],
    effective_daily_query_limit: fields.daily_query_limit ?? 10,
    effective_monthly_query_limit: null,
    effective_attributes: {},
    attribute_conflicts: [],
    value_sources: { daily_query_limit: [], monthly_query_limit: [], attributes: {}, providers: {} },
    updated_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeAccessDatabase(fields: Partial<UserAccess['databases'][number]> = {}) {
  const id = fields.id ?? 'db1'
  return {
    id,
    config_id: id,
    name: 'Ledger',
    description: null,
    db_type: 'sqlite',
    owner_name: null,
    is_owner: false,
    has_access: false,
    groups: [],
    ...fields,
  }
}

export function makeAccessArea(fields: Partial<UserAccess['business_areas'][number]> = {}) {
  return {
    area_id: 'a1',
    area_name: 'Payroll',
    description: 'Salaries by month',
    visibility: 'restricted' as const,
    user_id: 'u1',
    is_owner: false,
    has_access: false,
    groups: [],
    ...fields,
  }
}
