import type { DecideExamplesRequest, Example, ExamplesAttention } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeExample, makeUser } from '../../../testing/factories.ts'
import { protectionBackend } from '../../../testing/protection-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './approvals-screen.tsx'
import '../areas-screen.tsx'

const server = useTestServer()
useTestBrowser()

const owner = makeUser({ role: 'GENERAL' })
const areas = [
  makeFullArea({ area_id: 'a1', area_name: 'Sales', is_owner: true }),
  makeFullArea({ area_id: 'a2', area_name: 'Support', is_owner: true }),
]
const result = {
  columns: [{ name: 'n', dataType: 'INTEGER', kind: 'integer' as const }],
  results: [[412]],
  row_count: 1,
  truncated: false,
}

interface Opened {
  user?: typeof owner
  address?: string
  attention?: Partial<ExamplesAttention>
  /** Whether the list can't be loaded at first. */
  isBroken?: boolean
}

async function openQueue(
  examples: Example[],
  { user = owner, address, attention = {}, isBroken = false }: Opened = {},
) {
  const waiting = new Map(examples.map((example) => [example.id, example]))
  const sent: unknown[] = []
  const decided = (id: string, status: Example['status']) => {
    const example = { ...(waiting.get(id) ?? makeExample({ id })), status }
    waiting.delete(id)
    return example
  }
  server.use(
    ...areasBackend({ areas }).handlers,
    ...protectionBackend({ approvals: [] }).handlers,
    ...signedInHandlers({ user }),
  )
  server.use(
    http.get(at('/api/v1/examples'), () => HttpResponse.json([...waiting.values()])),
    http.get(at('/api/v1/examples/attention'), () =>
      HttpResponse.json({ pending: waiting.size, failing: 0, areas: [], ...attention }),
    ),
    http.get(at('/api/v1/examples/:id/similar'), () =>
      HttpResponse.json([makeExample({ id: 'e9', question: 'Best products?', status: 'approved' })]),
    ),
    http.post(at('/api/v1/examples/:id/run'), ({ params }) =>
      HttpResponse.json({ ...waiting.get(String(params.id)), result }),
    ),
    http.post(at('/api/v1/examples/:id/approve'), ({ params }) => {
      sent.push(`approve ${String(params.id)}`)
      return HttpResponse.json(decided(String(params.id), 'approved'))
    }),
    http.put(at('/api/v1/examples/:id'), async ({ request, params }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...decided(String(params.id), 'approved'), result })
    }),
    http.post<never, DecideExamplesRequest>(at('/api/v1/examples/decide'), async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      const failed = body.ids.filter((id) => id === 'gone').map((id) => ({ id, message: 'Item not found.' }))
      const status = body.decision === 'approve' ? 'approved' : 'rejected'
      return HttpResponse.json({
        decided: body.ids.filter((id) => id !== 'gone').map((id) => decided(id, status)),
        failed,
      })
    }),
  )
  if (isBroken) server.use(http.get(at('/api/v1/examples'), () => failure(500, 'Broken', 'internal'), { once: true }))
  const app = renderApp(address ?? '/business-areas/approvals')
  return { ...app, sent }
}

const first = makeExample({ id: 'e1', question: 'First?', area_id: 'a1' })
const second = makeExample({ id: 'e2', question: 'Second?', area_id: 'a2', created_by_name: 'hedy' })
const item = async (name: string) => within(await screen.findByRole('listitem', { name }))
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('listitem', { name })).toBeNull())

describe('the verified examples that wait for approval', () => {
  it('shows those of all areas with area, user, SQL, rows, and similar examples', async () => {
    const { user } = await openQueue([first, second])
    const shown = await item('Second?')
    expect(await shown.findByText('Support')).toBeDefined()
    expect(shown.getByText('hedy')).toBeDefined()
    expect((await screen.findByRole('listitem', { name: 'Second?' })).textContent).toContain('SELECT')
    await user.click(shown.getByRole('button', { name: 'Run Second?' }))
    expect(await shown.findByRole('cell', { name: '412' })).toBeDefined()
    await user.click(shown.getByText('Similar examples'))
    expect(await shown.findByText('Best products?')).toBeDefined()
    expect(screen.queryByText(/protected tables/)).toBeNull()
  })

  it('approves one with one click, and moves the focus to the next one', async () => {
    const { user, sent } = await openQueue([first, second])
    await user.click((await item('First?')).getByRole('button', { name: 'Approve First?' }))
    await gone('First?')
    expect(sent).toEqual(['approve e1'])
    const next = (await item('Second?')).getByRole('checkbox')
    await waitFor(() => expect(document.activeElement).toBe(next))
  })

  it('edits and approves one', async () => {
    const { user, sent } = await openQueue([first])
    await user.click((await item('First?')).getByRole('button', { name: 'Edit First?' }))
    await user.type(screen.getByLabelText('Question'), ' Really?')
    await user.click(screen.getByRole('button', { name: 'Run and save' }))
    await gone('First?')
    expect(sent).toEqual([{ question: 'First? Really?', sql_query: first.sql_query }])
  })

  it('decides about several at once, and says which ones stay as they are', async () => {
    const missing = makeExample({ id: 'gone', question: 'Gone?' })
    const { user, sent } = await openQueue([first, second, missing])
    const approve = await screen.findByRole('button', { name: 'Approve chosen (0)' })
    expect(approve).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: 'Choose all 3' }))
    await user.click((await item('Second?')).getByRole('checkbox', { name: 'Choose Second?' }))
    await user.click(screen.getByRole('button', { name: 'Reject chosen (2)' }))
    await gone('First?')
    expect(sent).toEqual([{ ids: ['e1', 'gone'], decision: 'reject' }])
    expect(await screen.findByText('1 example was not changed. Item not found.')).toBeDefined()
    expect(await item('Second?')).toBeDefined()
  })

  it('says how many approved ones no longer run, and links to their areas', async () => {
    const attention = { failing: 3, areas: [{ area_id: 'a2', pending: 0, failing: 3 }] }
    await openQueue([], { attention })
    expect(await screen.findByText(/^3 approved examples no longer run/)).toBeDefined()
    const link = await screen.findByRole('link', { name: 'Support' })
    expect(link.getAttribute('href')).toBe('/business-areas/a2#examples')
    expect(screen.getByText(/^No examples are waiting/)).toBeDefined()
  })

  it('says that the list could not be loaded, and loads it again', async () => {
    const { user } = await openQueue([first], { isBroken: true })
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await item('First?')).toBeDefined()
  })

  it('is below the changes of areas for administrators', async () => {
    await openQueue([first], { user: makeUser() })
    expect(await screen.findByText('No changes are waiting. Requests from area owners appear here.')).toBeDefined()
    expect(await item('First?')).toBeDefined()
  })
})

it('an owner sees on the areas page how many examples need attention', async () => {
  const attention = { areas: [{ area_id: 'a1', pending: 1, failing: 2 }] }
  await openQueue([first, second], { address: '/business-areas', attention })
  const link = await screen.findByRole('link', { name: 'Approvals, 2 waiting' })
  expect(link.getAttribute('href')).toBe('/business-areas/approvals')
  const card = within(await screen.findByRole('article', { name: 'Sales' }))
  expect(await card.findByRole('button', { name: 'Examples, 3 to review' })).toBeDefined()
})
