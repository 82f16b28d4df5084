import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../app.ts'
import { routeMatrix } from '../testing/route-matrix.ts'
import { createTestApp, testPassword } from '../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../testing/test-app.ts'
import type { RouteDefinition } from './route.ts'

let app: TestApp
let routes: RouteDefinition[]
let general: SignedInUser
let admin: SignedInUser

beforeAll(async () => {
  app = await createTestApp({ sample: true })
  routes = allRoutes(app.services, app.context)
  general = await app.signIn('GENERAL')
  admin = await app.signIn('ADMIN')
})
afterAll(() => app.close())

const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`

async function statusOf(route: RouteDefinition, headers: Record<string, string>): Promise<[number, string]> {
  const url = route.url.replaceAll(/:\w+/g, 'unknown')
  const answer = await app.app.inject({
    method: route.method,
    url,
    headers,
    payload: route.body === undefined ? undefined : {},
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return [answer.statusCode, isJson ? (answer.json<{ code: string } | null>()?.code ?? '') : '']
}

async function refusals(
  headers: Record<string, string>,
  expected: string,
  chosen: RouteDefinition[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const route of chosen) {
    const [status, code] = await statusOf(route, headers)
    if (`${status} ${code}` !== expected) wrong.push(`${nameOf(route)}: ${status} ${code}`)
  }
  return wrong
}

/** @returns routes that are missing from the matrix or have another rule there, and rules without a route */
function mismatches(declared: RouteDefinition[]): string[] {
  const names = new Set(declared.map(nameOf))
  const wrong = declared.filter((route) => {
    const known = routeMatrix[nameOf(route)]
    return known?.access !== route.access || JSON.stringify(known.reaches) !== JSON.stringify(route.reaches ?? [])
  })
  return [...wrong.map(nameOf), ...Object.keys(routeMatrix).filter((name) => !names.has(name))]
}

// R11
describe('the route matrix', () => {
  test('lists every route with its rules', () => {
    expect(mismatches(routes)).toEqual([])
    expect(routes).toHaveLength(new Set(routes.map(nameOf)).size)
  })

  test('fails for a new route, a changed rule, a changed reach, and a removed route', () => {
    const [first, ...others] = routes
    if (first === undefined) throw new Error('There are no routes')
    const name = nameOf(first)
    expect(mismatches([...routes, { ...first, url: '/api/v1/new' }])).toEqual([`${first.method} /api/v1/new`])
    expect(mismatches([{ ...first, access: 'admin' }, ...others])).toEqual([name])
    expect(mismatches([{ ...first, reaches: ['database'] }, ...others])).toEqual([name])
    expect(mismatches(others)).toEqual([name])
  })

  test('forbids caches to store the response of any route', async () => {
    const kept: string[] = []
    for (const route of routes) {
      const url = route.url.replaceAll(/:\w+/g, 'unknown')
      const { headers } = await app.app.inject({ method: route.method, url })
      if (!String(headers['cache-control']).includes('no-store')) kept.push(nameOf(route))
    }
    expect(kept).toEqual([])
  })

  test('lets users and administrators call their own routes', async () => {
    const own = routes.filter(({ access, url }) => access === 'user' && !url.startsWith('/apps/'))
    expect(own.length).toBeGreaterThan(10)
    for (const { headers } of [general, admin]) {
      const closed: string[] = []
      for (const route of own) {
        const [status, code] = await statusOf(route, headers)
        if (status === 401 || code === 'admin_only') closed.push(nameOf(route))
      }
      expect(closed).toEqual([])
    }
    const [status] = await statusOf(
      { ...own[0], method: 'GET', url: '/api/v1/users/' } as RouteDefinition,
      admin.headers,
    )
    expect(status).toBe(200)
  })

  test('answers a demoted administrator with 401 for the old token and 403 for a new one', async () => {
    const demoted = await app.signIn('ADMIN')
    const url = `/api/v1/users/${demoted.user.id}/role`
    await app.app.inject({ method: 'PATCH', url, headers: admin.headers, payload: { role: 'GENERAL' } })
    expect(await refusals(demoted.headers, '401 not_authenticated', behindSignIn())).toEqual([])
    const payload = { email: demoted.user.email, password: testPassword }
    const login = await app.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    const headers = { authorization: `Bearer ${login.json().access_token}` }
    const forAdmins = routes.filter(({ access }) => access === 'admin')
    expect(await refusals(headers, '403 admin_only', forAdmins)).toEqual([])
  })

  const behindSignIn = () => routes.filter(({ access }) => access !== 'public')

  test('answers anonymous requests with 401 on every route that is not public', async () => {
    expect(behindSignIn().length).toBeGreaterThan(20)
    expect(await refusals({}, '401 not_authenticated', behindSignIn())).toEqual([])
  })

  test('answers a user who is waiting for approval with 403', async () => {
    const { headers } = await app.signIn('GENERAL', { status: 'N', is_active: 0 })
    expect(await refusals(headers, '403 account_pending', behindSignIn())).toEqual([])
  })

  test('answers a deactivated user with 403, even an administrator', async () => {
    const { headers } = await app.signIn('ADMIN', { is_active: 0 })
    expect(await refusals(headers, '403 account_inactive', behindSignIn())).toEqual([])
  })

  test('answers a token of an ended sign-in with 401', async () => {
    const { headers } = await app.signIn('ADMIN')
    await app.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers })
    expect(await refusals(headers, '401 not_authenticated', behindSignIn())).toEqual([])
  })

  // R12
  test('answers a token with a wrong or missing signature with 401 on every route', async () => {
    const [header, payload] = admin.headers.authorization.split('.')
    for (const signature of ['', Buffer.from('x'.repeat(32)).toString('base64url')]) {
      const headers = { authorization: `${header}.${payload}.${signature}` }
      expect(await refusals(headers, '401 not_authenticated', behindSignIn())).toEqual([])
    }
  })

  // OP-52
  test('answers users with 403 on every route for administrators', async () => {
    const forAdmins = routes.filter(({ access }) => access === 'admin')
    expect(forAdmins.length).toBeGreaterThan(5)
    expect(await refusals(general.headers, '403 admin_only', forAdmins)).toEqual([])
  })

  /** Whether the item belongs to another user, unless the route refuses or accepts all such callers. */
  function mayAskFor(route: RouteDefinition, caller: SignedInUser): boolean {
    if (caller === admin) return routeMatrix[nameOf(route)]?.isOpenToAdmins !== true
    return route.access !== 'admin'
  }

  test('answers requests for another user’s item with 404', async () => {
    const owner = await app.signIn('GENERAL')
    const asked: string[] = []
    for (const route of routes) {
      const foreign = routeMatrix[nameOf(route)]?.foreign ?? null
      if (foreign === null) continue
      const { url, payload } = await foreign(app, owner.user.id)
      const callers = [general, admin].filter((caller) => mayAskFor(route, caller))
      for (const { headers } of callers) {
        const answer = await app.app.inject({ method: route.method, url, headers, payload })
        asked.push(`${nameOf(route)} ${answer.statusCode}`)
      }
    }
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((line) => !line.endsWith(' 404'))).toEqual([])
  })
})

// R20
describe('routes that reach a database or a credential', () => {
  test('are the routes on this list, and each requires a sign-in', () => {
    const reaching = routes.filter(({ reaches }) => (reaches ?? []).length > 0)
    expect(reaching.filter(({ access }) => access === 'public').map(nameOf)).toEqual([])
    expect(reaching.length).toBeGreaterThan(3)
  })
})
