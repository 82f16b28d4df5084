import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'
import { readLimit } from './edit-user-form.ts'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/users')

async function openDialog(fields: Parameters<typeof makeAccount>[0] = {}) {
  const ada = makeAccount({ ...makeUser(), user_name: 'ada' })
  const backend = usersBackend({ users: fields.user_id === ada.user_id ? [ada] : [ada, makeAccount(fields)] })
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/users?view=cards')
  const card = await screen.findByRole('article', { name: fields.email ?? 'bea@example.com' })
  const opener = within(card).getByRole('button', { name: 'Edit' })
  await app.user.click(opener)
  const element = await screen.findByRole('dialog', { name: 'Edit User' })
  const dialog = within(element)
  await dialog.findByLabelText('Role')
  return { ...app, backend, dialog, element, opener }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the dialog', () => {
  it('AC-266 is 720 px wide, up to 95vw, and up to 90vh high', async () => {
    const { element } = await openDialog()
    expect(element.style.width).toBe('720px')
    expect(element.style.maxWidth).toBe('95vw')
    expect(element.style.maxHeight).toBe('90vh')
  })

  it('AC-267 AC-268 AC-269 AC-254 shows name, email, status, role and usage from the server’s current data', async () => {
    const { dialog } = await openDialog({ daily_query_reset_at: 'soon' })
    expect(dialog.getByRole('heading', { name: 'bea' })).toBeDefined()
    expect(dialog.getByText('bea@example.com')).toBeDefined()
    expect(dialog.getByText('Active')).toBeDefined()
    expect(dialog.getByText('General', { selector: 'span' })).toBeDefined()
    expect(dialog.getByText('4 / 10')).toBeDefined()
    expect(dialog.getByRole('progressbar', { name: 'Daily usage' }).getAttribute('value')).toBe('40')
    expect(dialog.getByText('Resets: Invalid date')).toBeDefined()
    expect(dialog.getByText('Resets: Not set')).toBeDefined()
  })

  it('AC-267 shows a user without a name as Unknown', async () => {
    const { dialog } = await openDialog({ user_name: '', username: '' })
    expect(dialog.getByRole('heading', { name: 'Unknown' })).toBeDefined()
  })

  it('AC-270 AC-271 AC-272 AC-273 AC-274 AC-275 has the fields, hints and buttons', async () => {
    const { dialog } = await openDialog()
    const options = within(dialog.getByLabelText('Role')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['Administrator', 'General'])
    expect(dialog.getByRole('checkbox', { name: 'User is active' })).toBeDefined()
    for (const label of ['Daily query limit', 'Monthly query limit']) {
      expect(dialog.getByLabelText(label).getAttribute('placeholder')).toBe('Unlimited')
    }
    for (const hint of [
      'Only administrators can manage users.',
      'Leave blank for unlimited daily queries.',
      'Leave blank for unlimited monthly queries.',
    ]) {
      expect(dialog.getByText(hint)).toBeDefined()
    }
    for (const name of ['Cancel', 'Save Changes']) expect(dialog.getByRole('button', { name })).toBeDefined()
  })

  it('AC-276 asks for a role if this client does not know the stored one', async () => {
    const { dialog } = await openDialog({ role: 'AUDITOR' as 'GENERAL' })
    expect(dialog.getByText('Role is required.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true)
  })

  it('AC-277 AC-278 AC-282 refuses negative limits, and saving with them', async () => {
    const { dialog, user } = await openDialog()
    await user.clear(dialog.getByLabelText('Daily query limit'))
    await user.type(dialog.getByLabelText('Daily query limit'), '-1')
    await user.type(dialog.getByLabelText('Monthly query limit'), '-5')
    expect(dialog.getByText('Daily limit must be zero or higher.')).toBeDefined()
    expect(dialog.getByText('Monthly limit must be zero or higher.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true)
  })

  it('AC-279 AC-280 AC-257 sends only the changes, and a blank limit as null', async () => {
    const { dialog, user, backend } = await openDialog()
    await user.clear(dialog.getByLabelText('Daily query limit'))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(backend.sent).toEqual([
      { call: 'update', body: { daily_query_limit: null, expected_updated_at: '2026-01-01T00:00:00.000Z' } },
    ])
    expect(await screen.findByText('User updated.')).toBeDefined()
  })

  it('AC-279 treats a limit that is not a number as unlimited', () => {
    expect([' ', 'many', '-', '12', '0', '-0.5', '7.9'].map(readLimit)).toEqual([null, null, null, 12, 0, -1, 7])
  })

  it('AC-251 AC-280 changes role and state', async () => {
    const { dialog, user, backend } = await openDialog()
    await user.selectOptions(dialog.getByLabelText('Role'), 'Administrator')
    await user.click(dialog.getByRole('checkbox', { name: 'User is active' }))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(backend.sent[0]?.body).toMatchObject({ role: 'ADMIN', is_active: false })
    expect(backend.users[1]).toMatchObject({ role: 'ADMIN', is_active: false })
  })

  it('OP-77 sets the attributes for row rules, and refuses a name that no rule can use', async () => {
    const { dialog, user, backend } = await openDialog({ attributes: { region: 'north' } })
    await user.type(dialog.getByLabelText('Tenant ID'), 't-1')
    await user.type(dialog.getByLabelText('Department ID'), '42')
    await user.click(dialog.getByRole('button', { name: 'Add attribute' }))
    await user.type(dialog.getByLabelText('Name of attribute 2'), '2nd')
    expect(dialog.getByText(/^An attribute name starts with a letter/)).toBeDefined()
    await user.clear(dialog.getByLabelText('Name of attribute 2'))
    await user.type(dialog.getByLabelText('Name of attribute 2'), 'level')
    await user.type(dialog.getByLabelText('Value of attribute 2'), '3')
    await user.click(dialog.getByRole('button', { name: 'Remove attribute 1' }))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(backend.sent[0]?.body).toMatchObject({ tenant_id: 't-1', dept_id: '42', attributes: { level: '3' } })
  })

  it('AC-281 closes without a request if nothing changed, and restores the focus', async () => {
    const { dialog, user, backend, opener } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(backend.sent).toEqual([])
    expect(screen.queryByText('User updated.')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('AC-275 AC-282 OP-36 shows Saving… meanwhile, and saves once on a double click', async () => {
    const answer = Promise.withResolvers<Response>()
    let calls = 0
    const { dialog, user } = await openDialog()
    server.use(
      http.patch(`${base}/:id`, () => {
        calls += 1
        return answer.promise
      }),
    )
    await user.type(dialog.getByLabelText('Monthly query limit'), '9')
    await user.dblClick(dialog.getByRole('button', { name: 'Save Changes' }))
    const saving = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Saving…' })
    expect(saving.disabled).toBe(true)
    answer.resolve(HttpResponse.json(makeAccount()))
    await closed()
    expect(calls).toBe(1)
  })

  it('AC-283 prevents users from changing their own role or state', async () => {
    const { dialog } = await openDialog({ ...makeUser(), user_name: 'ada' })
    expect(dialog.getByLabelText<HTMLSelectElement>('Role').disabled).toBe(true)
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'User is active' }).disabled).toBe(true)
  })

  it('AC-284 AC-263 reports a failure', async () => {
    const { dialog, user } = await openDialog()
    server.use(http.patch(`${base}/:id`, () => speechless()))
    await user.selectOptions(dialog.getByLabelText('Role'), 'Administrator')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText('Failed to update user role')).toBeDefined()
    await user.type(dialog.getByLabelText('Monthly query limit'), '9')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText('Failed to update user')).toBeDefined()
    server.use(http.patch(`${base}/:id`, () => failure(409, 'At least one administrator must stay active.')))
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText('At least one administrator must stay active.')).toBeDefined()
  })

  it('reports that another administrator saved first, and loads the current data', async () => {
    const { dialog, user, backend } = await openDialog()
    backend.users[1] = makeAccount({ daily_query_limit: 77, updated_at: '2026-01-09T00:00:00.000Z' })
    await user.type(dialog.getByLabelText('Monthly query limit'), '9')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText(/^Someone else changed this/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Load the current version' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Daily query limit').value).toBe('77'))
    await user.type(dialog.getByLabelText('Monthly query limit'), '9')
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await closed()
    expect(backend.users[1]).toMatchObject({ daily_query_limit: 77, monthly_query_limit: 9 })
  })

  it('asks before it discards changes', async () => {
    const { dialog, user, address } = await openDialog()
    await user.type(dialog.getByLabelText('Monthly query limit'), '9')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Discard changes?')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Monthly query limit').value).toBe('9')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await closed()
    expect(address()).toBe('/users?view=cards')
  })

  it('says that the user in the address is gone', async () => {
    const backend = usersBackend()
    server.use(...backend.handlers, ...signedInHandlers())
    renderApp('/users?view=cards&form=gone')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
    expect(await dialog.findByText('This user does not exist. Reload the list of users.')).toBeDefined()
  })
})
