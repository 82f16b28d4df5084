import type { ValueIndexStatus } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { http, type RequestHandler } from 'msw'
import { expect, it } from 'vitest'
import { databasesBackend, makeStoredValues, speechless } from '../../testing/databases-backend.ts'
import { makeDatabase } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

async function openDetails(
  change: Partial<ValueIndexStatus> = {},
  database = makeDatabase({ name: 'Shop' }),
  more: RequestHandler[] = [],
) {
  const backend = databasesBackend({ databases: [database], values: () => makeStoredValues(change) })
  server.use(...backend.handlers, ...signedInHandlers())
  server.use(...more)
  const { user } = renderApp('/databases')
  const card = within(await screen.findByRole('article', { name: 'Shop' }))
  await user.click(card.getByRole('button', { name: 'Details' }))
  return { user, backend, details: within(await screen.findByRole('region', { name: 'Details of Shop' })) }
}

it('shows how many values are stored, when they were read, and what was left out', async () => {
  const { details } = await openDetails({ skipped_count: 2 })
  const line = await details.findByText(/1,830 stored values/)
  expect(line.textContent).toMatch(/12 columns · 2 columns left out · 21 KB · Last read: /)
})

it('reads the values again on request, and shows that it is running', async () => {
  const { user, backend, details } = await openDetails()
  await user.click(await details.findByRole('button', { name: 'Read values' }))
  expect(await details.findByRole('button', { name: 'Reading...' })).toHaveProperty('disabled', true)
  expect(backend.sent).toContainEqual({ call: 'read values', body: {} })
})

it('deletes the values and stops, and starts again', async () => {
  const { user, backend, details } = await openDetails()
  await user.click(await details.findByRole('button', { name: 'Delete and stop' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^Delete 1,830 stored values of "Shop"/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Delete stored values' }))
  expect(await details.findByText('No values are stored. Questions look them up in the database.')).toBeDefined()
  expect(details.queryByRole('button', { name: 'Read values' })).toBeNull()
  await user.click(details.getByRole('button', { name: 'Store values' }))
  expect(await details.findByText(/1,830 stored values/)).toBeDefined()
  expect(backend.sent.map(({ body }) => body)).toEqual([{ is_on: false }, { is_on: true }])
})

it('shows what has not been read yet, and why reading failed', async () => {
  const error = 'Could not reach db.example.com on port 5432.'
  const { details } = await openDetails({ built_at: null, value_count: 0, error })
  expect(await details.findByText('The values have not been read yet.')).toBeDefined()
  expect(details.getByText(error)).toBeDefined()
})

it('reports that the state could not be changed', async () => {
  const { user, details } = await openDetails()
  server.use(http.put(at('/api/v1/database-management/configurations/:id/values'), () => speechless()))
  await user.click(await details.findByRole('button', { name: 'Delete and stop' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^Delete 1,830 stored values of "Shop"/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Delete stored values' }))
  expect(await details.findByText(/Could not change the stored values/)).toBeDefined()
})

it('reports that the state could not be loaded', async () => {
  const failing = http.get(at('/api/v1/database-management/configurations/:id/values'), () => speechless())
  const { details } = await openDetails({}, makeDatabase({ name: 'Shop' }), [failing])
  expect(await details.findByText(/Could not load the stored values/)).toBeDefined()
})

it('shows nothing to users who do not manage the database', async () => {
  const { details } = await openDetails({}, makeDatabase({ name: 'Shop', can_manage: false }))
  expect(await details.findByText(/Last read/)).toBeDefined()
  expect(details.queryByText(/stored values/)).toBeNull()
})
