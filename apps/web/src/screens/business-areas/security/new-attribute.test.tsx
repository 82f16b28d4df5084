import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { audienceKey } from '../../../api/areas.ts'
import { makeAudience } from '../../../testing/areas-backend.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
import { ConditionField } from './condition-field.tsx'
import { noSources, RuleSourcesProvider } from './rule-sources.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../attributes/new-attribute.tsx'

const server = useTestServer()
useTestBrowser()

const words = [':user.region']

function Condition({ mayAdd }: { mayAdd: boolean }) {
  const [value, setValue] = useState('floor = ')
  return (
    <RuleSourcesProvider value={{ ...noSources, mayAddAttributes: mayAdd }}>
      <ConditionField
        label="Condition"
        value={value}
        onChange={setValue}
        words={words}
        parameters={words}
        problems={[]}
      />
    </RuleSourcesProvider>
  )
}

async function open(mayAdd = true) {
  const accounts = ['bea', 'ann'].map((name) =>
    makeAccount({ user_id: name, email: `${name}@example.com`, attributes: { region: 'west' } }),
  )
  const backend = usersBackend({ users: accounts })
  server.use(...backend.handlers)
  const client = new QueryClient()
  const users = accounts.map(({ user_id, username, email }) => ({
    user_id,
    username,
    email,
    may_use_database: true,
    tables: [],
  }))
  client.setQueryData([...audienceKey, 'editor'], { pages: [{ ...makeAudience(), users, total: 5 }], pageParams: [0] })
  render(
    <QueryClientProvider client={client}>
      <Condition mayAdd={mayAdd} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const condition = screen.getByRole<HTMLTextAreaElement>('combobox', { name: 'Condition' })
  await user.type(condition, ':user.le')
  const offer = () => screen.queryByRole('option', { name: 'New attribute', hidden: true })
  return { user, backend, condition, offer }
}

async function openDialog() {
  const opened = await open()
  await opened.user.keyboard('{ArrowDown}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'New attribute' }))
  const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { ...opened, dialog, name, save: () => dialog.getByRole('button', { name: 'Save and insert' }) }
}

describe('a new attribute', () => {
  it('is named and gets values for users of the area, and is inserted', async () => {
    const { user, backend, condition, dialog, name, save } = await openDialog()
    expect(name.value).toBe('le')
    expect(dialog.getByText(/Set the values of 3 more users on the Users page./)).toBeDefined()
    await user.type(name, ' vel')
    await user.click(save())
    expect(await dialog.findByText(/An attribute name starts with a letter/)).toBeDefined()
    await user.clear(name)
    await user.type(name, 'level')
    await user.type(dialog.getByRole('textbox', { name: 'bea@example.com' }), '3')
    await user.click(save())
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New attribute' })).toBeNull())
    const expected_updated_at = '2026-01-01T00:00:00.000Z'
    expect(backend.sent.map(({ body }) => body)).toEqual([
      { attributes: { region: 'west', level: '3' }, expected_updated_at },
    ])
    expect(condition.value).toBe('floor = :user.level')
  })

  it('stays open with the users whose value could not be saved', async () => {
    const { user, condition, dialog, name, save } = await openDialog()
    await user.type(name, 'vel')
    await user.type(dialog.getByRole('textbox', { name: 'bea@example.com' }), '3')
    server.use(http.patch(at('/api/v1/users/bea'), () => failure(503, 'The server is busy.', 'unavailable')))
    await user.click(save())
    expect(await dialog.findByText(/The server is busy./)).toBeDefined()
    expect(condition.value).toBe('floor = :user.le')
  })

  it('is offered only to administrators', async () => {
    const { offer } = await open(false)
    expect(offer()).toBeNull()
  })
})
