import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areasBackend, makeFullArea } from '../../testing/areas-backend.ts'
import { speechless } from '../../testing/databases-backend.ts'
import { makeDatabase, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './areas-screen.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const base = at('/api/v1/business-areas')
const general = makeUser({ role: 'GENERAL' })
const sales = makeFullArea({ area_id: 'a1', area_name: 'Sales', description: 'What was sold', table_count: 3 })

type Options = NonNullable<Parameters<typeof areasBackend>[0]>

async function openPage(options: Options = {}, { user = makeUser(), address = '/business-areas' } = {}) {
  const backend = areasBackend(options)
  server.use(...backend.handlers, ...signedInHandlers({ user, databases: [makeDatabase()] }))
  const app = renderApp(address)
  await screen.findByText(/business areas used$/)
  return { ...app, backend }
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const newButton = () => screen.getByRole('button', { name: 'New Business Area' })
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

describe('the page', () => {
  it('BA-014 links back to the chat, unlike the chat’s own dialog', async () => {
    await openPage()
    const back = screen.getByRole('link', { name: 'Back to Chat' })
    expect(back.getAttribute('href')).toBe('/chat')
  })

  it('BA-015 BA-010 shows how many areas are used, and the limit', async () => {
    await openPage({ areas: [sales], limits: { max_business_areas: 50 } })
    expect(await screen.findByText('1 of 50 business areas used')).toBeDefined()
  })

  it('BA-015 BA-010 OP-67 treats -1 as unlimited', async () => {
    await openPage({ areas: [sales], limits: { max_business_areas: -1 } })
    expect(await screen.findByText('1 of unlimited business areas used')).toBeDefined()
  })

  it('BA-005 BA-016 lets only administrators create areas', async () => {
    await openPage({ areas: [sales] }, { user: general })
    await card('Sales')
    expect(screen.queryByRole('button', { name: 'New Business Area' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })

  it('links owners to the costs of their areas', async () => {
    await openPage({ areas: [{ ...sales, is_owner: true }] }, { user: general })
    const link = await screen.findByRole('link', { name: 'Model costs' })
    expect(link.getAttribute('href')).toBe('/models/costs')
  })

  it('links no one else to the costs', async () => {
    await openPage({ areas: [{ ...sales, is_owner: false }] }, { user: general })
    await card('Sales')
    expect(screen.queryByRole('link', { name: 'Model costs' })).toBeNull()
  })

  it('BA-016 shows the button to administrators', async () => {
    await openPage()
    expect(newButton()).toBeDefined()
  })

  it('BA-017 shows name, description, counts, status and visibility on a card', async () => {
    const inactive = makeFullArea({ area_id: 'a2', area_name: 'Old', is_active: false, visibility: 'private' })
    await openPage({ areas: [{ ...sales, join_count: 2 }, inactive] })
    const first = await card('Sales')
    for (const text of ['What was sold', '3 tables', '2 joins', 'Active', 'Public']) {
      expect(first.getByText(text)).toBeDefined()
    }
    const second = await card('Old')
    expect(second.getByText('Inactive')).toBeDefined()
    expect(second.getByText('Private')).toBeDefined()
  })

  it('BA-018 OP-11 cuts the name of another owner at the @ sign and at 15 characters', async () => {
    const foreign = { ...sales, is_owner: false, owner_name: 'maximiliane.von.der.heide@example.com' }
    await openPage({ areas: [foreign, makeFullArea({ area_id: 'a2', area_name: 'Own' })] })
    expect((await card('Sales')).getByText('maximiliane.von')).toBeDefined()
    expect((await card('Own')).queryByText(/^Owner:/)).toBeNull()
  })

  it('BA-003 BA-019 lets an owner or administrator edit an area, set it as default and delete it', async () => {
    await openPage({ areas: [sales] })
    const buttons = (await card('Sales')).getAllByRole('button').map((button) => button.textContent)
    expect(buttons).toEqual(['Set Default', 'Examples', 'Delete', 'Edit'])
  })

  it('BA-004 BA-020 lets other users view an area and set it as default', async () => {
    const foreign = { ...sales, is_owner: false, can_edit: false }
    await openPage({ areas: [foreign] }, { user: general })
    const buttons = (await card('Sales')).getAllByRole('button').map((button) => button.textContent)
    expect(buttons).toEqual(['Set Default', 'View'])
  })

  it('BA-021 disables the Default button of the default area', async () => {
    await openPage({ areas: [{ ...sales, is_default: true }] })
    const button = (await card('Sales')).getByRole<HTMLButtonElement>('button', { name: 'Default' })
    expect(button.disabled).toBe(true)
  })

  it('BA-022 says what to do when there are no areas', async () => {
    await openPage()
    expect(await screen.findByText('No business areas found.')).toBeDefined()
    expect(screen.getByText('Click "New Business Area" to create your first area.')).toBeDefined()
    const offer = await screen.findByRole('link', { name: 'Propose areas for Sample Shop' })
    expect(offer.getAttribute('href')).toBe('/business-areas/propose/db1')
  })

  it('BA-200 reports that the list could not be loaded, and tries again on request', async () => {
    let calls = 0
    server.use(http.get(`${base}/`, () => (++calls === 1 ? speechless() : undefined)))
    const backend = areasBackend({ areas: [sales] })
    server.use(
      http.get(`${base}/`, () => (++calls === 1 ? speechless() : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/business-areas')
    expect(await screen.findByText('Failed to load business areas')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await card('Sales')).toBeDefined()
  })

  it('BA-011 OP-12 uses the fallback if the limits cannot be loaded', async () => {
    const backend = areasBackend({ areas: [sales] })
    server.use(
      http.get(`${base}/edition-limits`, () => speechless()),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/business-areas')
    expect(await screen.findByText('1 of unlimited business areas used')).toBeDefined()
    await user.click((await card('Sales')).getByRole('button', { name: 'Edit' }))
    const restricted = await screen.findByRole<HTMLInputElement>('radio', { name: /Restricted/ })
    expect(restricted.disabled).toBe(true)
    expect(screen.getByText('Enterprise/Demo only')).toBeDefined()
  })

  it('searches many areas by name, description, application and owner', async () => {
    const areas = Array.from({ length: 60 }, (_, at) => makeFullArea({ area_id: `a${at}`, area_name: `Area ${at}` }))
    const { user } = await openPage({ areas })
    await card('Area 0')
    expect(screen.getAllByRole('article')).toHaveLength(50)
    await user.type(screen.getByRole('searchbox', { name: 'Search business areas' }), 'area 57')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })
})

describe('a new area', () => {
  it('BA-023 BA-024 BA-028 opens after 500 ms if the tables are not loaded yet, for the active database’s application', async () => {
    const { address } = await openPage()
    fakeTimers()
    fireEvent.click(newButton())
    await advance(499)
    expect(address()).not.toContain('form=new')
    await advance(2)
    vi.useRealTimers()
    await waitFor(() => expect(address()).toContain('form=new'))
    expect(await screen.findByRole('heading', { name: 'Create New Business Area' })).toBeDefined()
    expect((await screen.findByLabelText<HTMLSelectElement>('Application')).value).toBe('app1')
  })

  it('BA-023 opens after 100 ms if the tables are loaded', async () => {
    const { address, user } = await openPage()
    await user.click(newButton())
    await screen.findByRole('checkbox', { name: /customers/ })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fakeTimers()
    fireEvent.click(newButton())
    await advance(99)
    expect(address()).not.toContain('form=new')
    await advance(2)
    vi.useRealTimers()
    await waitFor(() => expect(address()).toContain('form=new'))
  })

  it('BA-008 BA-026 BA-205 shows the edition’s limit for five seconds', async () => {
    const { address } = await openPage({ areas: [sales], limits: { edition: 'personal', max_business_areas: 1 } })
    await card('Sales')
    fakeTimers()
    fireEvent.click(newButton())
    const text = 'Maximum business areas limit reached for personal edition (1 allowed)'
    expect(screen.getByText(text)).toBeDefined()
    await advance(4900)
    expect(screen.getByText(text)).toBeDefined()
    await advance(200)
    expect(screen.queryByText(text)).toBeNull()
    expect(address()).not.toContain('form')
  })
})

describe('default and deletion', () => {
  it('BA-141 BA-142 makes an area the default in place of another', async () => {
    const { user, backend } = await openPage({
      areas: [sales, makeFullArea({ area_id: 'a2', area_name: 'Stock', is_default: true })],
    })
    await user.click((await card('Sales')).getByRole('button', { name: 'Set Default' }))
    expect(await (await card('Sales')).findByRole('button', { name: 'Default' })).toBeDefined()
    expect((await card('Stock')).getByRole('button', { name: 'Set Default' })).toBeDefined()
    expect(backend.calls()).toEqual(['set-default a1'])
  })

  it('BA-202 reports that setting the default failed', async () => {
    const { user } = await openPage({ areas: [sales] })
    server.use(http.post(`${base}/:id/set-default`, () => speechless()))
    await user.click((await card('Sales')).getByRole('button', { name: 'Set Default' }))
    expect(await screen.findByText('Failed to set default business area')).toBeDefined()
  })

  it('BA-144 BA-025 BA-027 OP-35 OP-66 deletes an area after asking, and confirms it for five seconds', async () => {
    const { user, backend } = await openPage({ areas: [sales] })
    await user.click((await card('Sales')).getByRole('button', { name: 'Delete' }))
    const text = 'Are you sure you want to delete this business area? This action cannot be undone.'
    expect(await screen.findByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(backend.calls()).toEqual([])
    await user.click((await card('Sales')).getByRole('button', { name: 'Delete' }))
    const agree = await within(await screen.findByRole('alertdialog')).findByRole('button', {
      name: 'Delete business area',
    })
    fakeTimers()
    fireEvent.click(agree)
    await vi.waitFor(() => expect(screen.getByText('Business area deleted successfully!')).toBeDefined(), {
      timeout: 60_000,
    })
    expect(backend.calls()).toEqual(['delete a1'])
    await advance(4500)
    expect(screen.getByText('Business area deleted successfully!')).toBeDefined()
    await advance(600)
    expect(screen.queryByText('Business area deleted successfully!')).toBeNull()
    vi.useRealTimers()
    expect(await screen.findByText('No business areas found.')).toBeDefined()
  })

  it.each([
    ['BA-188 BA-184 falls back', () => speechless(), 'Failed to delete business area'],
    [
      'BA-184 shows the server’s message',
      () => failure(403, 'This area is in use.', 'forbidden'),
      'This area is in use.',
    ],
  ])('%s when deleting fails', async (_name, answer, text) => {
    const { user } = await openPage({ areas: [sales] })
    server.use(http.delete(`${base}/:id`, answer))
    await user.click((await card('Sales')).getByRole('button', { name: 'Delete' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }),
    )
    expect(await screen.findByText(text)).toBeDefined()
    expect(await card('Sales')).toBeDefined()
  })
})
