import type { SyncHistory } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { startTranslations } from '../../lib/i18n.ts'
import { databasesBackend, speechless } from '../../testing/databases-backend.ts'
import { makeDatabase } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const sheets = makeDatabase({ id: 'gs', name: 'Plan', db_type: 'googlesheets', spreadsheet_id: '1fX9' })
const sync = (change: Partial<SyncHistory[number]>): SyncHistory[number] => ({
  started_at: '2026-01-02T10:00:00.000Z',
  finished_at: '2026-01-02T10:00:05.000Z',
  table_count: 3,
  row_count: 12_500,
  warnings: [],
  error: null,
  ...change,
})

async function openDetails(answer: () => Response) {
  server.use(...databasesBackend({ databases: [sheets] }).handlers, ...signedInHandlers())
  server.use(http.get(at('/api/v1/database-management/configurations/gs/sync'), answer))
  const { user } = renderApp('/databases')
  const card = within(await screen.findByRole('article', { name: 'Plan' }))
  await user.click(card.getByRole('button', { name: 'Details' }))
  return within(await screen.findByRole('region', { name: 'Details of Plan' }))
}

it('shows in the details of a copied database how its last syncs ended, and why one failed', async () => {
  const failed = { started_at: '2026-01-03T10:00:00.000Z', error: 'Google rejected the sign-in.' }
  const details = await openDetails(() =>
    HttpResponse.json([
      sync(failed),
      sync({ warnings: ['Only the first 1000 columns of the sheet Wide were copied.'] }),
    ]),
  )
  expect(await details.findByText('Recent syncs')).toBeDefined()
  expect(details.getByText(/ · Failed: Google rejected the sign-in\.$/)).toBeDefined()
  expect(details.getByText(/ · 3 tables, 12,500 rows\. Only the first 1000 columns of the sheet Wide/)).toBeDefined()
})

it('shows why a sync failed and what it left out in the user’s language', async () => {
  const quota = "Google's request quota is used up: {reason}. Try again in a minute."
  const wide = 'Only the first {columns} columns of the sheet {sheet} were copied.'
  await startTranslations({
    language: 'de',
    texts: {
      [quota]: 'Das Kontingent bei Google ist verbraucht: {reason}. Versuchen Sie es in einer Minute erneut.',
      [wide]: 'Nur die ersten {columns} Spalten des Blatts {sheet} wurden kopiert.',
    },
  })
  const details = await openDetails(() =>
    HttpResponse.json([
      sync({
        started_at: '2026-01-03T10:00:00.000Z',
        error: "Google's request quota is used up: Quota exceeded. Try again in a minute.",
        pattern: quota,
        values: { reason: 'Quota exceeded' },
      }),
      sync({
        warnings: ['Only the first 1000 columns of the sheet Wide were copied.'],
        warning_messages: [{ text: wide, values: { columns: 1000, sheet: 'Wide' } }],
      }),
    ]),
  )
  expect(await details.findByText(/Das Kontingent bei Google ist verbraucht: Quota exceeded\./)).toBeDefined()
  expect(details.getByText(/Nur die ersten 1000 Spalten des Blatts Wide wurden kopiert\./)).toBeDefined()
  await startTranslations()
})

it('shows no list for a database that was never synced', async () => {
  const details = await openDetails(() => HttpResponse.json([]))
  expect(await details.findByText(/tables · /)).toBeDefined()
  expect(details.queryByText('Recent syncs')).toBeNull()
})

it('reports that the last syncs could not be loaded', async () => {
  const details = await openDetails(() => speechless())
  expect(await details.findByText('Could not load the recent syncs.')).toBeDefined()
})
