import type { ResultColumn, Row, VisualizationPayload } from '@parlance/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepPayload } from '../../lib/visualization/stored-payloads.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { makeArea, makeDatabase, makeReceipt, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import type { Database } from '../../api/databases.ts'

const server = useTestServer()
useTestBrowser()
// The charting library measures text on a canvas, and works without one.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null
})
afterEach(() => {
  window.opener = null
})

const columns: ResultColumn[] = [
  { name: 'country', dataType: 'TEXT', kind: 'text' },
  { name: 'total', dataType: 'NUMERIC', kind: 'number' },
]
const sales: Row[] = [
  ['DE', '0.10'],
  ['FR', '2'],
  ['DE', '0.20'],
  [null, '1'],
]

function makePayload(fields: Partial<VisualizationPayload> = {}): VisualizationPayload {
  const timestamp = new Date().toISOString()
  return { sql: 'SELECT country, total FROM sales', databaseName: 'Sample Shop', timestamp, ...fields }
}

/** Serves the rows of a chart, and records the requests. */
function backend({
  rows = sales,
  databases,
  areas = [],
}: { rows?: Row[]; databases?: Database[]; areas?: object[] } = {}) {
  const asked: unknown[] = []
  server.use(
    http.post(at('/api/v1/query/visualization'), async ({ request }) => {
      asked.push(await request.json())
      const end = { row_count: rows.length, truncated: false, receipt: makeReceipt() }
      const lines = [{ columns }, { rows: rows.slice(0, 2) }, { rows: rows.slice(2) }, { end }]
      return new HttpResponse(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }),
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(areas)),
    http.get(at('/api/v1/env-config/visualization'), () => HttpResponse.json({ server_url: 'https://viz.example' })),
    ...signedInHandlers(databases === undefined ? {} : { databases }),
  )
  return asked
}

const addressOf = (payload: unknown) => `/visualize?JSONDATA=${encodeURIComponent(JSON.stringify(payload))}`

/** Opens the page like the chat of this browser does. */
function openFromChat(payload = makePayload()) {
  keepPayload(localStore, payload, new Date())
  return renderApp(addressOf(payload))
}

async function values(): Promise<string[]> {
  const table = await screen.findByRole('table', { name: 'Chart values' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent).join(' '))
}

function post(data: unknown, { origin = window.location.origin, source = window.opener as Window | null } = {}) {
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  })
}

describe('the visualize page', () => {
  it('AC-010 asks signed-out users to sign in first, and removes the payload from the address', async () => {
    backend()
    const { address } = renderApp(addressOf(makePayload()), { signedIn: false })
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fvisualize'))
    expect(window.sessionStorage.getItem('parlance:visualize')).toContain('SELECT country')
  })

  it('CH-161 runs the query of this browser’s chat as the viewer, and draws it exactly', async () => {
    const asked = backend()
    const { address } = openFromChat()
    expect(await values()).toEqual(['DE 0.3', 'FR 2', 'No value 1'])
    expect(screen.getByRole('figure', { name: 'Bar: Sum of total by country' })).toBeDefined()
    expect(asked).toEqual([
      { sql_query: 'SELECT country, total FROM sales', database_config_id: 'db1', business_area_id: null },
    ])
    expect(address()).toBe('/visualize')
  })

  it('shows the SQL of a bare link and runs it only on Run', async () => {
    const asked = backend()
    const { user, address } = renderApp(addressOf(makePayload()))
    const run = await screen.findByRole('button', { name: 'Run' })
    expect(screen.getByRole('group', { name: 'SQL' }).textContent).toContain('SELECT country, total FROM sales')
    expect(address()).toBe('/visualize')
    expect(asked).toEqual([])
    await user.click(run)
    expect(await values()).toHaveLength(3)
  })

  it('CH-160 accepts the import message only from its own origin', async () => {
    const asked = backend()
    window.opener = window
    renderApp('/visualize')
    await screen.findByText('Waiting for the query from the chat...')
    const message = { type: 'import', payload: makePayload() }
    post(message, { origin: 'https://evil.example' })
    post(message, { source: null })
    post({ type: 'other', payload: makePayload() })
    expect(asked).toEqual([])
    post(message)
    post({ type: 'import', payload: makePayload({ sql: 'SELECT 2' }) })
    expect(await values()).toHaveLength(3)
    expect(asked).toHaveLength(1)
  })

  it('keeps a message that arrives before the sign-in', async () => {
    const asked = backend()
    server.use(
      http.post(at('/api/v1/auth/login'), () =>
        HttpResponse.json({ access_token: 'fresh', token_type: 'bearer', expires_in: 900, user: makeUser() }),
      ),
    )
    window.opener = window
    const { user, address } = renderApp('/visualize', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/login?returnUrl=%2Fvisualize'))
    post({ type: 'import', payload: makePayload() }, { origin: 'https://viz.example' })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('button', { name: 'Run' })
    expect(asked).toEqual([])
  })

  it('fixes a truncated link with a message', async () => {
    backend()
    window.opener = window
    renderApp('/visualize?JSONDATA=%7B%22sql')
    await screen.findByRole('alert')
    post({ type: 'import', payload: { sql: 1 } })
    expect(screen.getByRole('alert').textContent).toContain('incomplete or damaged')
    post({ type: 'import', payload: makePayload() })
    expect(await values()).toHaveLength(3)
  })

  it('accepts the right message despite a flood of invalid ones', async () => {
    backend()
    window.opener = window
    renderApp('/visualize')
    await screen.findByText('Waiting for the query from the chat...')
    for (let count = 0; count < 50; count += 1) post({ type: 'import' }, { origin: 'https://flood.example' })
    post({ type: 'import', payload: makePayload() })
    expect(await values()).toHaveLength(3)
  })

  it('trusts a link that arrived with the import message', async () => {
    backend()
    window.opener = window
    const payload = makePayload()
    renderApp(addressOf(payload))
    await screen.findByRole('button', { name: 'Run' })
    post({ type: 'import', payload: { ...payload, sql: 'SELECT 2' } })
    expect(screen.getByRole('button', { name: 'Run' })).toBeDefined()
    post({ type: 'import', payload })
    expect(await values()).toHaveLength(3)
  })

  it('shows a message from the configured host and waits for Run', async () => {
    const asked = backend()
    window.opener = window
    renderApp('/visualize')
    await screen.findByText('Waiting for the query from the chat...')
    post({ type: 'import', payload: makePayload() }, { origin: 'https://viz.example' })
    await screen.findByRole('button', { name: 'Run' })
    expect(asked).toEqual([])
  })

  it.each([
    ['%7B%22sql', 'The data in this link is incomplete or damaged. Nothing was run.'],
    [encodeURIComponent('{"sql":1}'), 'This link does not contain a query from the chat. Nothing was run.'],
    ['x'.repeat(200_001), 'The data in this link is too large. Nothing was run.'],
  ])('describes the problem of a bad link (%#)', async (text, sentence) => {
    const asked = backend()
    renderApp(`/visualize?JSONDATA=${text}`)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(asked).toEqual([])
  })

  it('says where charts come from if there is no payload', async () => {
    backend()
    renderApp('/visualize')
    expect(await screen.findByText('Nothing to visualize yet.')).toBeDefined()
  })

  it.each([
    [{ databaseName: 'Payroll' }, 'You don\'t have access to a database named "Payroll". Nothing was run.'],
    [{ businessAreaName: 'Finance' }, 'You don\'t have access to a business area named "Finance". Nothing was run.'],
  ])('runs nothing if the viewer lacks the database or area: %j', async (fields, sentence) => {
    const asked = backend({ areas: [makeArea()] })
    openFromChat(makePayload(fields))
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(asked).toEqual([])
  })

  it('asks which of several databases with the same name to use', async () => {
    const asked = backend({
      databases: [makeDatabase(), makeDatabase({ id: 'db2', application_name: 'Archive' })],
      areas: [makeArea()],
    })
    const { user } = openFromChat(makePayload({ businessAreaName: 'Sales' }))
    await user.selectOptions(await screen.findByLabelText('Database'), 'Sample Shop (Archive, ada@example.com)')
    await values()
    expect(asked).toEqual([
      { sql_query: 'SELECT country, total FROM sales', database_config_id: 'db2', business_area_id: 'a1' },
    ])
  })

  it('asks for a business area if the query has none and the viewer has several', async () => {
    const asked = backend({ areas: [makeArea(), makeArea({ area_id: 'a2', area_name: 'Returns' })] })
    const { user } = openFromChat()
    const choice = await screen.findByLabelText('Business area')
    expect(screen.getByText('This query has no business area. Choose one to run it in.')).toBeDefined()
    expect(asked).toEqual([])
    await user.selectOptions(choice, within(choice).getByRole('option', { name: /^Returns/ }))
    await values()
    expect(asked).toEqual([
      { sql_query: 'SELECT country, total FROM sales', database_config_id: 'db1', business_area_id: 'a2' },
    ])
  })

  it('runs a query without a business area in the viewer’s only one', async () => {
    const asked = backend({ areas: [makeArea()] })
    openFromChat()
    await values()
    expect(asked).toMatchObject([{ business_area_id: 'a1' }])
    expect(screen.getByText(/Sales/)).toBeDefined()
  })

  it('shows why a query was refused, and tries again on request', async () => {
    backend()
    let calls = 0
    server.use(
      http.post(at('/api/v1/query/visualization'), () => {
        calls += 1
        return failure(422, 'Only SELECT is allowed.', 'query_refused')
      }),
    )
    const { user } = openFromChat(makePayload({ sql: 'DELETE FROM sales' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Only SELECT is allowed.')
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(calls).toBe(2))
  })

  it('draws no chart from an incomplete answer', async () => {
    backend()
    server.use(http.post(at('/api/v1/query/visualization'), () => new HttpResponse(`${JSON.stringify({ columns })}\n`)))
    openFromChat()
    expect((await screen.findByRole('alert')).textContent).toBe('Could not run the query. Try again.')
  })
})

describe('editing the chart', () => {
  it('changes type, calculation, order and limit live, with undo and redo', async () => {
    backend({ rows: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => [name, String(index + 1)]) })
    const { user } = openFromChat()
    expect(await values()).toHaveLength(6)
    await user.selectOptions(screen.getByLabelText('Sort order'), 'Largest first')
    await waitFor(async () => expect((await values())[0]).toBe('f 6'))
    await user.selectOptions(screen.getByLabelText('Show'), 'Top 5, the rest as "Other"')
    await waitFor(async () => expect((await values()).at(-1)).toBe('Other 1'))
    expect(screen.getByText('"Other" contains 1 group.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await values()).toHaveLength(6))
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    await waitFor(async () => expect((await values()).at(-1)).toBe('Other 1'))
    await user.keyboard('{Control>}z{/Control}')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect((await values())[0]).toBe('a 1'))
    await user.selectOptions(screen.getByLabelText('Aggregation'), 'Count of rows')
    await waitFor(async () => expect((await values())[5]).toBe('f 1'))
    await user.click(screen.getByRole('radio', { name: 'Pie' }))
    expect(await screen.findByRole('figure', { name: 'Pie: Count of rows by country' })).toBeDefined()
  })

  it('shows one number, and the unchanged rows', async () => {
    backend()
    const { user } = openFromChat()
    await values()
    await user.click(screen.getByRole('radio', { name: 'Number' }))
    await waitFor(() => expect(screen.getByRole('figure').textContent).toBe('3.3Sum of total'))
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    const table = await screen.findByRole('table', { name: 'Query rows' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['countrytotal', 'DE0.10', 'FR2', 'DE0.20', 'No value1'])
  })

  it('says what is missing', async () => {
    backend()
    const { user } = openFromChat()
    await values()
    await user.click(screen.getByRole('radio', { name: 'Scatter' }))
    expect(await screen.findByText('Choose a column for the x-axis.')).toBeDefined()
  })

  it('remembers the chart of a query until sign-out', async () => {
    backend()
    const first = openFromChat()
    await values()
    await first.user.click(screen.getByRole('radio', { name: 'Line' }))
    await first.user.type(screen.getByLabelText('Title'), 'Sales 2026')
    await screen.findByRole('figure', { name: 'Line: Sales 2026' })
    await first.user.click(screen.getByRole('button', { name: 'Undo' }))
    await first.user.click(screen.getByRole('button', { name: 'Redo' }))
    first.unmount()
    openFromChat()
    expect(await screen.findByRole('figure', { name: 'Line: Sales 2026' })).toBeDefined()
    expect(localStore.keys().filter((key) => key.startsWith('parlance:user:'))).toHaveLength(1)
  })
})
