import type { AreaListItem } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http, type HttpHandler } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeArea, makeDatabase, makeSession, makeTurn, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../../business-areas/areas-dialogs.tsx'
import '../chat-screen.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const general = makeUser({ role: 'GENERAL', user_id: 'u1' })

/** Opens a chat with these areas; the management screen works on the same list. */
async function openChat(
  areas: AreaListItem[],
  { user = makeUser(), sessionArea = null as string | null, handlers = [] as HttpHandler[] } = {},
) {
  const stored = areas.map((area) => makeFullArea({ ...area }))
  const management = areasBackend({ areas: stored })
  const backend = chatBackend({
    user,
    sessions: [makeSession({ id: 's1', session_id: 's1', business_area_id: sessionArea })],
  })
  server.use(...handlers, ...management.handlers, ...backend.handlers)
  const app = renderApp('/chat?session=s1')
  await screen.findByRole('group', { name: 'Business area' })
  return { ...app, backend, management }
}
const picker = () => within(screen.getByRole('group', { name: 'Business area' }))
const choice = (name: RegExp) => picker().findByRole('button', { name })
const acts = { add: 'Add business area', edit: 'Edit business area', delete: 'Delete business area' }
const act = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const sales = makeArea({ area_id: 'a1', area_name: 'Sales', table_count: 3 })
const stock = makeArea({ area_id: 'a2', area_name: 'Stock', is_default: true })

describe('the list of areas', () => {
  it('BA-147 CH-099 shows only the active ones', async () => {
    await openChat([sales, makeArea({ area_id: 'a2', area_name: 'Old', is_active: false })])
    expect(await choice(/^Sales/)).toBeDefined()
    expect(picker().queryByRole('button', { name: /^Old/ })).toBeNull()
  })

  it('can be searched if it is long', async () => {
    const many = Array.from({ length: 30 }, (_, at) => makeArea({ area_id: `m${at}`, area_name: `Area ${at}` }))
    const { user } = await openChat(many)
    await user.type(screen.getByRole('searchbox', { name: 'Search business areas' }), 'area 29')
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Area 1/ })).toBeNull())
    expect(await choice(/^Area 29/)).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: 'Search business areas' }), 'x')
    expect(await picker().findByText('No business areas match "area 29x".')).toBeDefined()
  })

  it('CH-071 offers only questions about the area in a new conversation', async () => {
    const starters = http.get(at('/api/v1/starter-questions'), ({ request }) => {
      const area = new URL(request.url).searchParams.get('business_area_id') ?? 'no area'
      return HttpResponse.json({ questions: [`How many rows has ${area}?`], empty_reason: null })
    })
    await openChat([sales], { sessionArea: 'a1', handlers: [starters] })
    expect(await screen.findByRole('button', { name: 'How many rows has a1?' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'How many rows has no area?' })).toBeNull()
  })

  it('BA-152 uses the singular for one table', async () => {
    await openChat([makeArea({ area_id: 'a1', area_name: 'Small', table_count: 1 })])
    expect((await choice(/^Small/)).textContent).toMatch(/1 table$/)
  })

  it('OP-09 leaves out other users’ private areas, also for administrators', async () => {
    const foreign = { ...makeArea({ area_id: 'a2', area_name: 'Secret' }), is_owner: false }
    await openChat([sales, { ...foreign, visibility: 'private' }])
    await choice(/^Sales/)
    expect(picker().queryByRole('button', { name: /^Secret/ })).toBeNull()
  })

  it('BA-148 BA-149 BA-150 OP-65 describes each visibility', async () => {
    await openChat([
      { ...sales, owner_name: 'ada.lovelace@example.com' },
      makeArea({ area_id: 'a2', area_name: 'Own', visibility: 'private' }),
      makeArea({ area_id: 'a3', area_name: 'Shared', visibility: 'restricted' }),
    ])
    expect((await choice(/^Sales/)).title).toBe('Public area created by ada.lovelace')
    expect((await choice(/^Own/)).title).toBe('Private area (only visible to you)')
    expect((await choice(/^Shared/)).title).toBe('Restricted area (shared with selected users)')
  })

  it('BA-151 BA-157 OP-11 shows administrators the owner of other users’ areas, cut at 15 characters', async () => {
    const foreign = { ...sales, is_owner: false, owner_name: 'maximiliane.von.der.heide@example.com' }
    await openChat([foreign, stock])
    expect(within(await choice(/^Sales/)).getByText('maximiliane.von…')).toBeDefined()
    expect(within(await choice(/^Stock/)).queryByText(/^ada/)).toBeNull()
  })

  it('BA-157 hides the owner from everyone else', async () => {
    await openChat([{ ...sales, is_owner: false, owner_name: 'max@example.com' }], { user: general })
    expect(within(await choice(/^Sales/)).queryByText(/^max/)).toBeNull()
  })

  it('BA-152 shows badges and the number of tables', async () => {
    await openChat([{ ...stock, table_count: 7, visibility: 'restricted' }])
    const entry = within(await choice(/^Stock/))
    expect(entry.getByText('Default')).toBeDefined()
    expect(entry.getByText('Restricted')).toBeDefined()
    expect(entry.getByText('7 tables')).toBeDefined()
  })

  it('BA-012 BA-014 BA-153 opens all areas from the link and the user menu, without a link back to the chat', async () => {
    const { user, address } = await openChat([sales])
    await user.click(await act('Configure business areas'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Business Area Management' }))
    expect(await dialog.findByRole('article', { name: 'Sales' })).toBeDefined()
    expect(dialog.queryByRole('link', { name: 'Back to Chat' })).toBeNull()
    expect(address()).toContain('dialog=areas')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /Administrator/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'View Business Areas' }))
    expect(await screen.findByRole('dialog', { name: 'Business Area Management' })).toBeDefined()
  })

  it('BA-201 CH-229 reports that the list could not be loaded, and tries again on request', async () => {
    const backend = chatBackend({ sessions: [makeSession({ id: 's1', session_id: 's1' })] })
    let calls = 0
    server.use(
      http.get(at('/api/v1/business-areas/'), () => (++calls === 1 ? speechless() : HttpResponse.json([sales]))),
      ...backend.handlers,
    )
    const { user } = renderApp('/chat?session=s1')
    const text =
      'Failed to load business areas. Please try refreshing the page or contact support if the issue persists.'
    expect(await screen.findByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await choice(/^Sales/)).toBeDefined()
  })
})

describe('the administrators’ actions on areas', () => {
  it('BA-154 shows the buttons only to administrators', async () => {
    await openChat([sales], { user: general })
    await choice(/^Sales/)
    for (const name of Object.values(acts)) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('BA-013 BA-154 opens the form for a new area with the add button', async () => {
    const { user, address } = await openChat([sales])
    await user.click(await act(acts.add))
    expect(await screen.findByRole('heading', { name: 'Create New Business Area' })).toBeDefined()
    expect(address()).toContain('dialog=areas&form=new')
  })

  it('BA-013 CH-104 opens the selected area with the edit button; saving reloads the list and keeps the selection', async () => {
    const { user } = await openChat([sales, stock], { sessionArea: 'a1' })
    await waitFor(async () => expect((await choice(/^Sales/)).getAttribute('aria-pressed')).toBe('true'))
    await user.click(await act(acts.edit))
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Sales')
    await user.type(name, ' EU')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Business area updated successfully!')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await choice(/^Sales EU/)).getAttribute('aria-pressed')).toBe('true')
  })

  it('OP-60 disables edit and delete while no area is selected', async () => {
    await openChat([])
    expect((await act(acts.edit)).disabled).toBe(true)
    expect((await act(acts.delete)).disabled).toBe(true)
    expect((await act(acts.add)).disabled).toBe(false)
  })

  it('BA-145 BA-146 CH-199 OP-68 asks with the area’s name before deleting, then clears the selection', async () => {
    const { user, management } = await openChat([sales, stock], { sessionArea: 'a1' })
    await waitFor(async () => expect((await choice(/^Sales/)).getAttribute('aria-pressed')).toBe('true'))
    await user.click(await act(acts.delete))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('"Sales"')
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }))
    await waitFor(() => expect(picker().queryByRole('button', { name: /^Sales/ })).toBeNull())
    expect(management.calls()).toEqual(['delete a1'])
    expect((await choice(/^Stock/)).getAttribute('aria-pressed')).toBe('true')
    expect((await screen.findAllByText('Business area deleted successfully!')).length).toBeGreaterThan(0)
  })

  it.each([
    ['BA-189', () => speechless(), 'Failed to delete business area. Please try again.'],
    ['BA-184', () => failure(403, 'It is in use.', 'forbidden'), 'It is in use.'],
  ])('%s reports that deleting failed, and keeps the selection', async (_row, answer, text) => {
    const { user } = await openChat([sales])
    server.use(http.delete(at('/api/v1/business-areas/:id'), answer))
    await choice(/^Sales/)
    await user.click(await act(acts.delete))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }),
    )
    expect(await screen.findByText(text)).toBeDefined()
    expect((await choice(/^Sales/)).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('an application without areas', () => {
  it('BA-155 CH-109 OP-68 prompts administrators to create one', async () => {
    const { user, address } = await openChat([])
    await user.click(await act('Create business area'))
    expect(await screen.findByRole('heading', { name: 'Create New Business Area' })).toBeDefined()
    expect(address()).toContain('form=new')
  })

  it('BA-156 CH-109 refers other users to their administrator', async () => {
    await openChat([], { user: general })
    expect(await screen.findByText('Please contact your administrator')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Create business area' })).toBeNull()
  })
})

describe('an application with only other users’ areas', () => {
  it.each([
    ['others to their administrator', general, 'Please contact your administrator'],
    ['administrators to the form for one', makeUser(), 'Create business area'],
  ])('CH-107 CH-109 does not offer All Tables, and refers %s', async (_whom, asker, advice) => {
    const session = makeSession({ id: 's1', session_id: 's1' })
    server.use(...areasBackend({ areas: [] }).handlers, ...chatBackend({ user: asker, sessions: [session] }).handlers)
    const answer = { tables: [], total_count: 0, all_tables_allowed: false }
    server.use(http.get(at('/api/v1/database-management/tables'), () => HttpResponse.json(answer)))
    renderApp('/chat?session=s1')
    const text = "You don't have access to any business area of this database."
    expect(await screen.findByText(text)).toBeDefined()
    expect(await screen.findByText(advice)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^All Tables/ })).toBeNull()
    expect(screen.queryByText('No business areas yet. Questions can use any table.')).toBeNull()
  })
})

describe('all tables', () => {
  const tablesOf = (count: number) =>
    http.get(at('/api/v1/database-management/tables'), () => HttpResponse.json({ tables: [], total_count: count }))

  it.each([
    [25, 1],
    [26, 0],
  ])('CH-107 given %i tables and no area, offers All Tables %i times', async (count, times) => {
    server.use(...chatBackend({ sessions: [makeSession({ id: 's1', session_id: 's1' })] }).handlers)
    server.use(tablesOf(count))
    renderApp('/chat?session=s1')
    await screen.findByText(
      count > 25 ? /has more than 25 tables/ : 'No business areas yet. Questions can use any table.',
    )
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^All Tables/ })).toHaveLength(times))
  })

  it('leads administrators to proposed areas if there are too many tables for questions without one', async () => {
    server.use(...chatBackend({ sessions: [makeSession({ id: 's1', session_id: 's1' })] }).handlers)
    server.use(tablesOf(26))
    renderApp('/chat?session=s1')
    const menu = within(await screen.findByRole('complementary', { name: 'Side menu' }))
    const link = await menu.findByRole('link', { name: 'Set up business areas' })
    expect(link.getAttribute('href')).toMatch(/^\/business-areas\/propose\/.+/)
    expect(menu.queryByRole('button', { name: 'Create business area' })).toBeNull()
  })

  it('offers All Tables for 25 tables and any number of views', async () => {
    const views = Array.from({ length: 9 }, (_, at) => ({
      table_name: `v${at}`,
      display_name: `v${at}`,
      object_type: 'VIEW',
      is_synonym: false,
    }))
    server.use(...chatBackend({ sessions: [makeSession({ id: 's1', session_id: 's1' })] }).handlers)
    server.use(
      http.get(at('/api/v1/database-management/tables'), () => HttpResponse.json({ tables: views, total_count: 34 })),
    )
    renderApp('/chat?session=s1')
    expect(await screen.findByRole('button', { name: /^All Tables/ })).toBeDefined()
  })

  it('OP-44 continues a conversation with all tables if its area is gone and no area is left', async () => {
    const events = makeTurn('t1', 'q', [{ type: 'error', detail: 'business_area_mismatch' }])
    const session = makeSession({ id: 's1', session_id: 's1', business_area_id: 'gone', events })
    const backend = chatBackend({ sessions: [session] })
    server.use(...backend.handlers)
    const { user } = renderApp('/chat?session=s1')
    await user.click(await act('Switch to All Tables'))
    await waitFor(() => expect(backend.created[0]).toMatchObject({ 'user:business_area_id': null }))
  })
})

describe('selecting an area', () => {
  it('CH-108 OP-68 says for five seconds which area replaces a deleted one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openChat([sales], { sessionArea: 'gone' })
    const text = 'The previous business area is not available. Using "Sales" instead.'
    await screen.findAllByText(text)
    await vi.advanceTimersByTimeAsync(3500)
    expect(screen.queryAllByText(text).length).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(2500)
    await waitFor(() => expect(screen.queryAllByText(text)).toHaveLength(0))
  })

  it('BA-143 CH-099 CH-100 selects the default area, or else the first', async () => {
    await openChat([sales, stock])
    await waitFor(async () => expect((await choice(/^Stock/)).getAttribute('aria-pressed')).toBe('true'))
  })

  it('CH-101 CH-102 OP-18 starts a session in the area without asking if there were no questions yet, and makes it the default', async () => {
    const { user, backend, management } = await openChat([sales, stock])
    await user.click(await choice(/^Sales/))
    await waitFor(() => expect(backend.created).toHaveLength(1))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(backend.created[0]).toMatchObject({ 'user:business_area_id': 'a1' })
    expect(management.calls()).toEqual(['set-default a1'])
  })
})

describe('an answer whose tables are not in the area', () => {
  const refused = makeTurn('t1', 'Which products are short?', [
    { type: 'error', detail: 'business_area_mismatch: products is missing from the selected business area' },
  ])
  const recommended = (areaId: string | null) =>
    http.post(at('/api/v1/business-areas/recommend'), async ({ request }) => {
      expect(await request.json()).toEqual({ query: 'Which products are short?', application_id: 'app1' })
      const found = {
        area_id: areaId,
        area_name: 'Stock',
        confidence_score: 0.8,
        description: null,
        matched_tables: ['products'],
      }
      return HttpResponse.json({ recommendation: areaId === null ? null : found })
    })
  async function openRefused({ user = makeUser(), areas = [sales, stock], recommend = recommended(null) } = {}) {
    const management = areasBackend({ areas: areas.map((area) => makeFullArea({ ...area })) })
    const session = makeSession({ id: 's1', session_id: 's1', business_area_id: 'a1', events: refused })
    const backend = chatBackend({ user, sessions: [session] })
    server.use(recommend, ...management.handlers, ...backend.handlers)
    const app = renderApp('/chat?session=s1')
    await screen.findByRole('button', { name: 'Keep Current Business Area' })
    return { ...app, backend, management }
  }

  it('CH-113 OP-45 links users who may edit the area to its dialog', async () => {
    const { user, address } = await openRefused()
    await user.click(await act('Edit Business Area'))
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Sales')
    expect(address()).toContain('dialog=areas&form=a1')
  })

  it('OP-45 hides that link from everyone else', async () => {
    await openRefused({ user: general, areas: [{ ...sales, can_edit: false, is_owner: false }, stock] })
    await choice(/^Sales/)
    expect(screen.queryByRole('button', { name: 'Edit Business Area' })).toBeNull()
  })

  it('OP-58 BA-165 suggests the area that fits, selected with one click', async () => {
    const { user, backend } = await openRefused({ recommend: recommended('a2') })
    expect(
      await screen.findByText('The business area "Stock" has the tables for this question: products.'),
    ).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Switch to Stock' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(backend.created[0]).toMatchObject({ 'user:business_area_id': 'a2' }))
  })
})

describe('a database whose application has no area', () => {
  it('CH-128 OP-68 asks administrators whether to create one; the session exists either way', async () => {
    const { user, backend, address } = await openElsewhere(makeUser())
    expect(
      await screen.findByText('The application of this database has no business areas yet. Do you want to create one?'),
    ).toBeDefined()
    expect(backend.created[0]).toMatchObject({ 'user:business_area_id': null })
    await user.click(screen.getByRole('button', { name: 'Create business area' }))
    expect(await screen.findByRole('heading', { name: 'Create New Business Area' })).toBeDefined()
    expect(address()).toContain('dialog=areas&form=new')
  })

  it('CH-128 asks only administrators', async () => {
    const { backend } = await openElsewhere(general)
    expect(backend.created[0]).toMatchObject({ 'user:business_area_id': null })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  /** Selects another database in the list of connections. */
  async function openElsewhere(user: ReturnType<typeof makeUser>) {
    const management = areasBackend()
    const databases = [makeDatabase(), makeDatabase({ id: 'db2', name: 'Ledger', is_active: false })]
    const backend = chatBackend({ user, databases, sessions: [makeSession({ id: 's1', session_id: 's1' })] })
    server.use(...management.handlers, ...backend.handlers)
    const app = renderApp('/chat?session=s1&dialog=connections')
    const dialog = within(await screen.findByRole('dialog', { name: 'Database Connections' }))
    const [row] = (await dialog.findAllByRole('listitem')).filter((item) => item.textContent?.includes('Ledger'))
    if (row === undefined) throw new Error('the list has no Ledger')
    await app.user.click(within(row).getByRole('button', { name: /Select|Use/ }))
    await waitFor(() => expect(backend.created).toHaveLength(1))
    return { ...app, backend }
  }
})
