import {
  noDefinitions,
  type AreaProposals,
  type CreateAreaRequest,
  type ProposedRelationship,
} from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend } from '../../../testing/areas-backend.ts'
import { chatBackend } from '../../../testing/chat-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './proposals-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const path = at('/api/v1/business-areas/propose')
const relationship = (fields: Partial<ProposedRelationship> = {}): ProposedRelationship => ({
  left_table: 'orders',
  left_columns: ['customer_id'],
  right_table: 'customers',
  right_columns: ['id'],
  origin: 'values',
  confidence: 0.9896,
  sampled_values: 1000,
  found_values: 989,
  untested_reason: null,
  join: {
    join_type: 'INNER',
    left_table: 'orders',
    left_column: 'customer_id',
    right_table: 'customers',
    right_column: 'id',
  },
  ...fields,
})
const guessed = relationship({
  left_columns: ['product_id'],
  right_table: 'products',
  origin: 'name',
  confidence: 0.4,
  sampled_values: null,
  found_values: null,
  untested_reason: 'empty',
  join: { left_table: 'orders', left_column: 'product_id', right_table: 'products', right_column: 'id' },
})
const table = (name: string, description = '') => ({
  table_name: name,
  object_type: 'TABLE' as const,
  description,
  is_shared: false,
})
function metric(name: string, expression: string) {
  const plain = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  const computation = { kind: 'aggregate' as const, table: 'orders', expression, condition: null, time_column: null }
  return { item: { kind: 'metric' as const, value: { name, computation, ...plain } }, reason: { text: 'A number' } }
}
const total = metric('Average', '')
const average = {
  ...total,
  item: {
    ...total.item,
    value: { ...total.item.value, computation: { kind: 'formula' as const, formula: '{Total} / {Orders}' } },
  },
}
const full: AreaProposals = {
  database_config_id: 'db1',
  database_name: 'Warehouse',
  application_id: 'app1',
  application_name: 'Shop',
  areas: [
    {
      area_name: 'Orders and customers',
      description: 'Orders and customers.',
      tables: [table('orders', 'One row per order. Refers to customers.'), table('customers'), table('products')],
      relationships: [relationship(), guessed],
      definitions: [metric('Orders', 'COUNT(*)'), metric('Total', 'SUM(total)'), average],
      questions: [
        { question: 'How many orders are there?', sql_query: 'SELECT COUNT(*) FROM orders', answer: 'There are 830.' },
      ],
    },
    {
      area_name: 'Order items',
      description: 'Order items.',
      tables: [table('order_items')],
      relationships: [],
      definitions: [],
      questions: [],
    },
  ],
  notes: [{ text: '{n, plural, one {# table is} other {# tables are}} gone.', values: { n: 2 } }],
}

function openPage(
  answer: AreaProposals | (() => Response) = full,
  { user = makeUser(), database = makeDatabase() } = {},
) {
  const backend = areasBackend()
  const asked: unknown[] = []
  const handler = http.post(path, async ({ request }) => {
    asked.push(await request.json())
    return typeof answer === 'function' ? answer() : HttpResponse.json(answer)
  })
  server.use(handler, ...backend.handlers, ...signedInHandlers({ user, databases: [database] }))
  return { ...renderApp('/business-areas/propose/db1'), backend, asked }
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))
const created = (sent: { call: string; body: unknown }[]) =>
  sent.flatMap(({ call, body }) => (call === 'create' ? [body as CreateAreaRequest] : []))

describe('the proposed business areas of a connection', () => {
  it('show each area with its tables, its proven relationships, and answered questions', async () => {
    const { asked } = openPage()
    const area = await card('Orders and customers')
    expect(screen.getByRole('heading', { name: 'Set up business areas: Warehouse' })).toBeDefined()
    expect(asked).toEqual([{ database_config_id: 'db1' }])
    expect(area.getByText('98.9% of 1,000 sampled values exist in customers.id.')).toBeDefined()
    expect(area.getByText('Only the names match. There are no values to compare.')).toBeDefined()
    expect(area.getByText('There are 830.')).toBeDefined()
    expect(area.getByText('One row per order. Refers to customers.')).toBeDefined()
    expect(screen.getByText('2 tables are gone.')).toBeDefined()
  })

  it('create all areas with one click, for those who may use the connection, without relationships that only names imply', async () => {
    const { user, backend } = openPage()
    await card('Order items')
    await user.click(screen.getByRole('button', { name: 'Accept all 2' }))
    expect(await screen.findByRole('button', { name: 'Ask a question' })).toBeDefined()
    expect(created(backend.sent)).toEqual([
      {
        area_name: 'Orders and customers',
        description: 'Orders and customers.',
        application_id: 'app1',
        visibility: 'public',
        tables: [
          { table_name: 'orders', description: 'One row per order. Refers to customers.' },
          { table_name: 'customers' },
          { table_name: 'products' },
        ],
        joins: [relationship().join],
        sample_questions: ['How many orders are there?'],
        definitions: {
          ...noDefinitions,
          metrics: [metric('Orders', 'COUNT(*)'), metric('Total', 'SUM(total)'), average].map(({ item }) => item.value),
        },
      },
      expect.objectContaining({ area_name: 'Order items', joins: [] }),
    ])
    expect(screen.getByText('2 of 2 areas created')).toBeDefined()
  })

  it('leave out a definition that the user does not want, with those computed from it, and never propose it again', async () => {
    const { user, backend } = openPage()
    const rejected: unknown[] = []
    server.use(
      http.post(at('/api/v1/business-areas/:id/reject-proposals'), async ({ request }) => {
        rejected.push(await request.json())
        return HttpResponse.json({ rejected: 2 })
      }),
    )
    const area = await card('Orders and customers')
    await user.click(area.getByText('3 definitions'))
    await user.click(area.getByRole('checkbox', { name: /^Total/ }))
    await user.click(area.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(rejected).toEqual([{ keys: ['["metric","total"]', '["metric","average"]'] }]))
    expect(created(backend.sent)[0]?.definitions?.metrics).toEqual([metric('Orders', 'COUNT(*)').item.value])
  })

  it('include a guessed relationship that the user chooses', async () => {
    const { user, backend } = openPage(full, { database: makeDatabase({ visibility: 'restricted' }) })
    const area = await card('Orders and customers')
    await user.click(area.getByRole('checkbox', { name: /orders.product_id → products.id/ }))
    await user.click(area.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(created(backend.sent)[0]?.joins).toEqual([relationship().join, guessed.join]))
    expect(created(backend.sent)[0]?.visibility).toBe('private')
    expect(await area.findByRole('link', { name: 'Open' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Accept 1 area' })).toBeDefined()
  })

  it('keep an area that the server refuses, say why, and create the others', async () => {
    const { user, backend } = openPage()
    await card('Order items')
    server.use(
      http.post(at('/api/v1/business-areas/'), () => failure(409, 'This name is taken.', 'conflict'), { once: true }),
    )
    await user.click(screen.getByRole('button', { name: 'Accept all 2' }))
    expect(await (await card('Orders and customers')).findByText('This name is taken.')).toBeDefined()
    expect(await (await card('Order items')).findByText('Created')).toBeDefined()
    await user.click((await card('Orders and customers')).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Ask a question' })).toBeDefined()
    expect(created(backend.sent)).toHaveLength(2)
  })

  it('stop at the limit of the edition', async () => {
    const { user } = openPage()
    await card('Order items')
    server.use(http.post(at('/api/v1/business-areas/'), () => failure(403, 'No more areas.', 'license_limit')))
    await user.click(screen.getByRole('button', { name: 'Accept all 2' }))
    expect(await screen.findAllByText('No more areas.')).toHaveLength(1)
    expect((await card('Order items')).getByRole('button', { name: 'Accept' })).toBeDefined()
  })

  it('open in the editor with everything filled in', async () => {
    const { user, backend } = openPage()
    await user.click((await card('Orders and customers')).getByRole('button', { name: 'Edit' }))
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Orders and customers')
    await user.type(name, ' 2026')
    await user.click(await screen.findByRole('button', { name: 'Create Business Area' }))
    await waitFor(() => expect(created(backend.sent)[0]?.area_name).toBe('Orders and customers 2026'))
    expect(created(backend.sent)[0]?.tables.map((each) => each.table_name)).toEqual(['orders', 'customers', 'products'])
    expect(await (await card('Orders and customers')).findByText('Created')).toBeDefined()
  })

  it('lead to the test of an untested connection', async () => {
    openPage(() => failure(400, 'Test it first.', 'connection_untested'))
    expect((await screen.findByRole('link', { name: 'Test the connection' })).getAttribute('href')).toBe('/databases')
  })

  it('can be loaded again after a failure', async () => {
    let isDown = true
    const { user } = openPage(() => (isDown ? failure(503, 'Not now.', 'unavailable') : HttpResponse.json(full)))
    await screen.findByText('Not now.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('article', { name: 'Order items' })).toBeDefined()
  })

  it('lead to a conversation about the connection after they are created', async () => {
    const other = makeDatabase({ id: 'db0', is_active: true })
    const { user, address } = openPage()
    const chat = chatBackend({ databases: [other, makeDatabase({ is_active: false })] })
    server.use(...areasBackend({ areas: [] }).handlers, ...chat.handlers)
    server.use(http.post(path, () => HttpResponse.json(full)))
    await user.click((await card('Order items')).getByRole('button', { name: 'Accept' }))
    await user.click(await screen.findByRole('button', { name: 'Ask a question' }))
    await waitFor(() => expect(address()).toMatch(/^\/chat\?session=/))
    expect(chat.created[0]).toMatchObject({ 'user:database_config_id': 'db1' })
  })

  it('say that there is nothing to propose', async () => {
    openPage({ ...full, areas: [], notes: [] })
    expect(await screen.findByText('There are no tables to propose business areas for.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  })

  it('are only for administrators', async () => {
    const user = makeUser({ role: 'GENERAL' })
    server.use(...chatBackend({ user }).handlers)
    const { address, asked } = openPage(full, { user })
    await waitFor(() => expect(address()).not.toContain('propose'))
    expect(asked).toEqual([])
  })
})
