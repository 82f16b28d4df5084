import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areasBackend, makeAreaTable, makeFullArea, makeListed } from '../../../testing/areas-backend.ts'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const base = at('/api/v1/business-areas')
const listAddress = `${base}/database-tables`
const areaOf = (...names: string[]) =>
  makeFullArea({ tables: names.map((name) => makeAreaTable({ table_name: name })) })

type Options = NonNullable<Parameters<typeof areasBackend>[0]>

async function openDialog(form: 'new' | 'a1', options: Options = {}, { databases = [makeDatabase()] } = {}) {
  const backend = areasBackend({ areas: [areaOf('customers', 'orders')], ...options })
  server.use(...backend.handlers, ...signedInHandlers({ databases, user: makeUser() }))
  const app = renderApp(`/business-areas?form=${form}`)
  await screen.findByRole('region', { name: 'Tables' })
  return { ...app, backend }
}
const section = () => within(screen.getByRole('region', { name: 'Tables' }))
const available = () => within(screen.getByRole('list', { name: 'Available tables' }))
const modeButton = (name: string) => section().findByRole('button', { name })
const listed = (name: string) => section().findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) })
const textField = () => section().findByLabelText<HTMLTextAreaElement>('Table names')
const save = () => screen.getByRole('button', { name: /Save Changes|Create Business Area/ })
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('text mode', () => {
  it('BA-045 takes comma-separated names', async () => {
    const { user, backend } = await openDialog('new', { areas: [] })
    await user.click(await modeButton('Type names'))
    const field = await textField()
    expect(field.placeholder).toBe('customers, orders, products, order_items')
    await user.type(field, 'customers, ORDERS')
    await user.type(screen.getByLabelText('Name'), 'Sales')
    await user.click(save())
    await waitFor(() => expect(backend.calls()).toEqual(['create']))
    expect(backend.sent.find(({ call }) => call === 'create')?.body).toMatchObject({
      tables: [{ table_name: 'customers' }, { table_name: 'orders' }],
    })
  })

  it('BA-047 keeps both ways in sync', async () => {
    const { user } = await openDialog('a1')
    await user.click(await listed('products'))
    await user.click(await modeButton('Type names'))
    expect((await textField()).value).toBe('customers, orders, products')
    await user.clear(await textField())
    await user.type(await textField(), 'order_items')
    await user.click(await modeButton('Pick from a list'))
    expect((await listed('order_items')).checked).toBe(true)
    expect((await listed('customers')).checked).toBe(false)
  })

  it('keeps names with commas, spaces and quotes intact when switching back and forth', async () => {
    const odd = ['a, b', 'my table', 'say "hi"', '"quoted"', 'ünï "x", y']
    const { user, backend } = await openDialog('a1', {
      areas: [areaOf(...odd)],
      tables: odd.map((name) => makeListed(name)),
    })
    await user.click(await modeButton('Pick from a list'))
    expect((await listed('my table')).checked).toBe(true)
    await user.click(await modeButton('Type names'))
    await user.click(save())
    await waitFor(() => expect(backend.calls()).toContain('update'))
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toHaveProperty(
      'tables',
      odd.map((name) => ({ table_name: name })),
    )
  })

  it('BA-063 BA-064 BA-065 ignores case and blocks saving names that match nothing', async () => {
    const { user, backend } = await openDialog('new', { areas: [] })
    await user.type(screen.getByLabelText('Name'), 'Sales')
    await user.click(await modeButton('Type names'))
    await user.type(await textField(), 'Customers, clients, orderz')
    await user.click(save())
    expect(await section().findByText('Invalid tables: clients, orderz')).toBeDefined()
    expect(screen.getByText('Some table names are invalid. Please check and correct them.')).toBeDefined()
    expect(backend.calls()).toEqual([])
    await user.click(section().getByRole('button', { name: 'Remove invalid names' }))
    expect((await textField()).value).toBe('Customers')
    await user.click(save())
    await waitFor(() => expect(backend.calls()).toEqual(['create']))
  })

  it('BA-066 validates when the field loses the focus', async () => {
    const { user } = await openDialog('new')
    await user.click(await modeButton('Type names'))
    const field = await textField()
    fakeTimers()
    fireEvent.change(field, { target: { value: 'clients' } })
    expect(section().queryByText('Invalid tables: clients')).toBeNull()
    fireEvent.blur(field)
    expect(section().getByText('Invalid tables: clients')).toBeDefined()
  })

  it('BA-067 validates 500 ms after typing stops', async () => {
    const { user } = await openDialog('new')
    await user.click(await modeButton('Type names'))
    const field = await textField()
    fakeTimers()
    fireEvent.change(field, { target: { value: 'client' } })
    await advance(400)
    fireEvent.change(field, { target: { value: 'clients' } })
    await advance(490)
    expect(section().queryByText(/Invalid tables/)).toBeNull()
    await advance(20)
    expect(section().getByText('Invalid tables: clients')).toBeDefined()
  })
})

describe('the list', () => {
  it('BA-046 BA-048 BA-050 is searchable and shows a badge for each kind, and counts', async () => {
    const { user } = await openDialog('a1', {
      tables: [
        makeListed('customers'),
        makeListed('orders'),
        makeListed('best', 'VIEW'),
        makeListed('alias', 'SYNONYM'),
      ],
    })
    await listed('best')
    expect(
      available()
        .getAllByTitle(/^(Table|View|Synonym)$/)
        .map((badge) => badge.textContent),
    ).toEqual(['T', 'T', 'V', 'S'])
    expect(section().getByText('2 of 4 selected')).toBeDefined()
    await user.type(section().getByRole('searchbox', { name: 'Search tables' }), 'ORD')
    await waitFor(() => expect(section().queryByText('best')).toBeNull())
    expect(await listed('orders')).toBeDefined()
  })

  it('BA-053 says that nothing was found', async () => {
    const { user } = await openDialog('a1')
    await listed('orders')
    await user.type(section().getByRole('searchbox', { name: 'Search tables' }), 'zzz')
    expect(await section().findByText('No tables match your search.')).toBeDefined()
  })

  it('BA-052 says that there are no tables', async () => {
    await openDialog('new', { tables: [] })
    expect(await section().findByText('No tables available. Please check your database connection.')).toBeDefined()
  })

  it('BA-049 BA-051 OP-21 shows 50 of ten thousand tables, and five of the selected ones', async () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => makeListed(`table_${at}`))
    const { user } = await openDialog('a1', {
      tables,
      areas: [areaOf(...tables.slice(0, 7).map((table) => table.table_name))],
    })
    await listed('table_0')
    expect(available().getAllByRole('listitem')).toHaveLength(50)
    expect(section().getByText('Showing 50 of 10,000 tables. Use search to find specific tables.')).toBeDefined()
    expect(section().getByText('7 of 10,000 selected')).toBeDefined()
    const summary = section().getByText('Selected tables:').parentElement?.textContent
    expect(summary).toBe('Selected tables: table_0table_1table_2table_3table_4and 2 more')
    await user.type(section().getByRole('searchbox', { name: 'Search tables' }), 'table_99')
    expect(await section().findByText('Showing 50 of 111 tables. Use search to find specific tables.')).toBeDefined()
    await user.click(section().getByRole('button', { name: 'Select all 111 matches' }))
    expect(await section().findByText('118 of 10,000 selected')).toBeDefined()
  })

  it('BA-060 scrolls the list', async () => {
    await openDialog('a1')
    expect((await section().findByRole('list', { name: 'Available tables' })).tabIndex).toBe(0)
  })

  it('BA-068 BA-009 blocks saving above the edition’s limit of tables', async () => {
    const { user, backend } = await openDialog('a1', { limits: { edition: 'personal', max_tables_per_area: 2 } })
    await user.click(await listed('products'))
    const text = 'Maximum 2 tables allowed per business area in personal edition'
    expect(await section().findByText(text)).toBeDefined()
    await user.click(save())
    expect(backend.calls()).toEqual([])
    await user.click(await listed('products'))
    expect(section().queryByText(text)).toBeNull()
  })
})

describe('reading the list', () => {
  it('BA-054 BA-055 BA-056 BA-057 shows steps and progress, then the number of tables', async () => {
    const answer = Promise.withResolvers<Response>()
    const backend = areasBackend({ areas: [areaOf('customers')] })
    server.use(
      http.get(listAddress, () => answer.promise),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    fakeTimers()
    renderApp('/business-areas?form=a1')
    const bar = await vi.waitFor(
      () => {
        const found = screen.queryByRole<HTMLProgressElement>('progressbar', { name: 'Loading tables' })
        if (found === null) throw new Error('no progress yet')
        return found
      },
      { timeout: 60_000 },
    )
    await vi.waitFor(() => expect(section().getByText('Connecting to database')).toBeDefined(), { timeout: 60_000 })
    const start = bar.value
    await advance(200)
    expect(bar.value).toBe(start + 10)
    await advance((30 - bar.value) * 20)
    expect(bar.value).toBe(30)
    expect(section().getByText('Fetching table metadata')).toBeDefined()
    await advance(600)
    expect(bar.value).toBe(60)
    expect(section().getByText('Processing table information')).toBeDefined()
    await advance(2000)
    expect(bar.value).toBe(90)
    answer.resolve(HttpResponse.json({ tables: [makeListed('customers')], total_count: 1 }))
    await vi.waitFor(() => expect(section().getByText('Loaded 1 tables successfully!')).toBeDefined(), {
      timeout: 60_000,
    })
  })

  it('BA-058 BA-059 BA-061 BA-199 shows a failure for three seconds, then in short, and lists the area’s own tables', async () => {
    const answer = Promise.withResolvers<Response>()
    const backend = areasBackend({ areas: [areaOf('customers', 'archive')] })
    server.use(
      http.get(listAddress, () => answer.promise),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    await screen.findByRole('progressbar', { name: 'Loading tables' })
    fakeTimers()
    answer.resolve(speechless())
    const text = 'Failed to load tables. Please check your database connection.'
    await vi.waitFor(() => expect(section().getByText(text)).toBeDefined(), { timeout: 60_000 })
    await advance(2900)
    expect(section().getByText(text)).toBeDefined()
    await advance(200)
    expect(section().queryByText(text)).toBeNull()
    expect(section().getByText('Failed to load tables')).toBeDefined()
    vi.useRealTimers()
    expect((await listed('archive')).checked).toBe(true)
    expect(section().getByText('2 of 2 selected')).toBeDefined()
  })

  it('BA-197 says that there is no database to read the tables from', async () => {
    await openDialog('a1', {}, { databases: [makeDatabase({ is_valid: false })] })
    expect(await section().findByText('Unable to load tables - no database access')).toBeDefined()
  })

  it('BA-197 says so too if the database denies access', async () => {
    const backend = areasBackend({ areas: [areaOf('customers')] })
    server.use(
      http.get(listAddress, () => failure(403, 'No.', 'forbidden')),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    expect(await screen.findByText('Unable to load tables - no database access')).toBeDefined()
  })

  it('BA-198 says that the databases could not be determined', async () => {
    const backend = areasBackend({ areas: [areaOf('customers')] })
    server.use(
      http.get(at('/api/v1/database-management/configurations'), () => speechless()),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    expect(await screen.findByText('Failed to load database information')).toBeDefined()
  })
})

describe('how an existing area opens', () => {
  it.each([
    ['BA-128 a name with a comma', ['a,b'], ['a,b']],
    ['BA-128 a name with a space', ['a b'], ['a b']],
    ['BA-129 a name that is not in the list', ['gone'], ['orders']],
    ['BA-130 no tables', [], ['orders']],
  ])('%s: opens as text', async (_row, names, tables) => {
    await openDialog('a1', { areas: [areaOf(...names)], tables: tables.map((name) => makeListed(name)) })
    expect(await textField()).toBeDefined()
  })

  it('BA-130 opens everything else as a list', async () => {
    await openDialog('a1')
    expect((await listed('orders')).checked).toBe(true)
    expect(section().queryByLabelText('Table names')).toBeNull()
  })
})

describe('descriptions and synonyms', () => {
  const open = async (options: Options = {}) => {
    const opened = await openDialog('a1', { columns: { orders: ['id', 'total'] }, ...options })
    await opened.user.click(await section().findByRole('button', { name: /^Descriptions and synonyms/ }))
    return opened
  }

  it('saves hints of tables and columns, whose names are loaded when the panel opens', async () => {
    const { user, backend } = await open()
    await user.click(section().getByRole('button', { name: 'orders' }))
    await user.type(section().getByLabelText(/^Description of orders/), 'What was bought')
    await user.type(section().getByLabelText(/^Synonyms for orders/), 'sales, purchases')
    const columns = within(await section().findByRole('group', { name: 'Columns of orders' }))
    await user.type(columns.getByLabelText('Description of total'), 'With tax')
    await user.type(columns.getByLabelText('Synonyms for total'), 'amount,')
    await user.click(save())
    await waitFor(() => expect(backend.calls()).toContain('update'))
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toHaveProperty('tables', [
      { table_name: 'customers' },
      {
        table_name: 'orders',
        description: 'What was bought',
        synonyms: ['sales', 'purchases'],
        columns: [{ name: 'total', description: 'With tax', synonyms: ['amount'] }],
      },
    ])
  })

  it('BA-206 logs columns that cannot be read instead of showing an error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { user } = await open()
    server.use(http.get(at('/api/v1/database-management/tables/:table/columns'), () => speechless()))
    await user.click(section().getByRole('button', { name: 'orders' }))
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('The columns of a table could not be read.', expect.any(Error)),
    )
    expect(section().queryByRole('alert')).toBeNull()
    warn.mockRestore()
  })

  it('lets an administrator confirm a view whose definition cannot be read', async () => {
    const { user, backend } = await open({
      areas: [areaOf('orders', 'best')],
      tables: [makeListed('orders'), makeListed('best', 'VIEW')],
    })
    await user.click(section().getByRole('button', { name: 'best' }))
    await user.click(section().getByRole('checkbox', { name: /I checked what best shows/ }))
    await user.click(save())
    await waitFor(() => expect(backend.calls()).toContain('update'))
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toHaveProperty('tables', [
      { table_name: 'orders' },
      { table_name: 'best', confirmed: true },
    ])
  })
})
