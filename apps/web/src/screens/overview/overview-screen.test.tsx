import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeOverview, makeUsage, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import '../../shell/administration/admin-layout.tsx'
import './overview-screen.tsx'

const server = useTestServer()
useTestBrowser()

const none = {
  calls: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  cache_write_tokens: 0,
  completion_tokens: 0,
  reasoning_tokens: 0,
  estimated_tokens: 0,
  unpriced_tokens: 0,
  costs: [],
}
const usage = (costs: { currency: string; amount: number }[] = []) => ({
  group: 'day',
  from: '2026-11-01',
  to: '2026-11-30',
  total: { ...none, costs },
  rows: costs.length === 0 ? [] : [{ ...none, costs, key: '2026-11-30', name: null }],
  more_rows: 0,
  models: [],
})
const license = {
  is_valid: true,
  error_message: null,
  license_info: {
    license_id: 'l1',
    edition: 'enterprise',
    domain: '*',
    customer_name: null,
    issued_date: '2026-11-20T00:00:00Z',
    expiry_date: '2026-12-04T00:00:00Z',
    days_remaining: 9,
    origin: 'trial',
    features: { max_users: -1, max_databases: -1, business_areas: true, api_access: true, support: 'Email' },
  },
  user_stats: { total_users: 2, admin_users: 1, general_users: 1, max_users: -1, remaining_slots: -1 },
}

beforeEach(() => {
  server.use(...signedInHandlers())
  server.use(
    http.get(at('/api/v1/license/status'), () => HttpResponse.json(license)),
    http.get(at('/api/v1/license/usage'), () =>
      HttpResponse.json(
        makeUsage({
          limits: [
            { kind: 'users', used: 38, max: 50 },
            { kind: 'databases', used: 4, max: -1 },
          ],
        }),
      ),
    ),
    http.get(at('/api/v1/model-usage'), () => HttpResponse.json(usage())),
  )
})

const navigation = () => within(screen.getByRole('navigation', { name: 'Administration' }))

describe('the overview', () => {
  it('links each thing that waits to the place where it is solved, and counts them in the navigation', async () => {
    const overview = makeOverview({
      attention: [
        {
          kind: 'connection',
          id: 'db7',
          name: 'Warehouse',
          state: 'failed',
          stage: 'reach',
          problem: 'Could not reach wh.example.com.',
          since: '2026-11-29T09:12:00.000Z',
        },
        { kind: 'sync', id: 'db8', name: 'Budget sheet', since: '2026-11-28T09:12:00.000Z' },
        { kind: 'users', count: 3, since: '2026-11-19T00:00:00.000Z' },
        { kind: 'areas', count: 1 },
        { kind: 'examples', pending: 4, failing: 2 },
      ],
      more_connections: 2,
    })
    server.use(http.get(at('/api/v1/overview'), () => HttpResponse.json(overview)))
    renderApp('/overview')
    expect(await screen.findByText('Warehouse can’t be queried')).toBeDefined()
    expect(screen.getByText('Failed at network')).toBeDefined()
    expect(screen.getByText(/^Could not reach wh\.example\.com\. Last tested: /)).toBeDefined()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(screen.getByText('The scheduled update of Budget sheet failed')).toBeDefined()
    expect(screen.getAllByRole('link', { name: 'Open database' }).map((one) => one.getAttribute('href'))).toEqual([
      '/databases?form=db7',
      '/databases?form=db8',
    ])
    expect(link('Review users')).toBe('/users/waiting')
    expect(link('Review changes')).toBe('/business-areas/approvals')
    expect(screen.getByText('4 examples wait for approval')).toBeDefined()
    expect(screen.getByText('2 other examples can’t run any more.')).toBeDefined()
    expect(link('2 more databases can’t be queried.')).toBe('/databases')
    expect(navigation().getByRole('link', { name: 'Databases 4' })).toBeDefined()
    expect(navigation().getByRole('link', { name: 'Users and groups 3' })).toBeDefined()
    expect(navigation().getByRole('link', { name: 'Business areas 7' })).toBeDefined()
    expect(navigation().getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('page')
  })

  it('sums up the last 30 days, and shows questions or costs by day', async () => {
    const { days } = makeOverview()
    const overview = makeOverview({
      days: days.map((day, index) => (index === 29 ? { ...day, answered: 9, failed: 1 } : day)),
      questions_before: 8,
      feedback: { right: 3, wrong: 1 },
    })
    server.use(
      http.get(at('/api/v1/overview'), () => HttpResponse.json(overview)),
      http.get(at('/api/v1/model-usage'), () => HttpResponse.json(usage([{ currency: 'USD', amount: 38.2 }]))),
    )
    const { user } = renderApp('/overview')
    expect(await screen.findByText('+25% from the 30 days before')).toBeDefined()
    expect(screen.getByText('90%')).toBeDefined()
    expect(screen.getByText('1 failed or was canceled')).toBeDefined()
    expect(screen.getByText('of 4')).toBeDefined()
    expect(await screen.findByText('$38.20')).toBeDefined()
    expect(screen.getByText('Nov 30: 10 questions')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cost' }))
    expect(screen.getByText('Nov 30: $38.20')).toBeDefined()
  })

  it('says that nothing waits, how much of the limits is used, and what happens when the license ends', async () => {
    renderApp('/overview')
    expect(await screen.findByText('Nothing waits for you.')).toBeDefined()
    expect(await screen.findByText('38 of 50')).toBeDefined()
    expect(await screen.findByText('9 days left')).toBeDefined()
    expect(screen.getByText('Trial of Enterprise')).toBeDefined()
    expect(screen.getByText(/the limits of the Personal edition apply\. Your data stays\./)).toBeDefined()
    expect(screen.getByRole('link', { name: 'What stops then' }).getAttribute('href')).toBe('/settings/license')
    expect(screen.getByText('The built-in engine')).toBeDefined()
  })

  it('says when the last backup was made, where it is, and how large it is, and what to do without one', async () => {
    renderApp('/overview')
    expect(await screen.findByText('No backup yet')).toBeDefined()
    expect(screen.getByText(/^Run npm run backup -- FOLDER on the server/)).toBeDefined()
    const last_backup = { at: '2026-11-01T03:00:00.000Z', folder: '/backups/sunday', bytes: 3 * 1024 * 1024 }
    server.use(http.get(at('/api/v1/overview'), () => HttpResponse.json(makeOverview({ last_backup }))))
    cleanup()
    renderApp('/overview')
    expect(
      await screen.findByText(/^Nov 1, 2026, .*, 3\.0 MB, in \/backups\/sunday\. That was \d+ days ago\./),
    ).toBeDefined()
  })

  it('says that this page is of another version than the server', async () => {
    server.use(http.get(at('/api/v1/overview'), () => HttpResponse.json(makeOverview({ version: '99.0.0' }))))
    renderApp('/overview')
    expect(await screen.findByText('99.0.0')).toBeDefined()
    expect(screen.getByText(/^This page is of version .* Reload it\./)).toBeDefined()
  })

  it('says why it could not be loaded, and loads again', async () => {
    server.use(http.get(at('/api/v1/overview'), () => failure(500, 'The store cannot be reached.'), { once: true }))
    const { user } = renderApp('/overview')
    expect(await screen.findByText('The store cannot be reached.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Nothing waits for you.')).toBeDefined()
  })

  it('shows the product’s version in place, and links back to the chat', async () => {
    const { user, address } = renderApp('/overview')
    expect(await screen.findByText('Nothing waits for you.')).toBeDefined()
    await user.click(navigation().getByRole('button', { name: 'About' }))
    const about = within(await screen.findByRole('dialog', { name: 'About' }))
    expect(about.getByText(/^Version /)).toBeDefined()
    await user.click(about.getByRole('button', { name: 'Close' }))
    expect(address()).toBe('/overview')
    expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/chat')
  })

  it('is for administrators: other users get to the chat', async () => {
    server.use(...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }))
    const { app } = renderApp('/overview')
    await app.router.load()
    expect(app.router.state.matches.some(({ pathname }) => pathname === '/overview')).toBe(false)
  })
})

it('the numbers in the navigation follow what an administrator decides on the same page', async () => {
  const waiting = makeAccount({ user_id: 'u9', email: 'new@example.com', status: 'N', is_active: false })
  const backend = usersBackend({ users: [makeAccount(), waiting] })
  const pending = () => backend.sent.length === 0
  server.use(
    ...backend.handlers,
    http.get(at('/api/v1/overview'), () =>
      HttpResponse.json(
        makeOverview({ attention: pending() ? [{ kind: 'users', count: 1, since: '2026-11-19T00:00:00.000Z' }] : [] }),
      ),
    ),
  )
  const { user } = renderApp('/users/waiting')
  expect(await screen.findByRole('link', { name: 'Users and groups 1' })).toBeDefined()
  const card = within(await screen.findByRole('article', { name: 'new@example.com' }))
  await user.click(card.getByRole('button', { name: 'Approve' }))
  expect(await navigation().findByRole('link', { name: 'Users and groups' })).toBeDefined()
})
