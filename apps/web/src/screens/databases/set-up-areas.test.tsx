import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { AreaListItem } from '@parlance/contract'
import type { Database } from '../../api/databases.ts'
import { databasesBackend } from '../../testing/databases-backend.ts'
import { makeArea, makeDatabase } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './databases-screen.tsx'

const server = useTestServer()
useTestBrowser()

async function openCard(fields: Partial<Database>, areas: AreaListItem[] = []) {
  server.use(
    ...databasesBackend({ databases: [makeDatabase({ name: 'Depot', application_id: 'app1', ...fields })] }).handlers,
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(areas)),
    ...signedInHandlers(),
  )
  const app = renderApp('/databases')
  return { ...app, card: within(await screen.findByRole('article', { name: 'Depot' })) }
}

describe('the link to proposed business areas', () => {
  it('is on the card of a tested connection whose application has no areas', async () => {
    const { card } = await openCard({})
    const link = await card.findByRole('link', { name: 'Set up business areas' })
    expect(link.getAttribute('href')).toBe('/business-areas/propose/db1')
  })

  it('is not on the card of an untested connection', async () => {
    const { card } = await openCard({ is_valid: false })
    await card.findByRole('button', { name: 'Test' })
    expect(card.queryByRole('link', { name: 'Set up business areas' })).toBeNull()
  })

  it('appears after a successful test even if the application has areas', async () => {
    const { card, user } = await openCard({}, [makeArea()])
    const test = await card.findByRole('button', { name: 'Test' })
    expect(card.queryByRole('link', { name: 'Set up business areas' })).toBeNull()
    await user.click(test)
    expect(await card.findByRole('link', { name: 'Set up business areas' })).toBeDefined()
  })
})
