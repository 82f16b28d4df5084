import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend } from '../testing/areas-backend.ts'
import { chatBackend } from '../testing/chat-backend.ts'
import { databasesBackend } from '../testing/databases-backend.ts'
import { makeUsage, makeUser } from '../testing/factories.ts'
import { renderApp, useTestBrowser } from '../testing/render-app.tsx'
import { settingsBackend } from '../testing/settings-backend.ts'
import { at, signedInHandlers, useTestServer } from '../testing/test-server.ts'
import { usersBackend } from '../testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()

const usage = makeUsage({
  edition: 'standard',
  limits: [
    { kind: 'users', used: 50, max: 50 },
    { kind: 'databases', used: 8, max: 10 },
    { kind: 'business_areas', used: 40, max: 50 },
  ],
})
const users = 'You have reached the limit of 50 users in the standard edition. To add more, upgrade your license.'
const databases = 'You have 8 database connections. The standard edition allows 10.'
const areas = 'You have 40 business areas. The standard edition allows 50.'

async function shown(address: string): Promise<(string | null)[]> {
  const backends = [areasBackend(), databasesBackend(), usersBackend(), settingsBackend()]
  server.use(
    http.get(at('/api/v1/license/usage'), () => HttpResponse.json(usage)),
    ...backends.flatMap(({ handlers }) => handlers),
    ...signedInHandlers(),
  )
  renderApp(address)
  await screen.findAllByText(/^You have .* standard edition/)
  return [...document.querySelectorAll('[data-part=note]')].map((note) => note.textContent)
}

describe('OP-81 the places where an administrator sees a limit', () => {
  it.each([
    ['/users', [users]],
    ['/settings?tab=users', [users]],
    ['/databases', [databases]],
    ['/business-areas', [areas]],
    ['/settings?tab=license', [users, databases, areas]],
  ])('%s', async (address, texts) => {
    expect(await shown(address)).toEqual(texts)
  })
})

describe('OP-78 the account in the chat', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('shows whether the account is premium with is_premium %s', async (is_premium, badges) => {
    server.use(...chatBackend({ user: makeUser({ is_premium }) }).handlers)
    renderApp('/chat')
    const account = await screen.findByRole('button', { name: /ada@example.com/ })
    expect(within(account).queryAllByText('Premium')).toHaveLength(badges)
  })
})
