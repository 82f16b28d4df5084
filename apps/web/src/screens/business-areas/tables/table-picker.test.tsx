import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeAreaTable, makeFullArea, makeListed } from '../../../testing/areas-backend.ts'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const searchAddress = at('/api/v1/business-areas/database-tables/search')
const columnsAddress = at('/api/v1/database-management/tables/:table/columns')
const unsearched = 'Could not search columns and comments. The list shows only names that contain the search.'

const areaOf = (name: string) => makeFullArea({ tables: [makeAreaTable({ table_name: name })] })

async function openPicker(options: NonNullable<Parameters<typeof areasBackend>[0]> = {}, databases = [makeDatabase()]) {
  const backend = areasBackend({ areas: [areaOf('customers')], ...options })
  server.use(...backend.handlers, ...signedInHandlers({ databases, user: makeUser() }))
  const { user } = renderApp('/business-areas?form=a1')
  await screen.findByRole('list', { name: 'Available tables' })
  return { user, backend, search: (text: string) => user.type(searchBox(), text) }
}

const section = () => within(screen.getByRole('region', { name: 'Tables' }))
const searchBox = () => section().getByRole('searchbox', { name: 'Search tables' })
const row = (name: string) => section().findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) })
const button = (name: string | RegExp) => section().findByRole('button', { name })
const details = (name: string) => section().findByRole('region', { name: `Details of ${name}` })
const shown = () =>
  within(section().getByRole('list', { name: 'Available tables' }))
    .queryAllByRole('checkbox')
    .map((box) => box.closest('label')?.querySelector('bdi')?.textContent)

describe('searching tables', () => {
  it('lists what the server finds in its order, with the columns that explain a match, then other names', async () => {
    const found = {
      ord: [
        { table_name: 'order_items', comment: 'What was bought' },
        { table_name: 'products', matched_columns: ['order_no'], comment: 'Not the reason' },
      ],
    }
    const { search } = await openPicker({ found })
    await search('ord')
    await waitFor(() => expect(shown()).toEqual(['order_items', 'products', 'orders']))
    expect(section().getByText('order_no')).toBeDefined()
    expect(section().getByText('What was bought')).toBeDefined()
    expect(section().queryByText('Not the reason')).toBeNull()
    expect(section().getByRole('list', { name: 'Available tables' }).getAttribute('aria-busy')).toBe('false')
  })

  it('finds tables by a misspelled word and selects all of them', async () => {
    const { user, search } = await openPicker({ found: { prodcut: [{ table_name: 'products' }] } })
    await search('prodcut')
    await user.click(await button('Select 1 match'))
    expect((await row('products')).checked).toBe(true)
  })

  it('keeps the previous results while the next search runs, but selects only certain matches', async () => {
    const answer = Promise.withResolvers<Response>()
    const { user, search } = await openPicker({ found: { ord: [{ table_name: 'products' }] } })
    await search('ord')
    await waitFor(() => expect(shown()).toEqual(['products', 'orders', 'order_items']))
    server.use(http.get(searchAddress, () => answer.promise))
    await search('er_')
    await waitFor(() => expect(shown()).toEqual(['order_items', 'products']))
    await user.click(await button('Select 1 match'))
    answer.resolve(HttpResponse.json({ table_names: [], tables: [] }))
    await waitFor(() => expect(shown()).toEqual(['order_items']))
    expect(section().getByText('2 of 4 selected')).toBeDefined()
  })

  it('reports that the server cannot be reached, and searches names', async () => {
    const { search } = await openPicker()
    server.use(http.get(searchAddress, () => HttpResponse.error()))
    await search('order')
    expect(await section().findByText(unsearched)).toBeDefined()
    expect(shown()).toEqual(['orders', 'order_items'])
  })

  it('searches each database and lists a table of both only once', async () => {
    const { search } = await openPicker({}, [makeDatabase(), makeDatabase({ id: 'db2' })])
    const found: Record<string, string[]> = { db2: ['orders', 'products'] }
    server.use(
      http.get(searchAddress, ({ request }) => {
        const id = new URL(request.url).searchParams.get('database_config_id') ?? ''
        return HttpResponse.json({ table_names: found[id] ?? ['customers', 'orders'], tables: [] })
      }),
    )
    await search('x')
    await waitFor(() => expect(shown()).toEqual(['customers', 'orders', 'products']))
  })
})

describe('selecting many tables', () => {
  const listed = ['sales.order', 'sales.order_line', 'hr.employee', 'reorder'].map((name) => ({
    ...makeListed(name),
    display_name: name.slice(name.indexOf('.') + 1),
  }))

  it('selects all tables of a schema', async () => {
    const { user } = await openPicker({ tables: listed, areas: [areaOf('hr.employee')] })
    const schema = section().getByRole('combobox', { name: 'Schema' })
    expect(
      within(schema)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All schemas', 'Default schema (1)', 'hr (1)', 'sales (2)'])
    await user.selectOptions(schema, 'sales (2)')
    expect(shown()).toEqual(['order', 'order_line'])
    await user.click(await button('Select all 2 matches'))
    expect(section().getByText('3 of 4 selected')).toBeDefined()
    await user.selectOptions(schema, 'Default schema (1)')
    expect(shown()).toEqual(['reorder'])
    await user.selectOptions(schema, 'All schemas')
    expect(shown()).toHaveLength(4)
  })

  it('selects all tables that start with the search', async () => {
    const { user, search } = await openPicker({ tables: listed, areas: [areaOf('hr.employee')] })
    await search('order')
    await user.click(await button('Select 2 that start with “order”'))
    expect((await row('order_line')).checked).toBe(true)
    expect((await row('reorder')).checked).toBe(false)
  })

  it('selects the tables that are joined to the selected ones', async () => {
    const { user, backend } = await openPicker({ joined: ['orders', 'unlisted'] })
    await user.click(await button('Select joined tables'))
    expect(await section().findByText('Selected 1 joined table.')).toBeDefined()
    expect((await row('orders')).checked).toBe(true)
    await user.click(await button('Clear selection'))
    expect(section().queryByText('Selected 1 joined table.')).toBeNull()
    await user.click(await row('orders'))
    expect(backend.sent.filter(({ call }) => call === 'joined').map(({ body }) => body)).toEqual([
      { database_config_id: 'db1', tables: ['customers'] },
    ])
    await user.click(await button('Select joined tables'))
    expect(await section().findByText('No other tables are joined to the selected ones.')).toBeDefined()
  })

  it('reports that joined tables could not be loaded', async () => {
    const { user } = await openPicker()
    server.use(http.post(at('/api/v1/business-areas/database-tables/joined'), () => speechless()))
    await user.click(await button('Select joined tables'))
    expect(await section().findByText('Could not load the joined tables. Try again.')).toBeDefined()
  })
})

describe('the details of a table', () => {
  it('show its comment, rows, and columns, follow the focus, and close', async () => {
    const { user } = await openPicker({ columns: { orders: ['id', 'total'] } })
    const open = await button('Details of orders')
    await user.click(open)
    expect(open.getAttribute('aria-expanded')).toBe('true')
    const panel = within(await details('orders'))
    expect(await panel.findByText('total')).toBeDefined()
    expect(panel.getByText('What it contains')).toBeDefined()
    expect(panel.getByText('2 columns · about 1,200 rows')).toBeDefined()
    await user.click(await row('products'))
    await user.click(within(await details('products')).getByRole('button', { name: 'Close details' }))
    expect(section().queryByRole('region', { name: /^Details of/ })).toBeNull()
    await user.click(await row('products'))
    expect(section().queryByRole('region', { name: /^Details of/ })).toBeNull()
  })

  it('show the first of many columns until the user asks for all', async () => {
    const columns = Array.from({ length: 300 }, (_, number) => `field_${number}`)
    const { user } = await openPicker({ columns: { orders: columns } })
    await user.click(await button('Details of orders'))
    const panel = within(await details('orders'))
    expect(await panel.findAllByRole('listitem')).toHaveLength(100)
    await user.click(panel.getByRole('button', { name: 'Show all 300 columns' }))
    expect(panel.getAllByRole('listitem')).toHaveLength(300)
  })

  it('can be loaded again after a failure', async () => {
    const { user } = await openPicker()
    server.use(http.get(columnsAddress, () => speechless(), { once: true }))
    await user.click(await button('Details of orders'))
    const panel = within(await details('orders'))
    expect(await panel.findByText('Could not load the columns.')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByText('id')).toBeDefined()
  })
})
