import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTranslations } from '../../lib/i18n.ts'
import {
  databasesBackend,
  makeCatalogue,
  makeGrant,
  passedTest,
  refusal,
  refusedTest,
  speechless,
} from '../../testing/databases-backend.ts'
import { makeArea, makeDatabase, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const base = at('/api/v1/database-management')
const inactive = makeDatabase({ id: 'db2', name: 'Ledger', is_active: false })
const untested = makeDatabase({ id: 'db3', name: 'Raw', is_active: false, is_valid: false, last_tested: null })
const sheets = makeDatabase({
  id: 'gs',
  name: 'Plan',
  db_type: 'googlesheets',
  is_active: false,
  database: null,
  spreadsheet_id: '1fX9',
  sync_on_connect: true,
  auto_sync_interval: 60,
})

type Options = Parameters<typeof databasesBackend>[0]

async function openPage(options: Options = {}, address = '/databases') {
  const backend = databasesBackend(options)
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp(address)
  await screen.findByRole('heading', { name: 'Databases' })
  return { ...app, backend }
}
const card = (name: string) => screen.findByRole('article', { name })
const button = async (of: string, name: string) => within(await card(of)).getByRole('button', { name })
const answer = (name: string) => screen.findByRole('button', { name })
async function fillSqlite(user: Awaited<ReturnType<typeof openPage>>['user'], name = 'HR') {
  await user.click(await screen.findByRole('button', { name: 'New Database' }))
  await user.type(await screen.findByLabelText('Name'), name)
  await user.click(screen.getByRole('radio', { name: 'SQLite' }))
}
const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

describe('the screen', () => {
  it('AC-312 redirects users who are not administrators to the chat', async () => {
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => HttpResponse.json([])),
      http.post(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new HttpResponse(null, { status: 500 })),
      ...signedInHandlers({ user: makeUser({ role: 'GENERAL' }) }),
    )
    const { address } = renderApp('/databases')
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
  })

  it('AC-314 AC-315 AC-316 has the button, the link back and the cards; AC-313 the form states its purpose', async () => {
    const { user, address } = await openPage()
    expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/chat')
    expect(await card('Sample Shop')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    expect(await screen.findByRole('heading', { name: 'New Database Configuration' })).toBeDefined()
    expect(address()).toBe('/databases?form=new')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await button('Sample Shop', 'Edit'))
    expect(await screen.findByRole('heading', { name: 'Edit Database Configuration' })).toBeDefined()
    expect(address()).toBe('/databases?form=db1')
  })

  it('AC-317 says that it is loading, AC-380 that this failed, and tries again', async () => {
    const asked = Promise.withResolvers<Response>()
    let calls = 0
    server.use(
      http.get(`${base}/configurations`, () => (++calls === 1 ? asked.promise : undefined)),
      http.get(`${base}/health-checks`, () => HttpResponse.json({ interval: 'off' })),
      ...signedInHandlers(),
    )
    const { user } = renderApp('/databases')
    expect(await screen.findByText('Loading configurations...')).toBeDefined()
    asked.resolve(speechless())
    expect(await screen.findByText('Failed to load configurations')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await card('Sample Shop')).toBeDefined()
  })

  it('AC-016 AC-380 prefers the server’s message', async () => {
    server.use(
      http.get(`${base}/configurations`, () => refusal('The store is being moved.', 503)),
      ...signedInHandlers(),
    )
    renderApp('/databases')
    expect(await screen.findByText('The store is being moved.')).toBeDefined()
    expect(screen.queryByText('Failed to load configurations')).toBeNull()
  })

  it('AC-318 says what to do if there are none', async () => {
    await openPage({ databases: [] })
    expect(await screen.findByText('No database configurations found.')).toBeDefined()
    expect(screen.getByText('Click "New Database" to create your first configuration.')).toBeDefined()
  })
})

describe('a card', () => {
  it('AC-319 AC-322 shows name, type, host, database, validity, last test and created date', async () => {
    const database = makeDatabase({
      name: 'Northwind',
      db_type: 'postgresql',
      host: 'db.example.com',
      port: 5432,
      database: 'northwind',
      application_name: 'Trade',
    })
    await openPage({ databases: [database] })
    const shown = await card('Northwind')
    for (const text of [
      /PostgreSQL · Application: Trade/,
      'db.example.com:5432 / northwind',
      'Ready',
      /^Last tested: Jan 1/,
    ]) {
      expect(within(shown).getByText(text)).toBeDefined()
    }
    expect(within(shown).getByText('Created: Jan 1, 2026')).toBeDefined()
  })

  it('AC-320 shows Local if there is no host', async () => {
    await openPage()
    expect(within(await card('Sample Shop')).getByText('Local / sample.sqlite')).toBeDefined()
  })

  it('shows the endpoint of a cloud warehouse, the areas that use it, and when it was last asked', async () => {
    const warehouse = makeDatabase({
      db_type: 'snowflake',
      endpoint: 'acme-eu.snowflakecomputing.com',
      database: 'EVENTS',
    })
    const other = makeDatabase({ id: 'db2', name: 'Ledger', application_id: 'app2' })
    await openPage({
      databases: [warehouse, other],
      areas: ['Sales', 'Returns', 'Stock', 'HR'].map((name) => makeArea({ area_id: name, area_name: name })),
      uses: [{ id: 'db1', last_asked_at: '2026-01-05T10:00:00.000Z' }],
    })
    const shown = within(await card('Sample Shop'))
    expect(shown.getByText('acme-eu.snowflakecomputing.com / EVENTS')).toBeDefined()
    expect(await shown.findByText(/^Used by Sales, Returns, Stock, and 1 more · Last asked: Jan 5/)).toBeDefined()
    expect(within(await card('Ledger')).getByText('Used by no business area · Never asked')).toBeDefined()
  })

  it('AC-321 AC-331 AC-332 has the badges Active, Public and Restricted, and marks the selected one', async () => {
    const restricted = makeDatabase({ id: 'r', name: 'People', is_active: false, visibility: 'restricted' })
    await openPage({ databases: [makeDatabase(), restricted] })
    const active = within(await card('Sample Shop'))
    expect(active.getByText('Active')).toBeDefined()
    expect(active.getByText('Public')).toBeDefined()
    expect(active.getByText('Currently selected for queries')).toBeDefined()
    const other = within(await card('People'))
    expect(other.queryByText('Active')).toBeNull()
    expect(other.getByText('Restricted')).toBeDefined()
    expect(other.getByText('Available for selection')).toBeDefined()
  })

  it('AC-323 OP-11 names the owner of another user’s database, up to the @', async () => {
    await openPage({ databases: [makeDatabase({ is_owner: false, owner_name: 'bea@example.com' })] })
    expect(within(await card('Sample Shop')).getByText(/Owner: bea$/)).toBeDefined()
  })

  it.each([
    ['syncing', 'Syncing', 'warning'],
    ['synced', 'Synced', 'success'],
    ['error', 'Sync error', 'danger'],
    ['paused', 'paused', 'secondary'],
    [null, 'Not synced', 'secondary'],
  ])('AC-324 AC-325 shows the sync status %s as a badge', async (status, text, tone) => {
    await openPage({ databases: [{ ...sheets, sync_status: status }] })
    expect(within(await card('Plan')).getByText(text).dataset.tone).toBe(tone)
    expect(within(await card('Plan')).getByText('Never synced')).toBeDefined()
  })

  it('AC-326 AC-327 AC-328 AC-330 shows the actions that its kind, state and owner allow', async () => {
    const restricted = makeDatabase({ id: 'r', name: 'People', is_active: false, visibility: 'restricted' })
    const foreign = { ...restricted, id: 'f', name: 'Foreign', can_manage: false, can_manage_access: false }
    await openPage({ databases: [makeDatabase(), restricted, foreign, sheets] })
    const actions = async (name: string) =>
      within(await card(name))
        .getAllByRole('button')
        .map((element) => element.textContent)
    expect(await actions('Sample Shop')).toEqual(['Details', 'Test', 'Edit'])
    expect(await actions('People')).toEqual(['Details', 'Manage Access', 'Delete', 'Test', 'Edit', 'Activate'])
    expect(await actions('Foreign')).toEqual(['Details', 'Activate'])
    expect(await actions('Plan')).toEqual(['Details', 'Sync', 'Delete', 'Test', 'Edit', 'Activate'])
  })

  it('R02 keeps the warning that the account can do more than read', async () => {
    await openPage({ databases: [makeDatabase({ warnings: ['The account can write.'] })] })
    expect(within(await card('Sample Shop')).getByText('The account can write.')).toBeDefined()
  })

  it('shows warnings about the account in the user’s language', async () => {
    const pattern = 'The account can write to {n, plural, one {# table} other {# tables}}.'
    const texts = { [pattern]: 'Das Konto kann in {n, plural, one {# Tabelle} other {# Tabellen}} schreiben.' }
    await startTranslations({ language: 'de', texts })
    const warnings = ['The account can write to 3 tables.', 'The account can write.']
    const warning_messages = [{ text: pattern, values: { n: 3 } }, { text: 'The account can write.' }]
    await openPage({ databases: [makeDatabase({ warnings, warning_messages })] })
    expect(within(await card('Sample Shop')).getByText('Das Konto kann in 3 Tabellen schreiben.')).toBeDefined()
    expect(within(await card('Sample Shop')).getByText('The account can write.')).toBeDefined()
    await startTranslations()
  })

  it('shows any name as text, and a kind that only a newer server knows', async () => {
    const name = `<img src=x onerror="alert(1)"> ${'very long '.repeat(18)}`.trim()
    await openPage({ databases: [makeDatabase({ name, db_type: 'duckdb' })] })
    const shown = await card(name)
    expect(within(shown).getByText(name).tagName).toBe('BDI')
    expect(within(shown).getByText(/^duckdb/)).toBeDefined()
    expect(shown.querySelector('img')).toBeNull()
  })

  it('shows in the details the limits of its kind, the state of its tables and what changed', async () => {
    const changes = {
      found_at: '2026-01-02T09:00:00.000Z',
      since: '2026-01-01T09:00:00.000Z',
      added: { count: 1, tables: ['returns'] },
      removed: { count: 0, tables: [] },
      changed: {
        count: 1,
        tables: [{ table: 'orders', added_columns: ['note'], removed_columns: ['fax'], changed_columns: [] }],
      },
    }
    const { user, backend } = await openPage({
      databases: [makeDatabase({ db_type: 'sqlserver' })],
      catalogue: () => makeCatalogue({ changes }),
    })
    await user.click(await button('Sample Shop', 'Details'))
    const details = within(await screen.findByRole('region', { name: 'Details of Sample Shop' }))
    expect(details.getByText(/^Read-only sessions are not supported/)).toBeDefined()
    expect(await details.findByText(/^6 tables · 30 columns · Last read: Jan 2/)).toBeDefined()
    expect(details.getByText('Added: returns')).toBeDefined()
    expect(details.getByText('Changed: orders (+note, −fax)')).toBeDefined()
    await user.click(details.getByRole('button', { name: 'Refresh tables' }))
    await waitFor(() => expect(backend.calls()).toEqual(['refresh']))
  })
})

describe('many databases', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    makeDatabase({ id: `d${index}`, name: `Store ${index}`, is_active: index === 0 }),
  )

  it('shows fifty of five hundred at a time, and finds any of them by name', async () => {
    const { user } = await openPage({ databases: many })
    await card('Store 49')
    expect(screen.getAllByRole('article')).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
    expect(screen.getAllByRole('article')).toHaveLength(100)
    await user.click(screen.getByRole('searchbox', { name: 'Search databases' }))
    await user.paste('store 499')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(await card('Store 499')).toBeDefined()
    await user.clear(screen.getByRole('searchbox'))
    await user.paste('none such')
    expect(await screen.findByText(/No databases match "none such"/)).toBeDefined()
  })
})

describe('the form', () => {
  it('AC-334 AC-340 offers the eleven types in the documented order, and three visibilities', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    const types = within(await screen.findByRole('group', { name: 'Database type' })).getAllByRole('radio')
    expect(
      types.map((type) => type.closest('label')?.querySelector(':scope > span:last-child')?.textContent.trim()),
    ).toEqual([
      'PostgreSQL',
      'MySQL',
      'SQL Server',
      'Oracle',
      'SQLite',
      'Snowflake',
      'BigQuery',
      'Dremio',
      'MongoDB',
      'SAP HANA',
      'Google Sheets',
    ])
    const visibility = within(screen.getByRole('group', { name: 'Visibility' }))
    expect(visibility.getAllByRole('radio').map((choice) => (choice as HTMLInputElement).value)).toEqual([
      'private',
      'public',
      'restricted',
    ])
  })

  it('AC-336 AC-337 AC-335 shows default ports, the port of a Dremio driver, and what MongoDB needs', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
    const port = () => screen.getByLabelText<HTMLInputElement>('Port').value
    expect(port()).toBe('5432')
    await user.click(screen.getByRole('radio', { name: 'Dremio' }))
    expect(port()).toBe('31010')
    await user.selectOptions(screen.getByLabelText('Driver type'), 'flight')
    expect(port()).toBe('32010')
    await user.selectOptions(screen.getByLabelText('Driver type'), 'odbc')
    expect(port()).toBe('31010')
    expect(screen.getByLabelText<HTMLInputElement>('ODBC driver name').value).toBe('Dremio ODBC Driver')
    await user.click(screen.getByRole('radio', { name: 'MongoDB' }))
    expect(screen.getByText(/MongoDB needs a BI Connector/)).toBeDefined()
  })

  it('AC-350 AC-351 AC-356 asks only for the file of SQLite', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.click(await screen.findByRole('radio', { name: 'PostgreSQL' }))
    await user.type(screen.getByLabelText('Host'), 'h')
    await user.click(screen.getByRole('radio', { name: 'SQLite' }))
    for (const gone of ['Host', 'Port', 'Username', 'Password']) expect(screen.queryByLabelText(gone)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Database file').value).toBe('./database.db')
    await user.click(screen.getByRole('radio', { name: 'PostgreSQL' }))
    expect(screen.getByLabelText<HTMLInputElement>('Host').value).toBe('')
  })

  it('AC-341 AC-342 AC-343 AC-344 AC-345 AC-352 shows the fields of Google Sheets with their defaults', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.click(await screen.findByRole('radio', { name: 'Google Sheets' }))
    expect(screen.getByLabelText('Spreadsheet ID')).toBeDefined()
    expect(screen.getByLabelText('Credentials file')).toBeDefined()
    expect(screen.getByLabelText<HTMLSelectElement>('Authentication').value).toBe('service_account')
    expect(screen.getByLabelText<HTMLInputElement>('Sync on connect').checked).toBe(true)
    const interval = screen.getByLabelText<HTMLInputElement>('Sync interval (minutes)')
    expect([interval.value, interval.min]).toEqual(['0', '0'])
    expect(screen.queryByLabelText('Host')).toBeNull()
  })

  it('AC-346 AC-347 AC-348 shows the fields of Oracle, Thin with SID first, and of Dremio', async () => {
    const { user } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.click(await screen.findByRole('radio', { name: 'Oracle' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Thin' }).checked).toBe(true)
    expect(screen.getByLabelText<HTMLSelectElement>('Connection type').value).toBe('sid')
    expect(screen.getByLabelText(/^SID/)).toBeDefined()
    await user.click(screen.getByLabelText('Disable out-of-band breaks'))
    await user.click(screen.getByRole('radio', { name: 'Thick' }))
    expect(screen.getByLabelText(/^Client library folder/)).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Thin' }))
    expect(screen.getByLabelText<HTMLInputElement>('Disable out-of-band breaks').checked).toBe(false)
    await user.selectOptions(screen.getByLabelText('Connection type'), 'service_name')
    expect(screen.getByLabelText('Service name')).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Dremio' }))
    await user.selectOptions(screen.getByLabelText('Driver type'), 'flight')
    expect(screen.getByLabelText('Disable TLS')).toBeDefined()
    expect(screen.getByLabelText('Use direct Flight endpoints')).toBeDefined()
  })

  it('AC-354 AC-355 AC-357 says what is missing, and focuses the first invalid field', async () => {
    const { user, backend } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.click(await answer('Save'))
    expect(await screen.findByText('Please fill in all required fields')).toBeDefined()
    await user.type(screen.getByLabelText('Name'), 'Sales')
    await user.click(screen.getByRole('radio', { name: 'PostgreSQL' }))
    await user.click(await answer('Save'))
    expect(await screen.findByText('Please fill in all connection details')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Host'))
    expect(screen.getByText('Database is required')).toBeDefined()
    expect(screen.getByText('Username is required')).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'Google Sheets' }))
    expect(screen.getByText('Spreadsheet ID is required')).toBeDefined()
    expect(backend.calls()).toEqual([])
  })

  it('AC-389 AC-359 AC-360 creates an application in the form, and requires its name', async () => {
    const { user, backend } = await openPage()
    await user.click(screen.getByRole('button', { name: 'New Database' }))
    await user.selectOptions(await screen.findByLabelText(/^Application/), 'New application')
    await user.click(await answer('Create application'))
    expect(await screen.findByText('Application name is required')).toBeDefined()
    await user.type(screen.getByLabelText('Application name'), ' Trade ')
    await user.click(await answer('Create application'))
    await waitFor(() =>
      expect(backend.sent).toEqual([{ call: 'create application', body: { name: 'Trade', description: null } }]),
    )
    expect(await screen.findByRole<HTMLOptionElement>('option', { name: 'Trade', selected: true })).toBeDefined()
  })

  it('AC-381 AC-388 reports that applications cannot be loaded or created', async () => {
    const backend = databasesBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(
      http.get(`${base}/applications`, () => speechless()),
      http.post(`${base}/applications`, () => speechless()),
    )
    const { user } = renderApp('/databases?form=new')
    expect(await screen.findByText('Failed to load applications')).toBeDefined()
    await user.selectOptions(await screen.findByLabelText(/^Application/), 'New application')
    await user.type(screen.getByLabelText('Application name'), 'Trade')
    await user.click(await answer('Create application'))
    expect(await screen.findByText('Failed to create application')).toBeDefined()
  })

  it('AC-391 AC-338 saves a new database once, even after several clicks', async () => {
    const { user, backend, address } = await openPage()
    await fillSqlite(user)
    await user.click(screen.getByRole('radio', { name: 'Restricted' }))
    await user.dblClick(await answer('Save'))
    expect(await screen.findByText('"HR" was saved.')).toBeDefined()
    expect(await card('HR')).toBeDefined()
    expect(backend.sent).toEqual([
      {
        call: 'create',
        body: {
          name: 'HR',
          description: null,
          application_id: null,
          db_type: 'sqlite',
          visibility: 'restricted',
          database: './database.db',
          extra_params: {},
        },
      },
    ])
    await waitFor(() => expect(address()).toBe('/databases'))
  })

  it('AC-339 AC-383 never shows a stored secret, and keeps it when edited without a new one', async () => {
    const stored = makeDatabase({
      db_type: 'postgresql',
      host: 'h',
      port: 5432,
      database: 'd',
      username: 'u',
      stored_secrets: ['password'],
    })
    const { user, backend } = await openPage({ databases: [stored] })
    await user.click(await button('Sample Shop', 'Edit'))
    const password = await screen.findByLabelText<HTMLInputElement>('Password')
    expect([password.value, password.placeholder]).toEqual(['', 'Leave blank to keep the stored value'])
    await user.clear(screen.getByLabelText('Host'))
    await user.type(screen.getByLabelText('Host'), 'replica')
    await user.click(await answer('Save'))
    await screen.findByText('"Sample Shop" was saved.')
    const { body } = backend.sent[0] ?? {}
    expect(body).toMatchObject({ host: 'replica', expected_updated_at: '2026-01-01T00:00:00.000Z' })
    expect(body).not.toHaveProperty('password')
  })

  it.each([
    ['AC-384', '/databases?form=new', 'Failed to create configuration'],
    ['AC-383', '/databases?form=db1', 'Failed to update configuration'],
  ])('%s reports that saving failed, and keeps the input', async (_rows, address, text) => {
    const backend = databasesBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(
      http.post(`${base}/configurations`, () => speechless()),
      http.put(`${base}/configurations/:id`, () => speechless()),
    )
    const { user } = renderApp(address)
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    await user.clear(name)
    await user.type(name, 'Kept')
    await user.click(screen.getByRole('radio', { name: 'SQLite' }))
    await user.click(await answer('Save'))
    expect(await screen.findByText(text)).toBeDefined()
    expect(name.value).toBe('Kept')
  })

  it('AC-385 reports that saving failed if the response is not understood', async () => {
    const backend = databasesBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.put(`${base}/configurations/:id`, () => HttpResponse.json({ odd: true })))
    const { user } = renderApp('/databases?form=db1')
    await screen.findByLabelText('Name')
    await user.click(await answer('Save'))
    expect(await screen.findByText('Failed to save configuration')).toBeDefined()
  })

  it('reports a change from another tab, and loads it', async () => {
    const backend = databasesBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    const words = 'Someone else changed this in the meantime. Reload and try again.'
    server.use(http.put(`${base}/configurations/:id`, () => refusal(words, 409, 'conflict')))
    const { user } = renderApp('/databases?form=db1')
    await user.type(await screen.findByLabelText('Name'), ' mine')
    backend.databases[0] = makeDatabase({ name: 'Theirs', updated_at: '2026-03-01T00:00:00.000Z' })
    await user.click(await answer('Save'))
    expect(await screen.findByText(words)).toBeDefined()
    await user.click(await answer('Load the current version'))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs'))
  })

  it('reports a name already in use, without offering to reload', async () => {
    const backend = databasesBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    const words = 'A connection named Ledger already exists. Choose another name.'
    server.use(http.put(`${base}/configurations/:id`, () => refusal(words, 409, 'conflict')))
    const { user } = renderApp('/databases?form=db1')
    await screen.findByLabelText('Name')
    await user.click(await answer('Save'))
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Load the current version' })).toBeNull()
  })

  it('asks before it discards changes', async () => {
    const { user, address } = await openPage()
    await user.click(await button('Sample Shop', 'Edit'))
    await user.type(await screen.findByLabelText('Name'), ' 2')
    await user.click(await answer('Cancel'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Discard changes?')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sample Shop 2')
    await user.click(await answer('Cancel'))
    await user.click(await answer('Discard'))
    await waitFor(() => expect(address()).toBe('/databases'))
    expect(screen.queryByLabelText('Name')).toBeNull()
  })

  it('returns the focus to the control that opened the form', async () => {
    const { user } = await openPage()
    const edit = await button('Sample Shop', 'Edit')
    await user.click(edit)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    await user.click(await answer('Cancel'))
    await waitFor(() => expect(document.activeElement).toBe(edit))
  })

  it('reports an address whose form does not exist', async () => {
    await openPage({}, '/databases?form=gone')
    expect(await screen.findByText(/^Connection not found, or you don't have permission to edit it/)).toBeDefined()
  })
})

describe('testing', () => {
  it('AC-364 AC-365 AC-394 saves first, then tests, then reloads the list', async () => {
    const { user, backend } = await openPage()
    await fillSqlite(user)
    await user.click(await answer('Save and test connection'))
    expect(await screen.findByText(/^.+: Connection successful · 2 tables$/)).toBeDefined()
    expect(backend.calls()).toEqual(['create', 'test'])
    expect(within(await card('HR')).getByText('Ready')).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'New Database Configuration' })).toBeNull()
  })

  it('AC-365 keeps the form after a failed test, and changes the saved database on the next attempt', async () => {
    let attempts = 0
    const { user, backend, address } = await openPage({ test: () => (++attempts === 1 ? refusedTest : passedTest) })
    await fillSqlite(user)
    await user.click(await answer('Save and test connection'))
    const form = within(await screen.findByRole('region', { name: 'Edit Database Configuration' }))
    expect(await form.findByText('The server refused the password of reader.')).toBeDefined()
    expect(form.getByText('Enter the current password.')).toBeDefined()
    expect(within(form.getByRole('list', { name: 'Last test' })).getByText('Failed').textContent).toContain('Sign-in')
    expect(address()).toMatch(/form=db-new/)
    await user.type(screen.getByLabelText('Database file'), '2')
    await user.click(await answer('Save and test connection'))
    await screen.findByText(/^.+: Connection successful · 2 tables$/)
    expect(backend.calls()).toEqual(['create', 'test', 'update', 'test'])
  })

  it('AC-322 shows a stored failure with its stage, cause and advice on the card', async () => {
    const failed = {
      ...untested,
      state: 'failed' as const,
      test_error: 'Connection refused.',
      test_stage: 'reach' as const,
      test_advice: 'Check the port.',
    }
    await openPage({ databases: [failed] })
    const shown = within(await card('Raw'))
    expect(shown.getByText('Failed at network')).toBeDefined()
    expect(shown.getByRole('alert').textContent).toBe(
      'The network connection failed. Connection refused.Check the port.',
    )
  })

  it('tests all connections, shows each result in place, and filters by the state in the address', async () => {
    const { user, address } = await openPage({
      databases: [
        makeDatabase(),
        inactive,
        untested,
        ...['A', 'B', 'C'].map((name) => makeDatabase({ id: name, name, is_active: false })),
      ],
      testAll: (id) => (id === 'db2' ? refusedTest : passedTest),
    })
    await user.click(await screen.findByRole('button', { name: 'Test all' }))
    expect(await screen.findByText('1 of 6 connections failed the test.')).toBeDefined()
    expect(within(await card('Ledger')).getByText('Failed at sign-in')).toBeDefined()
    expect(within(await card('Raw')).getByText('Ready')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Failed 1' }))
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(address()).toContain('state=failed')
  })

  it('changes how often all connections are checked, and leaves one out', async () => {
    const { user, backend } = await openPage({ databases: [inactive] })
    await user.selectOptions(await screen.findByLabelText('Scheduled checks'), 'Every hour')
    await user.click(await button('Ledger', 'Details'))
    await user.click(await screen.findByLabelText('Include in scheduled checks'))
    await waitFor(() =>
      expect(backend.sent).toMatchObject([
        { call: 'health checks', body: { interval: 'hourly' } },
        { call: 'update', body: { is_checked: false } },
      ]),
    )
  })

  it('marks a new connection, shows it first, and names it in the message', async () => {
    const { user } = await openPage({ databases: [makeDatabase(), inactive] })
    await fillSqlite(user)
    await user.click(await answer('Save and test connection'))
    expect(await screen.findByText('HR: Connection successful · 2 tables')).toBeDefined()
    expect(screen.getAllByRole('article')[0]).toBe(await card('HR'))
  })

  it('AC-386 reports that a test failed without a message from the server, and tests once on a double click', async () => {
    const answer = Promise.withResolvers<Response>()
    const { user, backend } = await openPage({ test: () => answer.promise })
    await user.dblClick(await button('Sample Shop', 'Test'))
    answer.resolve(speechless())
    expect(await screen.findByText('Failed to test connection')).toBeDefined()
    expect(backend.calls()).toEqual(['test'])
  })

  it('shows the progress of a long test, and stops it on request', async () => {
    const { user } = await openPage({ test: () => new Promise(() => undefined) })
    await user.click(await button('Sample Shop', 'Test'))
    expect(await screen.findByText('Testing connection...')).toBeDefined()
    expect((await button('Sample Shop', 'Testing...')).hasAttribute('disabled')).toBe(true)
    await user.click(await button('Sample Shop', 'Stop test'))
    await waitFor(() => expect(screen.queryByText('Testing connection...')).toBeNull())
    expect(screen.queryAllByRole('alert')).toEqual([])
  })

  it('AC-333 hides a message after 5 s, and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user } = await openPage()
    await user.click(await button('Sample Shop', 'Test'))
    await screen.findByText(/^.+: Connection successful · 2 tables$/)
    await vi.advanceTimersByTimeAsync(4000)
    expect(screen.queryByText(/: Connection successful · 2 tables$/)).not.toBeNull()
    await vi.advanceTimersByTimeAsync(1100)
    await waitFor(() => expect(screen.queryByText(/: Connection successful · 2 tables$/)).toBeNull())
  })

  it('AC-333 hides an error after 5 s too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user } = await openPage({ databases: [untested] })
    await user.click(await button('Raw', 'Activate'))
    await vi.advanceTimersByTimeAsync(4000)
    expect(alerts()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1100)
    await waitFor(() => expect(screen.queryAllByRole('alert')).toEqual([]))
  })
})

describe('activating, deleting, syncing', () => {
  it('AC-367 AC-368 OP-83 refuses to activate an untested database', async () => {
    const { user, backend } = await openPage({ databases: [untested] })
    const activate = await button('Raw', 'Activate')
    expect(activate.getAttribute('aria-disabled')).toBe('true')
    expect(activate.getAttribute('title')).toBe('Please test the connection successfully before activating')
    expect(within(await card('Raw')).getByText('Available for selection after its test succeeds')).toBeDefined()
    await user.click(activate)
    expect(alerts()).toEqual(['Please test the connection successfully before activating'])
    expect(backend.calls()).toEqual([])
  })

  it('AC-395 CH-125 CH-126 CH-127 OP-15 selects a database, and starts its session in the default area', async () => {
    const areas = [makeArea({ area_id: 'a1' }), makeArea({ area_id: 'a2', is_default: true })]
    const backend = databasesBackend({ databases: [makeDatabase(), inactive] })
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.get(at('/api/v1/business-areas/'), () => HttpResponse.json(areas)))
    const { user } = renderApp('/databases')
    await user.click(await button('Ledger', 'Activate'))
    expect(await screen.findByText('Your questions now go to Ledger.')).toBeDefined()
    expect(backend.sent).toEqual([{ call: 'set-active', body: { config_id: 'db2' } }])
    expect(backend.sessions).toMatchObject([
      {
        'app:session_name': 'New Session - Ledger',
        'user:database_config_id': 'db2',
        'user:business_area_id': 'a2',
      },
    ])
    expect(within(await card('Ledger')).getByText('Currently selected for queries')).toBeDefined()
    expect(within(await card('Sample Shop')).getByText('Available for selection')).toBeDefined()
  })

  it('starts the session without an area if the application has none', async () => {
    const { user, backend } = await openPage({ databases: [makeDatabase(), inactive] })
    await user.click(await button('Ledger', 'Activate'))
    await waitFor(() => expect(backend.sessions).toMatchObject([{ 'user:business_area_id': null }]))
  })

  it('AC-387 reports that activating failed', async () => {
    const backend = databasesBackend({ databases: [inactive] })
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.post(`${base}/configurations/set-active`, () => speechless()))
    const { user } = renderApp('/databases')
    await user.click(await button('Ledger', 'Activate'))
    expect(await screen.findByText('Failed to activate configuration')).toBeDefined()
  })

  it('AC-393 deletes after asking with the name; AC-382 reports that this failed', async () => {
    const { user, backend } = await openPage({ databases: [makeDatabase(), inactive] })
    await user.click(await button('Ledger', 'Delete'))
    expect(within(await screen.findByRole('alertdialog')).getByText(/^Delete "Ledger"\?/)).toBeDefined()
    await user.click(await answer('Cancel'))
    expect(backend.calls()).toEqual([])
    server.use(http.delete(`${base}/configurations/:id`, () => speechless(), { once: true }))
    await user.click(await button('Ledger', 'Delete'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete connection' }))
    expect(await screen.findByText('Failed to delete configuration')).toBeDefined()
    await user.click(await button('Ledger', 'Delete'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete connection' }))
    expect(await screen.findByText('"Ledger" was deleted.')).toBeDefined()
    expect(screen.queryByRole('article', { name: 'Ledger' })).toBeNull()
    expect(backend.calls()).toEqual(['delete'])
  })

  it('AC-329 AC-375 AC-396 syncs, and disables and relabels the button meanwhile', async () => {
    const answered = Promise.withResolvers<Response>()
    const backend = databasesBackend({ databases: [sheets] })
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.post(`${base}/configurations/:id/sync`, () => answered.promise))
    const { user } = renderApp('/databases')
    await user.click(await button('Plan', 'Sync'))
    expect((await button('Plan', 'Syncing...')).hasAttribute('disabled')).toBe(true)
    answered.resolve(HttpResponse.json({ success: true, message: '4 sheets', error: null }))
    expect(await screen.findByText('Sync completed: 4 sheets')).toBeDefined()
    expect(await button('Plan', 'Sync')).toBeDefined()
  })

  it.each([
    ['the server sends no message', () => speechless(), 'Failed to sync Google Sheets'],
    [
      'the response lacks success',
      () => HttpResponse.json({ success: false, message: '', error: null }),
      'Failed to sync Google Sheets',
    ],
    [
      'the server gives the reason',
      () => HttpResponse.json({ success: false, message: '', error: 'The key was revoked.' }),
      'The key was revoked.',
    ],
  ])('AC-376 reports that a sync failed: %s', async (_why, respond, text) => {
    const backend = databasesBackend({ databases: [sheets] })
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.post(`${base}/configurations/:id/sync`, respond))
    const { user } = renderApp('/databases')
    await user.click(await button('Plan', 'Sync'))
    expect(await screen.findByText(text)).toBeDefined()
  })
})

describe('access', () => {
  const restricted = makeDatabase({ id: 'r', name: 'People', is_active: false, visibility: 'restricted' })
  async function openAccess(options: Options = {}) {
    const opened = await openPage({ databases: [restricted], ...options })
    server.use(...usersBackend({ users: [makeAccount()] }).handlers)
    await opened.user.click(await button('People', 'Manage Access'))
    return { ...opened, panel: within(await screen.findByRole('region', { name: 'Access to People' })) }
  }

  it('AC-369 AC-397 loads the list when first opened, and toggles it', async () => {
    const { user, backend, panel } = await openAccess({ grants: [makeGrant()] })
    expect(await panel.findByText('bea@example.com')).toBeDefined()
    await user.click(await button('People', 'Manage Access'))
    expect(screen.queryByRole('region', { name: 'Access to People' })).toBeNull()
    await user.click(await button('People', 'Manage Access'))
    await screen.findByText('bea@example.com')
    expect(backend.calls()).toEqual(['access list'])
  })

  it('lets an administrator find the user by name and pick them by keyboard', async () => {
    const { user, backend, panel } = await openAccess()
    await user.type(panel.getByLabelText('Email address'), 'be')
    expect(await screen.findByRole('option', { name: /bea@example\.com/ })).toBeDefined()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(panel.getByLabelText('Email address')).toHaveProperty('value', 'bea@example.com')
    await user.click(panel.getByRole('button', { name: 'Grant access' }))
    await expect.poll(() => backend.sent).toContainEqual({ call: 'grant', body: { user_email: 'bea@example.com' } })
  })

  it('AC-370 AC-371 AC-372 AC-398 grants access by email address', async () => {
    const { user, backend, panel } = await openAccess()
    await user.type(panel.getByLabelText('Email address'), '   ')
    await user.click(panel.getByRole('button', { name: 'Grant access' }))
    expect(await panel.findByText('Please enter a valid email address')).toBeDefined()
    await user.type(panel.getByLabelText('Email address'), 'cy@example.com{Enter}')
    expect(await screen.findByText('Access granted to cy@example.com')).toBeDefined()
    expect(backend.sent).toContainEqual({ call: 'grant', body: { user_email: 'cy@example.com' } })
    expect(await panel.findByText('cy@example.com')).toBeDefined()
  })

  it('AC-373 AC-374 AC-399 revokes access after asking', async () => {
    const { user, backend, panel } = await openAccess({ grants: [makeGrant()] })
    await user.click(await panel.findByRole('button', { name: 'Revoke access for bea' }))
    expect(await screen.findByText('Revoke access for bea?')).toBeDefined()
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke access' }))
    expect(await screen.findByText('Access revoked successfully')).toBeDefined()
    await waitFor(() => expect(panel.queryByText('bea@example.com')).toBeNull())
    expect(backend.calls()).toContain('revoke')
  })

  it('AC-377 AC-378 AC-379 reports what failed', async () => {
    const { user, panel } = await openAccess({ grants: [makeGrant()] })
    await panel.findByText('bea@example.com')
    server.use(
      http.post(`${base}/configurations/:id/access`, () => speechless()),
      http.delete(`${base}/configurations/:id/access/:userId`, () => speechless()),
    )
    await user.type(panel.getByLabelText('Email address'), 'cy@example.com{Enter}')
    expect(await screen.findByText('Failed to grant access')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Revoke access for bea' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke access' }))
    expect(await screen.findByText('Failed to revoke access')).toBeDefined()
  })

  it('AC-377 reports a list that cannot be loaded', async () => {
    const backend = databasesBackend({ databases: [restricted] })
    server.use(...backend.handlers, ...signedInHandlers())
    server.use(http.get(`${base}/configurations/:id/access`, () => speechless()))
    const { user } = renderApp('/databases')
    await user.click(await button('People', 'Manage Access'))
    expect(await screen.findByText('Failed to load access list')).toBeDefined()
  })
})
