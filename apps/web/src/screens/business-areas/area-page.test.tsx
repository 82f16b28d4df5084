import type { Area } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeAreaTable, makeFullArea } from '../../testing/areas-backend.ts'
import { makeDatabase, makeExample, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import './area-screen.tsx'
import './areas-screen.tsx'
import './audience/audience-panel.tsx'
import './definitions/definitions-section.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const path = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }))

const base = at('/api/v1/business-areas')
const general = makeUser({ role: 'GENERAL' })
const join = {
  join_type: 'INNER' as const,
  left_table: 'orders',
  left_column: 'customer_id',
  right_table: 'customers',
  right_column: 'id',
}
const sales = makeFullArea({
  area_name: 'Sales',
  application_name: 'Shop',
  visibility: 'private',
  joins: [join],
  tables: [
    makeAreaTable({ table_name: 'customers', description: 'Who buys' }),
    makeAreaTable({ table_name: 'orders' }),
  ],
})

type Options = NonNullable<Parameters<typeof areasBackend>[0]>

function open(address: string, options: Options = {}, { user = makeUser(), examples = [makeExample({})] } = {}) {
  const backend = areasBackend({ areas: [sales], ...options })
  const accounts = [makeAccount({ user_id: 'u2', username: 'bea', user_name: 'bea' })]
  server.use(
    http.get(at('/api/v1/examples'), () => HttpResponse.json(examples)),
    ...backend.handlers,
    ...usersBackend({ users: accounts }).handlers,
    ...signedInHandlers({ user, databases: [makeDatabase()] }),
  )
  return { ...renderApp(address), backend }
}
async function openPage(address: string, options: Options = {}, who: Parameters<typeof open>[2] = {}) {
  const opened = open(address, options, who)
  await screen.findByRole('tablist', { name: 'Sections' })
  return opened
}

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = () => within(screen.getByRole('tabpanel'))
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
const updates = ({ sent }: ReturnType<typeof areasBackend>) => sent.filter(({ call }) => call === 'update')

describe('the tabs of an area', () => {
  it('shows the path, the application, and the status of each tab', async () => {
    await openPage('/business-areas/a1')
    expect(path().getByRole('link', { name: 'Business areas' }).getAttribute('href')).toBe('/business-areas')
    expect(path().getByRole('heading', { level: 1, name: 'Sales' })).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Business area' })).getByText('Shop')).toBeDefined()
    await screen.findByRole('tab', { name: 'Examples 1' })
    expect(screen.getAllByRole('tab').map((each) => each.textContent?.trim())).toEqual([
      'Basics',
      'Tables 2',
      'Relationships 1',
      'Descriptions 1 missing',
      'Definitions',
      'Row rules',
      'Column masks',
      'Examples 1',
      'Access Private',
    ])
  })

  it('takes a comment in the database for a description', async () => {
    const tables = ['customers', 'orders'].map((name) => ({
      table_name: name,
      display_name: name,
      object_type: 'TABLE' as const,
      is_synonym: false,
      has_comment: name === 'orders',
    }))
    const { user } = await openPage('/business-areas/a1', { tables })
    expect(await screen.findByRole('tab', { name: 'Descriptions' })).toBeDefined()
    await user.click(tab('Descriptions'))
    expect(await panel().findByText('Described in the database')).toBeDefined()
  })

  it('keeps the open tab in the address, and returns to the previous tab with Back', async () => {
    const { user, address, app } = await openPage('/business-areas/a1?section=masks')
    expect(tab('Column masks').getAttribute('aria-selected')).toBe('true')
    await user.click(tab('Row rules'))
    await waitFor(() => expect(address()).toBe('/business-areas/a1?section=rows'))
    app.router.history.back()
    await waitFor(() => expect(tab('Column masks').getAttribute('aria-selected')).toBe('true'))
    await user.click(tab('Basics'))
    await waitFor(() => expect(address()).toBe('/business-areas/a1'))
  })

  it('opens the first tab for a section that does not exist', async () => {
    await openPage('/business-areas/a1?section=metrics')
    expect(tab('Basics').getAttribute('aria-selected')).toBe('true')
  })

  it('moves the focus between the tabs with the arrow keys', async () => {
    const { user } = await openPage('/business-areas/a1')
    tab('Basics').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(tab('Relationships'))
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tab('Relationships').getAttribute('aria-selected')).toBe('true'))
  })

  it('keeps what was opened and typed in one tab while another is shown, without a question', async () => {
    const { user } = await openPage('/business-areas/a1?section=descriptions')
    await user.click(panel().getByRole('button', { name: /^orders/ }))
    await user.type(panel().getByLabelText(/^Description of orders/), 'What was bought')
    await user.click(tab('Basics'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await waitFor(() => expect(tab('Descriptions').textContent?.trim()).toBe('Descriptions'))
    await user.click(tab('Descriptions'))
    const field = await panel().findByLabelText<HTMLTextAreaElement>(/^Description of orders/)
    expect(field.value).toBe('What was bought')
  })

  it('shows the verified questions beside the instructions, and leads to all examples', async () => {
    const examples = [
      makeExample({ id: 'e1', status: 'approved', question: 'Who buys most?' }),
      makeExample({ id: 'e2', question: 'Not decided yet?' }),
    ]
    const { user } = await openPage('/business-areas/a1', {}, { examples })
    const verified = within(screen.getByRole('region', { name: 'Verified example questions' }))
    expect(await verified.findByText('Who buys most?')).toBeDefined()
    expect(verified.queryByText('Not decided yet?')).toBeNull()
    await user.click(verified.getByRole('button', { name: 'Open examples' }))
    await waitFor(() => expect(tab('Examples').getAttribute('aria-selected')).toBe('true'))
    expect(await panel().findByText('Not decided yet?')).toBeDefined()
    expect(panel().getByRole('button', { name: 'Add example' })).toBeDefined()
  })

  it('counts the users with access to a restricted area, with unsaved grants', async () => {
    const restricted = { ...sales, visibility: 'restricted' as const }
    const { user } = await openPage('/business-areas/a1?section=access', {
      areas: [restricted],
      access: [{ user_id: 'u9', user_name: 'ida', email: 'ida@example.com' }],
    })
    expect(await screen.findByRole('tab', { name: 'Access 1' })).toBeDefined()
    await user.click(await panel().findByRole('button', { name: 'Grant Access' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant Access to User' }))
    await user.click(await dialog.findByRole('checkbox', { name: /bea/ }))
    await user.click(dialog.getByRole('button', { name: 'Grant Access' }))
    expect(await screen.findByRole('tab', { name: 'Access 2' })).toBeDefined()
  })
})

describe('saving on the page', () => {
  it('counts the changes of all tabs, and saves them with one request', async () => {
    const { user, backend } = await openPage('/business-areas/a1')
    expect(saveButton().disabled).toBe(true)
    await user.type(screen.getByLabelText(/^Standard instructions/), 'Net of tax')
    expect(screen.getByText('1 unsaved change')).toBeDefined()
    await user.click(tab('Tables'))
    await user.click(await panel().findByRole('checkbox', { name: /products$/ }))
    await user.click(tab('Access'))
    await user.click(panel().getByRole('radio', { name: /^Public/ }))
    expect(screen.getByText('3 unsaved changes')).toBeDefined()
    await user.click(saveButton())
    expect(await screen.findByText('Business area updated successfully!')).toBeDefined()
    expect(updates(backend)).toHaveLength(1)
    expect(updates(backend)[0]).toMatchObject({
      version: '"1"',
      body: { ai_instructions: 'Net of tax', visibility: 'public', tables: [{}, {}, { table_name: 'products' }] },
    })
    await waitFor(() => expect(saveButton().disabled).toBe(true))
    expect(tab('Access').getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  it('saves again on top of the version that it saved', async () => {
    const { user, backend } = await openPage('/business-areas/a1')
    for (const [place, version] of ['"1"', '"2"'].entries()) {
      await user.type(screen.getByLabelText('Name'), '!')
      await user.click(saveButton())
      await waitFor(() => expect(updates(backend)[place]?.version).toBe(version))
      await waitFor(() => expect(saveButton().disabled).toBe(true))
    }
  })

  it('opens the first tab with an error after a refused save, and moves the focus to the field', async () => {
    const { user, backend } = await openPage('/business-areas/a1')
    await user.clear(screen.getByLabelText('Name'))
    await user.click(tab('Access'))
    await user.click(saveButton())
    await waitFor(() => expect(tab('Basics').getAttribute('aria-selected')).toBe('true'))
    expect(tab('Basics').textContent).toContain('1 error')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    expect(updates(backend)).toHaveLength(0)
  })

  it('opens the tab of the problem that the server found, and keeps the input', async () => {
    const { user } = await openPage('/business-areas/a1')
    const problem = {
      severity: 'error',
      section: 'joins',
      rule: null,
      table: 'orders',
      part: null,
      message: 'No such column.',
      position: null,
      database: null,
    }
    server.use(
      http.put(`${base}/a1`, () =>
        HttpResponse.json(
          { detail: 'Not saved.', code: 'validation', step: 'joins', problems: [problem] },
          { status: 422 },
        ),
      ),
    )
    await user.type(screen.getByLabelText('Name'), ' 2027')
    await user.click(saveButton())
    await waitFor(() => expect(tab('Relationships').getAttribute('aria-selected')).toBe('true'))
    expect(tab('Relationships').textContent).toContain('1 error')
    expect(panel().getByText('No such column.')).toBeDefined()
    expect(screen.getByText('Nothing was saved.')).toBeDefined()
    await user.click(tab('Basics'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sales 2027')
  })

  it('stays on the tab if another user saved first, and offers to reload', async () => {
    const { user, backend } = await openPage('/business-areas/a1')
    backend.areas.splice(0, 1, { ...sales, area_name: 'Sales EU', version: 7 })
    await user.type(screen.getByLabelText(/^Standard instructions/), 'Mine')
    await user.click(saveButton())
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reload' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sales EU' })).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Standard instructions/).value).toBe('')
  })

  it('discards all changes after a question', async () => {
    const { user } = await openPage('/business-areas/a1')
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sales'))
    expect(screen.queryByText('1 unsaved change')).toBeNull()
  })

  it('keeps the warnings of a save on screen until they are dismissed', async () => {
    const { user, backend } = await openPage('/business-areas/a1')
    const warning = {
      severity: 'warning' as const,
      section: 'joins' as const,
      rule: null,
      table: 'orders',
      part: null,
      message: 'Only in one database.',
      position: null,
      database: null,
    }
    server.use(
      http.put(`${base}/a1`, () => {
        backend.areas.splice(0, 1, { ...sales, version: 2 })
        return HttpResponse.json({ ...sales, version: 2, warnings: [warning] })
      }),
    )
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(saveButton())
    expect(await screen.findByText('Only in one database.')).toBeDefined()
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Only in one database.')).toBeNull()
  })
})

describe('leaving the page', () => {
  it('asks before unsaved changes are lost', async () => {
    const { user, address } = await openPage('/business-areas/a1')
    await user.type(screen.getByLabelText('Name'), '!')
    await user.click(path().getByRole('link', { name: 'Business areas' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(address()).toBe('/business-areas/a1')
    await user.click(path().getByRole('link', { name: 'Business areas' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('article', { name: 'Sales' })).toBeDefined()
  })

  it('deletes the area after asking, and returns to the list', async () => {
    const { user, backend, address } = await openPage('/business-areas/a1')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete business area' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete business area' }),
    )
    await waitFor(() => expect(address()).toBe('/business-areas'))
    expect(await screen.findByText('Business area deleted successfully!')).toBeDefined()
    expect(backend.areas).toHaveLength(0)
  })
})

describe('a new area as a page', () => {
  it('creates the area for the application of the selected database, and stays on the page of that area', async () => {
    const { user, address, backend } = await openPage('/business-areas/new')
    expect(screen.getByRole('heading', { level: 1, name: 'New business area' })).toBeDefined()
    await user.type(screen.getByLabelText('Name'), 'Stock')
    await user.click(tab('Tables'))
    await user.click(await panel().findByRole('checkbox', { name: /products$/ }))
    await user.click(screen.getByRole('button', { name: 'Create business area' }))
    await waitFor(() => expect(address()).toBe('/business-areas/new-1?section=tables'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Stock' })).toBeDefined()
    expect(await screen.findByText('Business area created successfully!')).toBeDefined()
    expect(backend.sent.find(({ call }) => call === 'create')?.body).toMatchObject({ application_id: 'app1' })
  })

  it('opens the first tab with an error if nothing was entered', async () => {
    const { user } = await openPage('/business-areas/new?section=access')
    await user.click(screen.getByRole('button', { name: 'Create business area' }))
    await waitFor(() => expect(tab('Basics').textContent).toContain('1 error'))
    expect(tab('Basics').getAttribute('aria-selected')).toBe('true')
    expect(tab('Tables').textContent).toContain('1 error')
  })

  it('says why the server did not create the area', async () => {
    const { user } = await openPage('/business-areas/new')
    server.use(http.post(`${base}/`, () => failure(403, 'No more areas.', 'license_limit')))
    await user.type(screen.getByLabelText('Name'), 'Stock')
    await user.click(tab('Tables'))
    await user.click(await panel().findByRole('checkbox', { name: /products$/ }))
    await user.click(screen.getByRole('button', { name: 'Create business area' }))
    expect(await screen.findByText('No more areas.')).toBeDefined()
  })

  it('is for administrators only', async () => {
    open('/business-areas/new', {}, { user: general })
    expect(await screen.findByText('Only administrators can create business areas.')).toBeDefined()
    expect(screen.queryByRole('tablist')).toBeNull()
  })
})

describe('users who cannot edit the area', () => {
  const viewed: Area = { ...sales, can_edit: false, is_owner: false, visibility: 'public', owner_name: 'ada' }

  it('see the same tabs without any way to change something', async () => {
    const { user } = await openPage('/business-areas/a1', { areas: [viewed] }, { user: general })
    expect(screen.getByText(/^You are viewing this business area in read-only mode\./)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
    const asides = screen.getAllByRole('complementary').map((aside) => aside.getAttribute('aria-label'))
    expect(asides).toEqual(['Side menu'])
    expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true)
    await user.click(tab('Descriptions'))
    expect(await panel().findByText('Who buys')).toBeDefined()
    expect(panel().queryByRole('textbox')).toBeNull()
    await user.click(tab('Access'))
    expect(panel().getByRole<HTMLInputElement>('radio', { name: /^Public/ }).disabled).toBe(true)
    await user.click(tab('Row rules'))
    expect(await panel().findByText('This area has no rules.')).toBeDefined()
  })
})

describe('an area that cannot be loaded', () => {
  it('shows why, the path to the list, and a way to try again', async () => {
    const { user } = open('/business-areas/gone')
    expect(await screen.findByText('This business area does not exist.')).toBeDefined()
    expect(path().getByRole('link', { name: 'Business areas' })).toBeDefined()
    server.use(http.get(`${base}/gone`, () => HttpResponse.json({ ...sales, area_id: 'gone' })))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sales' })).toBeDefined()
  })
})

describe('from the dialog to the page', () => {
  it('takes unsaved changes along without a question, and saves them on top of the loaded version', async () => {
    const { user, address, backend } = open('/business-areas?form=a1')
    await user.type(await screen.findByLabelText('Name'), ' 2027')
    await user.click(screen.getByRole('button', { name: 'Open as page' }))
    await screen.findByRole('tablist', { name: 'Sections' })
    expect(address()).toBe('/business-areas/a1')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sales 2027')
    expect(screen.getByText('1 unsaved change')).toBeDefined()
    await user.click(saveButton())
    await waitFor(() => expect(updates(backend)).toMatchObject([{ version: '"1"', body: { area_name: 'Sales 2027' } }]))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sales 2027' })).toBeDefined()
  })

  it('discards what came along like any other change', async () => {
    const { user } = open('/business-areas?form=a1')
    await user.type(await screen.findByLabelText('Name'), ' 2027')
    await user.click(screen.getByRole('button', { name: 'Open as page' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sales'))
  })

  it('opens from the card of each area', async () => {
    open('/business-areas', {}, { user: general })
    const link = await screen.findByRole('link', { name: 'Open Sales as page' })
    expect(link.getAttribute('href')).toBe('/business-areas/a1')
  })
})
