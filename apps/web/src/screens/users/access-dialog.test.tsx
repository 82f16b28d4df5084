import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { makeAccessArea, makeAccessDatabase, usersBackend } from '../../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const address = at('/api/v1/users/:id/access')
const both = {
  databases: [makeAccessDatabase(), makeAccessDatabase({ id: 'db2', name: 'Stock', has_access: true })],
  business_areas: [makeAccessArea()],
}

async function openDialog(options: Parameters<typeof usersBackend>[0] = { access: both }) {
  const backend = usersBackend(options)
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/users?view=cards')
  const card = await screen.findByRole('article', { name: 'bea@example.com' })
  await app.user.click(within(card).getByRole('button', { name: 'Manage database and business area access' }))
  const element = await screen.findByRole('dialog')
  return { ...app, backend, element, dialog: within(element) }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) })

describe('the dialog', () => {
  it('AC-285 AC-286 AC-287 AC-288 AC-289 has its size, title, sections and buttons', async () => {
    const { element, dialog } = await openDialog()
    expect([element.style.width, element.style.maxWidth, element.style.height]).toEqual(['1100px', '95vw', '90vh'])
    expect(dialog.getByRole('heading', { name: 'Manage Access for bea' })).toBeDefined()
    const databases = within(await screen.findByRole('region', { name: 'Database Access' }))
    expect(databases.getAllByRole('checkbox')).toHaveLength(2)
    const areas = within(screen.getByRole('region', { name: 'Business Area Access' }))
    expect(areas.getByRole('checkbox', { name: /Payroll/ })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
    expect(save()).toBeDefined()
  })

  it('AC-290 AC-291 says that there is nothing to manage', async () => {
    const { dialog } = await openDialog({})
    expect(await dialog.findByText('No restricted databases available to manage.')).toBeDefined()
    expect(dialog.getByText('No restricted business areas available to manage.')).toBeDefined()
  })

  it('AC-292 AC-306 reports loading and failures, and tries again on request', async () => {
    const asked = Promise.withResolvers<Response>()
    const backend = usersBackend({ access: both })
    let calls = 0
    server.use(
      http.get(address, () => (++calls === 1 ? asked.promise : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/users?view=cards&form=access.u2')
    expect(await screen.findByText('Loading access information...')).toBeDefined()
    expect(save().disabled).toBe(true)
    asked.resolve(speechless())
    expect(await screen.findByText('Failed to load data')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await box('Ledger')).toBeDefined()
  })

  it('AC-298 AC-299 AC-301 sends only the changed items and closes; a reverted change leaves nothing to save', async () => {
    const { user, backend } = await openDialog()
    expect((await box('Stock')).checked).toBe(true)
    expect(save().disabled).toBe(true)
    await user.click(await box('Ledger'))
    expect(save().disabled).toBe(false)
    await user.click(await box('Ledger'))
    expect(save().disabled).toBe(true)
    await user.click(await box('Stock'))
    await user.click(await box('Payroll'))
    await user.click(save())
    await closed()
    expect(backend.sent).toEqual([
      {
        call: 'access',
        body: {
          changes: [
            { type: 'database', id: 'db2', has_access: false },
            { type: 'business_area', id: 'a1', has_access: true },
          ],
        },
      },
    ])
    expect(await screen.findByText('Access updated.')).toBeDefined()
  })

  it('AC-300 OP-28 closes by keyboard without changes and reports that nothing changed', async () => {
    const { element, backend } = await openDialog()
    await box('Ledger')
    const form = element.querySelector('form')
    if (form === null) throw new Error('the dialog has no form')
    fireEvent.submit(form)
    await closed()
    expect(backend.sent).toEqual([])
    expect(screen.queryByText('Access updated.')).toBeNull()
  })

  it('AC-302 AC-303 lists the items that failed, and reloads everything after a second', async () => {
    const { user, dialog, backend } = await openDialog({
      access: both,
      answerAccess: () => ({
        total: 2,
        succeeded: 1,
        message: null,
        failed: [{ type: 'database', id: 'db1', name: 'Ledger', detail: 'The account is inactive.', code: 'conflict' }],
      }),
    })
    await user.click(await box('Ledger'))
    await user.click(await box('Payroll'))
    backend.access.business_areas = [makeAccessArea({ has_access: true, area_name: 'Payroll now' })]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(save())
    await vi.waitFor(
      () => expect(dialog.getByText('Some changes could not be saved. 1 of 2 changes were successful.')).toBeDefined(),
      { timeout: 60_000 },
    )
    expect(dialog.getByText('Failed items:')).toBeDefined()
    expect(dialog.getByText(/\(database\): The account is inactive\./).textContent).toBe(
      'Ledger (database): The account is inactive.',
    )
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(dialog.queryByText('Payroll now')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    expect(await dialog.findByText('Payroll now')).toBeDefined()
    expect((await box('Ledger')).checked).toBe(false)
  })

  it('AC-304 reports that nothing could be saved', async () => {
    const { user, dialog } = await openDialog({
      access: both,
      answerAccess: () => ({
        total: 1,
        succeeded: 0,
        message: null,
        failed: [{ type: 'business_area', id: 'a1', name: 'Payroll', detail: 'Not yours.', code: 'forbidden' }],
      }),
    })
    await user.click(await box('Payroll'))
    await user.click(save())
    expect(await dialog.findByText('Failed to save any changes.')).toBeDefined()
    expect(dialog.getByText('Failed items:')).toBeDefined()
    expect(dialog.getByText(/\(business area\): Not yours\./)).toBeDefined()
    expect((await box('Payroll')).checked).toBe(true)
  })

  it('AC-307 has a message for unexpected errors', async () => {
    const { user, dialog } = await openDialog({ access: both, answerAccess: () => speechless() })
    await user.click(await box('Payroll'))
    await user.click(save())
    expect(await dialog.findByText('An unexpected error occurred.')).toBeDefined()
  })

  it('AC-305 AC-289 AC-299 OP-36 skips a second save while one is running', async () => {
    const answer = Promise.withResolvers<Response>()
    let calls = 0
    const { user, dialog, element } = await openDialog()
    server.use(
      http.put(address, () => {
        calls += 1
        return answer.promise
      }),
    )
    await user.click(await box('Ledger'))
    await user.dblClick(save())
    expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
    const form = element.querySelector('form')
    if (form !== null) fireEvent.submit(form)
    answer.resolve(HttpResponse.json({ total: 1, succeeded: 1, message: null, failed: [] }))
    await closed()
    expect(calls).toBe(1)
  })

  it('requires no grant for items the user owns, and does not remove them', async () => {
    await openDialog({ access: { databases: [makeAccessDatabase({ is_owner: true })] } })
    const own = await box('Ledger')
    expect([own.checked, own.disabled]).toEqual([true, true])
  })
})
