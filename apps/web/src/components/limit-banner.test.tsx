import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeUsage } from '../testing/factories.ts'
import { useTestBrowser } from '../testing/render-app.tsx'
import { at, useTestServer } from '../testing/test-server.ts'
import { LimitBanner } from './limit-banner.tsx'

const server = useTestServer()
useTestBrowser()

async function show(used: number, max: number, isAdmin = true) {
  let asked = 0
  server.use(
    http.get(at('/api/v1/license/usage'), () => {
      asked += 1
      return HttpResponse.json(
        makeUsage({
          edition: 'standard',
          limits: [
            { kind: 'users', used, max },
            { kind: 'databases', used: 10, max: 10 },
          ],
        }),
      )
    }),
  )
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <LimitBanner kinds={['users']} isAdmin={isAdmin} countedAt={1} />
    </QueryClientProvider>,
  )
  await waitFor(() => {
    if (client.isFetching() > 0) throw new Error('still asking')
  })
  return () => asked
}

describe('OP-81 AC-442 the banner of a limit', () => {
  it.each([
    [40, 50, 'You have 40 users. The standard edition allows 50.'],
    [50, 50, 'You have reached the limit of 50 users in the standard edition. To add more, upgrade your license.'],
    [
      60,
      50,
      'You have 60 users, but the standard edition allows 50. Existing users can still sign in. To add more, upgrade your license.',
    ],
    [1, 1, 'You have reached the limit of 1 user in the standard edition. To add more, upgrade your license.'],
    [
      2,
      1,
      'You have 2 users, but the standard edition allows 1. Existing users can still sign in. To add more, upgrade your license.',
    ],
    [0, 0, 'You have reached the limit of 0 users in the standard edition. To add more, upgrade your license.'],
  ])('says at %i of %i: %s', async (used, max, text) => {
    await show(used, max)
    expect((await screen.findByRole('status')).textContent).toBe(text)
  })

  it.each([
    [39, 50],
    [500, -1],
  ])('says nothing at %i of %i', async (used, max) => {
    await show(used, max)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('is requested only for administrators', async () => {
    const asked = await show(50, 50, false)
    expect([asked(), screen.queryByRole('status')]).toEqual([0, null])
  })
})
