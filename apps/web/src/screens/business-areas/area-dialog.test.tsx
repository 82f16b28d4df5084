import { definitionsSchema, noDefinitions, type RowSecurityRules } from '@parlance/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { areasBackend, makeAreaTable, makeFullArea } from '../../testing/areas-backend.ts'
import { speechless } from '../../testing/databases-backend.ts'
import { makeDatabase, makeExample, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import './areas-screen.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const base = at('/api/v1/business-areas')
const general = makeUser({ role: 'GENERAL' })
const join = {
  join_type: 'INNER' as const,
  left_table: 'orders',
  left_column: 'customer_id',
  right_table: 'customers',
  right_column: 'id',
}
const sales = makeFullArea({ area_name: 'Sales', description: 'What was sold', joins: [join] })

type Options = NonNullable<Parameters<typeof areasBackend>[0]>

async function openDialog(form: string, options: Options = {}, { user = makeUser() } = {}) {
  const backend = areasBackend({ areas: [sales], ...options })
  server.use(...backend.handlers, ...signedInHandlers({ user, databases: [makeDatabase()] }))
  const app = renderApp(`/business-areas?form=${form}`)
  const dialog = await screen.findByRole('dialog')
  return { ...app, backend, dialog }
}
async function openLoaded(form: string, options: Options = {}, who = {}) {
  const opened = await openDialog(form, options, who)
  await screen.findByRole('heading', { name: /^Column-Level Security/ })
  return opened
}
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const listed = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) })
const footer = () => {
  const row = screen.getByRole('button', { name: 'Cancel' }).parentElement as HTMLElement
  return within(row)
    .getAllByRole('button')
    .map((button) => button.textContent)
}

describe('the three modes', () => {
  it('BA-028 BA-033 BA-039 shows the title, the sections in order, and the basic fields in create mode', async () => {
    await openLoaded('new')
    expect(screen.getByRole('heading', { name: 'Create New Business Area' })).toBeDefined()
    const headings = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(headings.filter((heading) => heading !== 'Sales')).toEqual([
      'Basic Information',
      'Tables',
      'Table Relationships (optional)',
      'Row-Level Security (optional)',
      'Column-Level Security (optional)',
    ])
    const basic = within(screen.getByRole('region', { name: 'Basic Information' }))
    for (const label of [/^Name/, /^Description/, /^Standard instructions to the AI/, /^Application/, /^Synonyms/]) {
      expect(basic.getByLabelText(label)).toBeDefined()
    }
    expect(basic.getByRole('group', { name: 'Visibility' })).toBeDefined()
    expect(basic.getByRole('checkbox', { name: 'My default area for this application' })).toBeDefined()
    expect(footer()).toEqual(['Check', 'Cancel', 'Create Business Area'])
  })

  it('BA-042 BA-043 OP-61 starts as private and active, and not as anyone’s default', async () => {
    await openLoaded('new')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Private/ }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /My default area/ }).checked).toBe(false)
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Active/ }).checked).toBe(true)
  })

  it('BA-029 BA-030 BA-034 BA-035 BA-036 loads the area first in edit mode', async () => {
    const answer = Promise.withResolvers<Response>()
    const backend = areasBackend({ areas: [sales] })
    server.use(
      http.get(`${base}/a1`, () => answer.promise),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    expect(await screen.findByText('Loading business area details...')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Edit Business Area' })).toBeDefined()
    answer.resolve(HttpResponse.json(sales))
    expect((await nameField()).value).toBe('Sales')
    expect(screen.queryByText('Loading business area details...')).toBeNull()
    expect(footer()).toEqual(['Delete', 'Check', 'Cancel', 'Save Changes'])
  })

  it('BA-192 reports that the area could not be loaded, and tries again on request', async () => {
    let calls = 0
    const backend = areasBackend({ areas: [sales] })
    server.use(
      http.get(`${base}/a1`, () => (++calls === 1 ? speechless() : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/business-areas?form=a1')
    expect(await screen.findByText('Failed to load business area details')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect((await nameField()).value).toBe('Sales')
  })

  it('BA-004 BA-031 BA-032 BA-034 BA-036 shows a read-only view to users who may not edit the area', async () => {
    const foreign = { ...sales, can_edit: false, is_owner: false, can_manage_access: false }
    await openLoaded('a1', { areas: [foreign] }, { user: general })
    expect(screen.getByRole('heading', { name: 'View Business Area' })).toBeDefined()
    expect(
      screen.getByText(
        'You are viewing this business area in read-only mode. Only the owner or administrators can make changes.',
      ),
    ).toBeDefined()
    expect(footer()).toEqual(['Cancel'])
    expect((await nameField()).readOnly).toBe(true)
    const tables = within(screen.getByRole('region', { name: 'Tables' }))
    expect(tables.getByText('customers')).toBeDefined()
    expect(tables.queryByRole('checkbox')).toBeNull()
    expect(screen.getByText('orders.customer_id = customers.id')).toBeDefined()
  })

  it('BA-005 shows the form for a new area only to administrators', async () => {
    await openDialog('new', {}, { user: general })
    expect(await screen.findByText('Only administrators can create business areas.')).toBeDefined()
  })

  it('BA-037 OP-66 is 700 px wide, and 800 px with an advanced builder open', async () => {
    const { user, dialog } = await openLoaded('a1')
    expect(dialog.style.width).toBe('700px')
    const rows = within(screen.getByRole('region', { name: /^Row-Level Security/ }))
    await user.click(await rows.findByRole('button', { name: 'Advanced Builder' }))
    await waitFor(() => expect(dialog.style.width).toBe('800px'))
  })

  it('BA-038 asks about unsaved input when closing and discards it', async () => {
    const { user } = await openLoaded('a1')
    await user.type(await nameField(), ' changed')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await closed()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect((await nameField()).value).toBe('Sales')
  })

  it('OP-50 closes the dialog on Back', async () => {
    const { app, user, address } = await openLoaded('a1')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await closed()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await nameField()
    expect(address()).toContain('form=a1')
    act(() => app.router.history.back())
    await closed()
  })
})

describe('basic information', () => {
  it('BA-040 BA-062 requires a name and a table', async () => {
    const { user, backend } = await openLoaded('new')
    await user.type(await nameField(), '   ')
    await user.click(screen.getByRole('button', { name: 'Create Business Area' }))
    expect(await screen.findByText('Business area name is required.')).toBeDefined()
    expect(screen.getByText('Please select at least one table.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    expect(backend.calls()).toEqual([])
  })

  it('BA-041 requires an application', async () => {
    const database = makeDatabase({ application_id: null, application: null, application_name: null })
    const backend = areasBackend({})
    server.use(...backend.handlers, ...signedInHandlers({ databases: [database] }))
    const { user } = renderApp('/business-areas?form=new')
    await user.type(await nameField(), 'Sales')
    await user.click(screen.getByRole('button', { name: 'Create Business Area' }))
    expect(await screen.findByText('Please select an application.')).toBeDefined()
    expect(backend.calls()).toEqual([])
  })

  it('BA-007 BA-044 names the editions that include restricted areas', async () => {
    await openLoaded('new', { limits: { edition: 'standard', restricted_visibility_enabled: false } })
    const restricted = screen.getByRole<HTMLInputElement>('radio', { name: /Restricted/ })
    expect(restricted.disabled).toBe(true)
    expect(screen.getByText('Enterprise/Demo only')).toBeDefined()
  })

  it('BA-115 BA-116 BA-117 says who can use the area for each visibility', async () => {
    await openLoaded('new')
    const visibility = within(screen.getByRole('group', { name: 'Visibility' }))
    expect(visibility.getByText('Only the owner')).toBeDefined()
    expect(visibility.getByText('All users in the organization')).toBeDefined()
    expect(visibility.getByText('The owner and users granted access')).toBeDefined()
  })

  it('BA-206 logs applications that could not be loaded instead of showing an error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const backend = areasBackend({ areas: [sales] })
    server.use(
      http.get(at('/api/v1/database-management/applications'), () => speechless()),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    await nameField()
    await waitFor(() => expect(warn).toHaveBeenCalledWith('The applications could not be loaded.', expect.any(Error)))
    expect(screen.queryByRole('alert')).toBeNull()
    warn.mockRestore()
  })
})

describe('creating', () => {
  async function fillIn() {
    const opened = await openLoaded('new', { areas: [] })
    await opened.user.type(await nameField(), '  Sales  ')
    await opened.user.click(await listed('orders'))
    return opened
  }
  const create = () => screen.getByRole('button', { name: 'Create Business Area' })

  it('BA-137 BA-169 sends one request', async () => {
    const { user, backend } = await fillIn()
    await user.click(create())
    await closed()
    expect(backend.sent.filter(({ call }) => call !== 'suggest-joins')).toEqual([
      {
        call: 'create',
        version: null,
        body: {
          area_name: 'Sales',
          description: '',
          ai_instructions: '',
          synonyms: [],
          sample_questions: [],
          is_default: false,
          visibility: 'private',
          application_id: 'app1',
          tables: [{ table_name: 'orders' }],
          joins: [],
          definitions: noDefinitions,
          is_active: true,
        },
      },
    ])
    expect(await screen.findByRole('article', { name: 'Sales' })).toBeDefined()
  })

  it('BA-025 BA-027 OP-66 shows the success message for three seconds', async () => {
    await fillIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    fireEvent.click(create())
    await vi.waitFor(() => expect(screen.getByText('Business area created successfully!')).toBeDefined(), {
      timeout: 60_000,
    })
    await act(() => vi.advanceTimersByTimeAsync(2800))
    expect(screen.getByText('Business area created successfully!')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.queryByText('Business area created successfully!')).toBeNull()
  })

  it('BA-185 BA-186 shows fallback messages in the dialog and on the screen behind it, and keeps the input', async () => {
    const { user } = await fillIn()
    server.use(http.post(`${base}/`, () => speechless()))
    await user.click(create())
    expect(await screen.findByText('Failed to save business area')).toBeDefined()
    expect(screen.getByText('Failed to create business area. Please try again.')).toBeDefined()
    expect((await nameField()).value).toBe('  Sales  ')
  })

  it.each([
    ['detail', () => failure(403, 'The limit is reached.', 'license_limit'), 'The limit is reached.'],
    ['message', () => HttpResponse.json({ message: 'Try later.' }, { status: 503 }), 'Try later.'],
    ['string', () => new HttpResponse('Nothing works.', { status: 500 }), 'Nothing works.'],
  ])('BA-184 BA-185 shows the server’s %s', async (_name, answer, text) => {
    const { user, dialog } = await fillIn()
    server.use(http.post(`${base}/`, answer))
    await user.click(create())
    expect(await within(dialog).findByText(text)).toBeDefined()
  })

  it('skips a second save while one is running', async () => {
    const { user } = await fillIn()
    const answer = Promise.withResolvers<Response>()
    let calls = 0
    server.use(
      http.post(`${base}/`, () => {
        calls += 1
        return answer.promise
      }),
    )
    await user.dblClick(create())
    answer.resolve(HttpResponse.json(sales))
    await closed()
    expect(calls).toBe(1)
  })

  it('shows the server’s problems in the section they belong to', async () => {
    const { user } = await fillIn()
    const problem = {
      severity: 'error',
      section: 'joins',
      rule: null,
      table: 'orders',
      part: 'join_condition',
      message: 'There is no column "day".',
      position: 3,
      database: 'Sample Shop',
    }
    server.use(
      http.post(`${base}/`, () =>
        HttpResponse.json(
          { detail: 'This area has problems.', code: 'bad_request', request_id: 'r', problems: [problem] },
          { status: 422 },
        ),
      ),
    )
    await user.click(create())
    const joins = within(screen.getByRole('region', { name: /^Table Relationships/ }))
    expect(await joins.findByText(/There is no column "day"\. \(in Sample Shop\)/)).toBeDefined()
    expect(screen.getAllByText('This area has problems.').length).toBeGreaterThan(0)
  })
})

describe('editing', () => {
  it('BA-138 BA-170 BA-171 saves details, tables, joins and rules with one request and the version that was loaded', async () => {
    const { user, backend } = await openLoaded('a1')
    await user.clear(await nameField())
    await user.type(await nameField(), 'Sales 2')
    await user.click(await listed('products'))
    await user.click(save())
    await closed()
    expect(backend.sent.filter(({ call }) => call !== 'suggest-joins')).toEqual([
      {
        call: 'update',
        version: '"1"',
        body: {
          area_name: 'Sales 2',
          description: 'What was sold',
          ai_instructions: '',
          synonyms: [],
          sample_questions: [],
          is_default: false,
          visibility: 'public',
          is_active: true,
          application_id: 'app1',
          tables: [{ table_name: 'customers' }, { table_name: 'orders' }, { table_name: 'products' }],
          joins: [join],
          definitions: noDefinitions,
          row_security_rules: {},
          column_security_rules: {},
        },
      },
    ])
    expect(await screen.findByText('Business area updated successfully!')).toBeDefined()
  })

  const failAt = (step: string | undefined, detail?: string) =>
    http.put(`${base}/:id`, () => HttpResponse.json({ step, detail }, { status: 500 }), { once: true })

  it.each([
    ['BA-187', undefined, 'Failed to update business area'],
    ['BA-187', 'basic', 'Failed to update business area'],
    ['BA-193', 'tables', 'Failed to update tables'],
    ['BA-194', 'joins', 'Failed to update joins'],
    ['BA-191', 'access', 'Failed to revoke access'],
  ])('BA-139 %s the step %s shows its own message, and nothing is lost', async (_row, step, text) => {
    const { user } = await openLoaded('a1')
    server.use(failAt(step))
    await user.type(await nameField(), '!')
    await user.click(save())
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByText('Nothing was saved.')).toBeDefined()
    expect((await nameField()).value).toBe('Sales!')
  })

  it('BA-139 shows the step that failed with the reason, and saves everything at the next try', async () => {
    const { user, backend } = await openLoaded('a1')
    server.use(failAt('tables', 'Out of order.'))
    await user.type(await nameField(), '!')
    await user.click(save())
    expect(await screen.findByText('Out of order.')).toBeDefined()
    expect(screen.getByText('Failed to update tables')).toBeDefined()
    await user.click(save())
    await closed()
    expect(backend.sent.find(({ call }) => call === 'update')).toMatchObject({
      version: '"1"',
      body: { area_name: 'Sales!' },
    })
  })

  it('BA-195 says that everything was saved if only the answer failed, and offers to reload', async () => {
    const { user } = await openLoaded('a1')
    server.use(failAt('reload'))
    await user.type(await nameField(), '!')
    await user.click(save())
    expect(await screen.findByText('Failed to retrieve updated business area')).toBeDefined()
    expect(screen.getByText('Everything was saved.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  })

  it('BA-204 reports that a join could not be removed', async () => {
    const { user } = await openLoaded('a1')
    server.use(failAt('joins'))
    await user.click(screen.getByRole('button', { name: 'Remove join 1' }))
    await user.click(save())
    expect(await screen.findByText('Failed to remove join')).toBeDefined()
  })

  it('BA-203 reports that a join could not be added', async () => {
    const { user } = await openLoaded('a1', { areas: [{ ...sales, joins: [] }], suggested: [join] })
    server.use(failAt('joins'))
    await user.click(await screen.findByRole('button', { name: 'Add orders.customer_id = customers.id' }))
    await user.click(save())
    expect(await screen.findByText('Failed to add join')).toBeDefined()
  })

  it('asks once before removing a table, and removes the relationships, rules, definitions, and examples that use it', async () => {
    const row_security_rules: RowSecurityRules = {
      rules: [
        { name: 'Own region', tables: { customers: { condition: "region = 'north'" } } },
        { name: 'Open', tables: { orders: { condition: 'open' }, customers: { condition: 'open' } } },
      ],
    }
    const definitions = definitionsSchema.parse({
      filters: [{ name: 'Active', table: 'customers', condition: 'is_active = 1' }],
    })
    const { user, backend } = await openLoaded('a1', { areas: [{ ...sales, row_security_rules, definitions }] })
    const example = makeExample({ id: 'e1', question: 'How many customers?', sql_query: 'SELECT 1 FROM "Customers"' })
    const other = makeExample({ id: 'e2', sql_query: "SELECT 'customers' FROM orders" })
    server.use(http.get(at('/api/v1/examples'), () => HttpResponse.json([example, other])))
    await user.click(await listed('customers'))
    await user.click(save())
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(
      'Saving removes customers and what uses it: 1 relationship. 2 rules: Own region, Open. One definition: Active. One verified example: How many customers?',
    )
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(backend.calls()).not.toContain('update')
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Remove and save' }))
    await closed()
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toMatchObject({
      tables: [{ table_name: 'orders' }],
      joins: [],
      row_security_rules: { rules: [{ name: 'Open', tables: { orders: { condition: 'open' } } }] },
      definitions: { filters: [] },
      removed_examples: ['e1'],
    })
  })

  it('offers to reload another user’s changes, and asks before it discards input', async () => {
    const { user, backend } = await openLoaded('a1')
    await user.type(await nameField(), ' mine')
    backend.areas[0] = { ...sales, area_name: 'Sales theirs', version: 7 }
    await user.click(save())
    const reload = await screen.findByRole('button', { name: 'Reload' })
    await user.click(reload)
    expect(await screen.findByText('Reload this business area? Your unsaved changes will be lost.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await nameField()).value).toBe('Sales mine')
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reload' }))
    await waitFor(async () => expect((await nameField()).value).toBe('Sales theirs'))
    await user.type(await nameField(), '!')
    await user.click(save())
    await closed()
    expect(backend.sent.at(-1)?.version).toBe('"7"')
  })

  it('OP-61 OP-62 deactivates the area and moves it to another application', async () => {
    const { user, backend } = await openLoaded('a1')
    await user.click(screen.getByRole('switch', { name: /^Active/ }))
    await user.selectOptions(screen.getByLabelText('Application'), 'app2')
    await user.click(save())
    await closed()
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toMatchObject({
      is_active: false,
      application_id: 'app2',
    })
  })

  it('BA-144 BA-034 deletes the area after asking', async () => {
    const { user, backend } = await openLoaded('a1')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(
      await screen.findByText('Are you sure you want to delete this business area? This action cannot be undone.'),
    ).toBeDefined()
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }))
    await closed()
    expect(backend.calls()).toEqual(['delete a1'])
    expect(await screen.findByText('Business area deleted successfully!')).toBeDefined()
  })

  it('keeps the warnings of a save on screen', async () => {
    const { user } = await openLoaded('a1')
    const warning = {
      severity: 'warning',
      section: 'tables',
      rule: null,
      table: 'orders',
      part: 'table',
      message: 'Not there.',
      position: null,
      database: 'Archive',
    }
    server.use(http.put(`${base}/:id`, () => HttpResponse.json({ ...sales, warnings: [warning] })))
    await user.type(await nameField(), '!')
    await user.click(save())
    await closed()
    expect(await screen.findByText(/Not there\. \(in Archive\)/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/Not there\./)).toBeNull()
  })

  it('checks the draft without saving it', async () => {
    const { user, backend } = await openLoaded('a1')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('Checked against 1 database. No problems found.')).toBeDefined()
    expect(backend.calls()).toEqual(['check'])
  })

  it('marks tables that no longer exist', async () => {
    const gone = makeAreaTable({ table_name: 'returns', is_missing: true, object_type: null })
    await openLoaded('a1', { areas: [{ ...sales, tables: [...sales.tables, gone] }] })
    expect(await screen.findByText(/missing from every database, so questions that need/)).toBeDefined()
  })
})
