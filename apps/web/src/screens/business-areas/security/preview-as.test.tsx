import type { Area, AreaDraft, AreaPreview, PreviewAreaRequest, User } from '@parlance/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeDatabase, makeReceipt, makeUser } from '../../../testing/factories.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
import { PreviewAs } from './preview-as.tsx'

const server = useTestServer()
useTestBrowser()

const area = makeFullArea({ area_id: 'a1' })

function makePreview(fields: Partial<AreaPreview> = {}): AreaPreview {
  return {
    user: { user_id: 'u2', username: 'bea', email: 'bea@example.com', role: 'GENERAL' },
    may_use: true,
    database: { config_id: 'db1', name: 'Sample Shop' },
    sql_query: 'SELECT * FROM customers',
    executed_sql: 'SELECT id, mask(email) AS email FROM customers WHERE region = $1',
    columns: [
      { name: 'id', dataType: 'INTEGER', kind: 'integer' },
      { name: 'email', dataType: 'TEXT', kind: 'text' },
    ],
    results: [
      [1, '****@example.com'],
      [2, null],
    ],
    truncated: false,
    receipt: {
      ...makeReceipt(),
      maskedOutputs: [{ index: 1, column: 'email', rule: 'Personal data' }],
      sentences: ['Rows of customers are filtered by the rule ‘EU region’.', 'email is masked by ‘Personal data’.'],
    },
    visible_rows: 2,
    hidden_columns: ['phone'],
    empty_tables: [],
    ...fields,
  }
}

interface Setup {
  user?: User
  area?: Area
  answer?: AreaPreview | Response
  draft?: AreaDraft
}

async function open({ user: me = makeUser(), area: shown = area, answer = makePreview(), draft }: Setup = {}) {
  const asked: PreviewAreaRequest[] = []
  const backend = areasBackend({
    areas: [shown],
    access: [{ user_id: 'u2', user_name: 'bea', email: 'bea@example.com' }],
  })
  server.use(
    http.post<never, PreviewAreaRequest>(at('/api/v1/business-areas/a1/preview'), async ({ request }) => {
      asked.push(await request.json())
      return answer instanceof Response ? answer : HttpResponse.json(answer)
    }),
    ...usersBackend({
      users: [makeAccount(), makeAccount({ user_id: 'u3', email: 'old@example.com', is_active: false })],
    }).handlers,
    ...backend.handlers,
    ...signedInHandlers({ user: me, databases: [makeDatabase(), makeDatabase({ id: 'db2', name: 'Archive' })] }),
  )
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PreviewAs preview={() => ({ area: shown, draft })} />
    </QueryClientProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Preview as…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview as…' }))
  await dialog.findByRole('combobox', { name: 'Database' })
  const choose = async (label: string) => {
    await user.type(dialog.getByRole('combobox', { name: 'User' }), label.slice(0, 3))
    await user.click(await dialog.findByRole('option', { name: label, hidden: true }))
  }
  return {
    user,
    dialog,
    asked,
    choose,
    show: () => user.click(dialog.getByRole('button', { name: 'Show preview' })),
  }
}

describe('Preview as…', () => {
  it.each(['BEA@example.com', ' bea '])('finds a user by email address or by name: %s', async (typed) => {
    const { user, dialog, asked, show } = await open()
    await user.type(dialog.getByRole('combobox', { name: 'User' }), typed)
    await show()
    await dialog.findByRole('region', { name: 'What bea sees' })
    expect(asked).toEqual([{ user_id: 'u2', table_name: 'customers' }])
  })

  it('shows what a user sees of a table: rows, masks, hidden columns, the rules in words and the SQL', async () => {
    const { dialog, asked, choose, show } = await open()
    await choose('bea (bea@example.com)')
    await show()
    const seen = within(await dialog.findByRole('region', { name: 'What bea sees' }))
    expect(asked).toEqual([{ user_id: 'u2', table_name: 'customers' }])
    expect(seen.getByText('Rows of customers are filtered by the rule ‘EU region’.')).toBeDefined()
    expect(seen.getByText('email is masked by ‘Personal data’.')).toBeDefined()
    expect(seen.getByText(/2 visible rows/)).toBeDefined()
    expect(seen.getByText('phone').closest('p')?.textContent).toBe('Hidden columns: phone')
    const head = seen.getByRole('columnheader', { name: /^email/ })
    expect(within(head).getByText('masked').title).toBe('Masked by the rule "Personal data"')
    expect(seen.getByRole('cell', { name: '****@example.com' })).toBeDefined()
    expect(seen.getByRole('cell', { name: 'NULL' })).toBeDefined()
    expect(seen.getByText('Executed SQL')).toBeDefined()
    expect(seen.getByText('mask').closest('pre')?.textContent).toBe(makePreview().executed_sql)
    expect(document.activeElement?.textContent).toBe('What bea sees')
  })

  it('accepts a question or SQL instead of a table, and a database', async () => {
    const { user, dialog, asked, choose, show } = await open()
    await choose('bea (bea@example.com)')
    await user.click(dialog.getByRole('button', { name: 'Question' }))
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'How many orders?')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Database' }), 'Archive')
    await show()
    await dialog.findByRole('region', { name: 'What bea sees' })
    await user.click(dialog.getByRole('button', { name: 'SQL' }))
    fireEvent.change(dialog.getByRole('combobox', { name: 'SQL to preview' }), { target: { value: 'SELECT 1' } })
    await show()
    await expect
      .poll(() => asked)
      .toEqual([
        { user_id: 'u2', question: 'How many orders?', database_config_id: 'db2' },
        { user_id: 'u2', sql_query: 'SELECT 1', database_config_id: 'db2' },
      ])
  })

  it('lets an administrator choose any active user', async () => {
    const { user, dialog, show } = await open()
    await user.type(dialog.getByRole('combobox', { name: 'User' }), 'example')
    await expect
      .poll(() => {
        const offers = dialog.getByRole('listbox', { hidden: true })
        return within(offers)
          .getAllByRole('option', { hidden: true })
          .map(({ textContent }) => textContent)
      })
      .toEqual(['bea (bea@example.com)', 'ada (ada@example.com)'])
    await user.keyboard('{Escape}')
    await show()
    expect(dialog.getByText('Choose a user from the list.')).toBeDefined()
    expect(dialog.getByRole('combobox', { name: 'User' })).toBeDefined()
  })

  it('lets an owner who is not an administrator choose themselves or a user on the access list', async () => {
    const { user, dialog, choose } = await open({
      user: makeUser({ role: 'GENERAL' }),
      area: makeFullArea({ area_id: 'a1', visibility: 'restricted' }),
    })
    expect(dialog.getByText('You can preview as yourself or as a user with access.')).toBeDefined()
    await choose('bea (bea@example.com)')
    await user.clear(dialog.getByRole('combobox', { name: 'User' }))
    await choose('ada (ada@example.com)')
  })

  it('says that unsaved changes are included', async () => {
    const { dialog } = await open({ draft: {} })
    expect(dialog.getByText('The preview uses your unsaved changes. Nothing is saved.')).toBeDefined()
  })

  it('says who may not use the area, which parameter has no value, and that there are no rows', async () => {
    const { dialog, choose, show } = await open({
      answer: makePreview({
        may_use: false,
        results: [],
        visible_rows: 0,
        hidden_columns: [],
        receipt: { ...makeReceipt(), sentences: [] },
        empty_tables: [
          { table_name: 'customers', reason: 'No rows, because region is not set.', without_value: ['region'] },
        ],
      }),
    })
    await choose('bea (bea@example.com)')
    await show()
    expect(
      await dialog.findByText('bea does not have access to this business area and currently sees none of this.'),
    ).toBeDefined()
    expect(dialog.getByText('No rows, because region is not set.')).toBeDefined()
    expect(await dialog.findByRole('button', { name: 'Set region' })).toBeDefined()
    expect(dialog.getByText('This user sees no rows.')).toBeDefined()
    expect(dialog.getByText('No rules filter rows or mask columns here.')).toBeDefined()
  })

  it('shows a refusal as the user would see it', async () => {
    const { dialog, choose, show } = await open({
      answer: failure(403, 'The column phone is not available to you.', 'query_refused'),
    })
    await choose('bea (bea@example.com)')
    await show()
    expect(
      (await dialog.findByText('The column phone is not available to you.')).closest('[role=alert]'),
    ).not.toBeNull()
  })
})
