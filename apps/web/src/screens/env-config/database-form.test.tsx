import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { startTranslations } from '../../lib/i18n.ts'
import { databasesBackend } from '../../testing/databases-backend.ts'
import { makeStatus } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/env-config')
const untouched = makeStatus({ orchestration_configured: false, orchestration_has_api_key: false })
const sample = {
  success: true,
  application_id: 'app1',
  application_name: 'Sample Shop',
  db_path: '/data/sample.sqlite',
  message: 'Sample database is ready.',
  table_count: 6,
  is_premium: false,
}

const passed = { success: true, message: 'Ready.', table_count: 6 }

async function openWizard({
  isConnected = true,
  test = (): Response | Promise<Response> => HttpResponse.json(passed),
} = {}) {
  const sent: { call: string; body: unknown }[] = []
  const record = async (call: string, request: Request) => {
    const text = await request.text()
    sent.push({ call, body: text === '' ? null : JSON.parse(text) })
  }
  server.use(
    http.get(`${base}/applications`, () => HttpResponse.json([{ id: 'app1', name: 'Trade', description: null }])),
    http.post(`${base}/applications`, async ({ request }) => {
      await record('application', request)
      return HttpResponse.json({ id: 'app2', name: 'Stock', description: null })
    }),
    http.post(`${base}/test/database`, async ({ request }) => {
      await record('test', request)
      return test()
    }),
    http.post(`${base}/create-sample-db`, async ({ request }) => {
      await record('sample', request)
      return HttpResponse.json(sample)
    }),
    http.get(`${base}/models/:provider`, () =>
      HttpResponse.json([{ id: 'builtin', name: 'Built-in', description: '' }]),
    ),
    http.post(`${base}/test/orchestration`, () => HttpResponse.json({ success: true, message: 'Ready.' })),
    http.post(`${base}/save-all`, async ({ request }) => {
      await record('save', request)
      return HttpResponse.json({ message: 'Saved.' })
    }),
    ...signedInHandlers({ status: untouched, ...(!isConnected && { databases: [] }) }),
  )
  const app = renderApp('/env-config')
  await screen.findByRole('group', { name: 'Database type' })
  const choose = (name: string) => app.user.click(screen.getByRole('radio', { name }))
  return { ...app, sent, choose }
}
type Opened = Awaited<ReturnType<typeof openWizard>>

const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const builtin = () => screen.findByRole('button', { name: /Built-in engine \(no key\)/ })
async function fillServer({ user, choose }: Opened) {
  await choose('PostgreSQL')
  await user.selectOptions(await screen.findByLabelText('Application'), 'app1')
  await user.type(screen.getByLabelText('Host'), 'db.example.com')
  await user.type(screen.getByLabelText('Database'), 'sales')
  await user.type(screen.getByLabelText('Username'), 'reader')
  await user.type(screen.getByLabelText('Password'), 's3cret')
}

describe('the wizard’s database form', () => {
  it('OP-80 AC-112 AC-113 AC-114 AC-133 offers all eleven types, each with its fields, port and help', async () => {
    const { choose, user } = await openWizard()
    const expected: [string, string | null, (string | RegExp)[]][] = [
      ['PostgreSQL', '5432', ['Host', 'Database', 'Username', 'Password', /^Schema/]],
      ['MySQL', '3306', ['Host', 'Database', 'Username', 'Password']],
      ['SQL Server', '1433', ['Host', 'ODBC driver']],
      ['Oracle', '1521', ['Connection type', /^SID/, 'Disable out-of-band breaks']],
      ['SQLite', null, ['Database file']],
      ['Snowflake', null, ['Account', /^Warehouse/, /^Role/]],
      ['BigQuery', null, ['Project', 'Dataset', /^Credentials file/]],
      ['Dremio', '31010', ['Driver type', 'Disable TLS']],
      ['MongoDB', '27017', ['Authentication database']],
      ['SAP HANA', '30015', ['Host', /^Schema/]],
      ['Google Sheets', null, ['Spreadsheet ID', 'Credentials file', 'Authentication']],
    ]
    for (const [name, port, labels] of expected) {
      await choose(name)
      expect([name, screen.queryByLabelText<HTMLInputElement>('Port')?.value ?? null]).toEqual([name, port])
      for (const label of labels) expect(screen.getByLabelText(label)).toBeDefined()
      expect(document.querySelector('[data-part=note]')?.textContent).toMatch(/\w\./)
      await user.click(screen.getByRole('button', { name: 'Change type' }))
    }
  })

  it('makes a database of files and selects it', async () => {
    const { user } = await openWizard({ isConnected: false })
    const backend = databasesBackend({ databases: [] })
    server.use(...backend.handlers)
    await user.upload(screen.getByLabelText('Upload files: files'), new File(['id\n1\n'], 'orders.csv'))
    const shown = within(await screen.findByRole('region', { name: 'Uploaded files' }))
    expect(screen.queryByRole('group', { name: 'Database type' })).toBeNull()
    await user.click(await shown.findByRole('button', { name: 'Create database' }))
    expect(await screen.findByText('Orders is already connected.')).toBeDefined()
    await waitFor(() => expect(backend.calls()).toContain('set-active'))
    const status = within(screen.getByRole('complementary', { name: 'Status' }))
    expect(await status.findByText('Orders')).toBeDefined()
    expect(screen.getByRole('group', { name: 'Database type' })).toBeDefined()
  })

  it('AC-115 AC-116 collapses the other types after a choice, and the change tile clears type, fields and test', async () => {
    const opened = await openWizard()
    const { user, choose } = opened
    await fillServer(opened)
    expect(screen.queryByRole('radio', { name: 'MySQL' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Ready.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Change type' }))
    expect(screen.queryByText('Ready.')).toBeNull()
    await choose('PostgreSQL')
    expect(value('Host')).toBe('')
  })

  it.each(['Host', 'Port', 'Database', 'Username', 'Password'])(
    'AC-117 discards the test after editing %s',
    async (label) => {
      const opened = await openWizard()
      await fillServer(opened)
      await opened.user.click(screen.getByRole('button', { name: 'Test connection' }))
      const status = within(screen.getByRole('complementary', { name: 'Status' }))
      await screen.findByText('Ready.')
      expect(status.queryByText(/Database not tested/)).toBeNull()
      await opened.user.type(screen.getByLabelText(label), '1')
      expect(screen.queryByText('Ready.')).toBeNull()
      expect(status.getByText(/Database not tested/)).toBeDefined()
    },
  )

  it('AC-117 AC-120 starts with ./query_database.db as the SQLite file, and discards the test after an edit', async () => {
    const { user, choose, sent } = await openWizard()
    await choose('SQLite')
    expect(value('Database file')).toBe('./query_database.db')
    await user.selectOptions(await screen.findByLabelText('Application'), 'app1')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    await screen.findByText('Ready.')
    expect(sent).toEqual([
      { call: 'test', body: { type: 'sqlite', application_id: 'app1', sqlite_path: './query_database.db' } },
    ])
    await user.type(screen.getByLabelText('Database file'), '2')
    expect(screen.queryByText('Ready.')).toBeNull()
  })

  it('AC-118 AC-119 requires an application, host, database, username and password', async () => {
    const { user, choose, sent } = await openWizard()
    await choose('PostgreSQL')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Please fill in all required fields')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Application'))
    for (const name of ['Application', 'Host', 'Database', 'Username', 'Password']) {
      expect(screen.getByText(`${name} is required`)).toBeDefined()
    }
    expect(sent).toEqual([])
  })

  it('AC-121 AC-122 AC-123 AC-124 shows the drivers and defaults of SQL Server, Dremio, MongoDB and Oracle', async () => {
    const { user, choose } = await openWizard()
    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text)
    const change = () => user.click(screen.getByRole('button', { name: 'Change type' }))
    await choose('SQL Server')
    expect(value('ODBC driver')).toBe('ODBC Driver 17 for SQL Server')
    expect(options('ODBC driver')).toEqual([
      'ODBC Driver 17 for SQL Server',
      'ODBC Driver 18 for SQL Server',
      'SQL Server',
    ])
    await change()
    await choose('Dremio')
    await user.selectOptions(screen.getByLabelText('Driver type'), 'odbc')
    expect(value('ODBC driver name')).toBe('Dremio ODBC Driver')
    await change()
    await choose('MongoDB')
    expect(value('Authentication database')).toBe('admin')
    await change()
    await choose('Oracle')
    expect(options('Connection type')).toEqual(['SID', 'Service name'])
  })

  it('AC-125 AC-126 AC-127 AC-128 AC-129 AC-130 uses Thin with a SID for Oracle unless the user changes it', async () => {
    const { user, choose } = await openWizard()
    await choose('Oracle')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Thin' }).checked).toBe(true)
    expect(value('Connection type')).toBe('sid')
    expect(screen.getByText('Use Thick Mode for Native Network Encryption errors.')).toBeDefined()
    expect(screen.getByText('Used as the SID if the SID is empty.')).toBeDefined()
    await user.click(screen.getByLabelText('Disable out-of-band breaks'))
    await user.click(screen.getByRole('radio', { name: 'Thick' }))
    await user.click(screen.getByRole('radio', { name: 'Thin' }))
    expect(screen.getByLabelText<HTMLInputElement>('Disable out-of-band breaks').checked).toBe(false)
    await user.selectOptions(screen.getByLabelText('Connection type'), 'service_name')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Service name is required')).toBeDefined()
  })

  it('AC-131 AC-132 asks for Snowflake’s account, and BigQuery’s project and dataset', async () => {
    const { user, choose } = await openWizard()
    await choose('Snowflake')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Account is required')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Change type' }))
    await choose('BigQuery')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Project is required')).toBeDefined()
    expect(screen.getByText('Dataset is required')).toBeDefined()
  })

  it('AC-134 AC-135 AC-136 AC-137 lists applications and creates one under a trimmed name', async () => {
    const { user, choose, sent } = await openWizard()
    await choose('SQLite')
    expect(await screen.findByRole('option', { name: 'Trade' })).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Application'), 'New application')
    await user.type(screen.getByLabelText('Application name'), '   ')
    await user.click(screen.getByRole('button', { name: 'Create application' }))
    expect(await screen.findByText('Application name is required')).toBeDefined()
    server.use(http.post(`${base}/applications`, () => new HttpResponse(null, { status: 500 }), { once: true }))
    await user.type(screen.getByLabelText('Application name'), 'Stock ')
    await user.click(screen.getByRole('button', { name: 'Create application' }))
    expect(await screen.findByText('Failed to create application')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create application' }))
    await waitFor(() => expect(value('Application')).toBe('app2'))
    expect(sent).toEqual([{ call: 'application', body: { name: 'Stock', description: null } }])
  })

  it('AC-138 AC-139 tests with type, application and fields, and the port as an integer', async () => {
    const answer = Promise.withResolvers<Response>()
    const opened = await openWizard({ test: () => answer.promise })
    await fillServer(opened)
    await opened.user.dblClick(screen.getByRole('button', { name: 'Test connection' }))
    answer.resolve(HttpResponse.json(passed))
    expect(await screen.findByText('6 tables')).toBeDefined()
    expect(opened.sent).toHaveLength(1)
    expect(opened.sent[0]?.body).toMatchObject({
      type: 'postgresql',
      application_id: 'app1',
      host: 'db.example.com',
      port: 5432,
      database: 'sales',
      username: 'reader',
      password: 's3cret',
    })
  })

  it('AC-016 shows the server’s message about a failed test after the documented introduction', async () => {
    const opened = await openWizard({ test: () => failure(502, 'No route to host.') })
    await fillServer(opened)
    await opened.user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Failed to test connection: No route to host.')).toBeDefined()
  })

  it('AC-140 AC-142 creates the sample database if none is connected', async () => {
    const { user, sent } = await openWizard({ isConnected: false })
    await user.click(await screen.findByRole('button', { name: 'Create sample database' }))
    expect(await screen.findByText('Sample database is ready.')).toBeDefined()
    expect(sent).toEqual([{ call: 'sample', body: null }])
  })

  it('AC-143 reports that the sample database could not be created', async () => {
    const { user } = await openWizard({ isConnected: false })
    server.use(http.post(`${base}/create-sample-db`, () => new HttpResponse(null, { status: 500 })))
    await user.click(await screen.findByRole('button', { name: 'Create sample database' }))
    expect(await screen.findByText('Failed to create sample database')).toBeDefined()
  })

  it('OP-27 blocks saving until a form with input is complete, then saves it too', async () => {
    const opened = await openWizard()
    const { user, choose, sent } = opened
    await choose('PostgreSQL')
    await user.type(screen.getByLabelText('Host'), 'h')
    expect(screen.getByText('Database form invalid')).toBeDefined()
    await user.click(await builtin())
    expect(await screen.findByText('Please complete all requirements before saving')).toBeDefined()
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Change type' }))
    await fillServer(opened)
    await user.click(screen.getByRole('button', { name: 'Save and open chat' }))
    await screen.findByRole('heading', { name: 'Setup is complete' })
    expect(sent).toMatchObject([
      {
        call: 'save',
        body: { orchestration: { provider: 'builtin' }, database: { type: 'postgresql', host: 'db.example.com' } },
      },
    ])
  })

  it('OP-27 does not block saving for a type without input', async () => {
    const { user, choose, sent } = await openWizard()
    await choose('PostgreSQL')
    expect(screen.getByText('Database form invalid. Not required to save.')).toBeDefined()
    await user.click(await builtin())
    await screen.findByRole('heading', { name: 'Setup is complete' })
    expect(sent).toEqual([
      { call: 'save', body: { orchestration: { provider: 'builtin', model: 'builtin', api_key: null } } },
    ])
  })

  it('shows the result of a test in the user’s language', async () => {
    const rejected = 'Could not sign in: {reason}'
    const advice = 'Check the username, password, and database name.'
    await startTranslations({
      language: 'de',
      texts: {
        [rejected]: 'Die Anmeldung ist fehlgeschlagen: {reason}',
        [advice]: 'Prüfen Sie Benutzernamen, Passwort und Datenbanknamen.',
      },
    })
    const answer = {
      success: false,
      message: 'Could not sign in: role "reader" does not exist',
      pattern: rejected,
      values: { reason: 'role "reader" does not exist' },
      advice,
    }
    const app = await openWizard({ test: () => HttpResponse.json(answer) })
    await fillServer(app)
    await app.user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Die Anmeldung ist fehlgeschlagen: role "reader" does not exist')).toBeDefined()
    expect(screen.getByText('Prüfen Sie Benutzernamen, Passwort und Datenbanknamen.')).toBeDefined()
    await startTranslations()
  })
})
