import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { databasesBackend } from '../../../testing/databases-backend.ts'
import { makeDatabase } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { signedInHandlers, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const csv = new File(['id,total\n1,2\n'], 'orders.csv', { type: 'text/csv' })

async function openPage(options: Parameters<typeof databasesBackend>[0] = {}) {
  const backend = databasesBackend(options)
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/databases')
  await screen.findByRole('heading', { name: 'Databases' })
  return { ...app, backend }
}
const panel = () => screen.findByRole('region', { name: 'Uploaded files' })

describe('uploaded files', () => {
  it('are sent in pieces, shown with their tables, and become a marked database', async () => {
    const { user, backend } = await openPage()
    await user.upload(screen.getByLabelText('Upload files: files'), csv)
    const shown = within(await panel())
    await user.click(await shown.findByText('orders · 1,200 rows · 1 column · orders.csv'))
    expect(await shown.findByText('REAL')).toBeDefined()
    const name = shown.getByLabelText('Name')
    expect(name).toHaveProperty('value', 'Orders')
    await user.type(name, ' 2026')
    await user.click(shown.getByRole('button', { name: 'Create database' }))
    const card = await screen.findByRole('article', { name: 'Orders 2026' })
    expect(within(card).getByText('Local / orders.csv')).toBeDefined()
    expect(card.className).toMatch(/outline-accent/)
    expect(screen.queryByRole('region', { name: 'Uploaded files' })).toBeNull()
    expect(backend.sent.find(({ call }) => call === 'create from upload')?.body).toEqual({
      name: 'Orders 2026',
      visibility: 'private',
    })
    expect(backend.calls()).not.toContain('discard upload')
  })

  it('can be dropped on the page, and are removed if the upload is canceled', async () => {
    const { user, backend } = await openPage()
    const dataTransfer = { types: ['Files'], files: [csv] }
    fireEvent.dragOver(document, { dataTransfer })
    expect(await screen.findByText('Drop SQLite, CSV, or Excel files to make a database of them')).toBeDefined()
    fireEvent.drop(document, { dataTransfer })
    await user.click(await within(await panel()).findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(backend.calls()).toContain('discard upload'))
    expect(screen.queryByRole('region', { name: 'Uploaded files' })).toBeNull()
  })

  it('are refused in the words of the server', async () => {
    const { user } = await openPage({ uploadRefusal: 'orders.csv: The file ends at line 2 inside a quoted value.' })
    await user.upload(screen.getByLabelText('Upload files: files'), csv)
    expect(await within(await panel()).findByText(/^orders.csv: The file ends at line 2/)).toBeDefined()
  })

  it('replace those of an uploaded database after the page has shown what is missing', async () => {
    const uploaded = makeDatabase({ uploaded_files: [{ name: 'orders.csv', size: 9 }] })
    const { user, backend } = await openPage({ databases: [uploaded] })
    await user.upload(await screen.findByLabelText('Replace files...: files'), csv)
    const shown = within(await panel())
    expect(await shown.findByText('Missing tables: returns')).toBeDefined()
    expect(shown.getByText('Missing columns of orders: discount')).toBeDefined()
    await user.click(shown.getByRole('button', { name: 'Replace files' }))
    await waitFor(() => expect(backend.calls()).toContain('replace file'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Uploaded files' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('heading', { name: 'Edit Database Configuration' })).toBeDefined()
    expect(screen.queryByRole('radio', { name: 'SQLite' })).toBeNull()
  })
})
