import type { Area } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { speechless } from '../../../testing/databases-backend.ts'
import { makeDatabase, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const base = at('/api/v1/business-areas')
const usersAddress = at('/api/v1/users/search')
const restricted = makeFullArea({ area_name: 'Payroll', visibility: 'restricted' })
const bea = { user_id: 'u2', user_name: 'bea', email: 'bea@example.com' }
const accounts = [
  makeAccount({ user_id: 'u1', username: 'ada', user_name: 'ada', email: 'ada@example.com' }),
  makeAccount({ user_id: 'u2' }),
  makeAccount({ user_id: 'u3', username: 'cleo', user_name: 'cleo', email: 'cleo@example.com' }),
  makeAccount({ user_id: 'u5', username: 'eva', user_name: 'eva', email: 'eva@example.com' }),
  makeAccount({ user_id: 'u4', username: 'dan', user_name: 'dan', email: 'dan@example.com', is_active: false }),
]

async function openArea(area: Area = restricted, { user = makeUser(), access = [bea] } = {}) {
  const backend = areasBackend({ areas: [area], access })
  server.use(...backend.handlers, ...usersBackend({ users: accounts }).handlers, ...signedInHandlers({ user }))
  const app = renderApp('/business-areas?form=a1')
  await screen.findByRole('heading', { name: /^Column-Level Security/ })
  return { ...app, backend }
}
const section = () => screen.findByRole('region', { name: 'Access' }).then((element) => within(element))
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const failAt = (status: number, body: object) => http.put(`${base}/a1`, () => HttpResponse.json(body, { status }))
const openGrant = async (user: { click: (element: Element) => Promise<void> }) => {
  await user.click((await section()).getByRole('button', { name: 'Grant Access' }))
  const dialog = await screen.findByRole('dialog', { name: 'Grant Access to User' })
  return within(dialog)
}

describe('access to a restricted area', () => {
  it('BA-118 BA-127 lists the users with access', async () => {
    await openArea()
    const list = within(await (await section()).findByRole('list', { name: 'Users with access' }))
    expect(list.getByText('bea')).toBeDefined()
    expect(list.getByText('bea@example.com')).toBeDefined()
  })

  it('BA-119 loads the list of users when an existing area becomes restricted', async () => {
    let loads = 0
    const { user } = await openArea({ ...restricted, visibility: 'private' })
    server.use(
      http.get(`${base}/a1/access`, () => {
        loads += 1
        return HttpResponse.json({ access_list: [bea], group_count: 0 })
      }),
    )
    expect(screen.queryByRole('region', { name: 'Access' })).toBeNull()
    expect(loads).toBe(0)
    await user.click(screen.getByRole('radio', { name: /Restricted/ }))
    expect(await (await section()).findByText('bea@example.com')).toBeDefined()
    expect(loads).toBe(1)
  })

  it('BA-120 hides the list from users who may not manage access', async () => {
    await openArea(
      { ...restricted, can_edit: false, is_owner: false, can_manage_access: false },
      { user: makeUser({ role: 'GENERAL' }) },
    )
    expect(screen.queryByRole('region', { name: 'Access' })).toBeNull()
  })

  it('BA-121 BA-122 BA-125 grants access to several users from a list without the owner, inactive users, and users with access', async () => {
    const { user, backend } = await openArea()
    const dialog = await openGrant(user)
    const names = (await dialog.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
    expect(names).toEqual(['cleocleo@example.com', 'evaeva@example.com'])
    const grant = dialog.getByRole<HTMLButtonElement>('button', { name: 'Grant Access' })
    expect(grant.disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /cleo/ }))
    await user.click(dialog.getByRole('checkbox', { name: /eva/ }))
    expect(grant.disabled).toBe(false)
    await user.click(grant)
    expect(await (await section()).findByText('cleo@example.com')).toBeDefined()
    expect((await section()).getAllByText('Gets access when you save')).toHaveLength(2)
    await user.click((await section()).getByRole('button', { name: 'Do not grant access to eva' }))
    expect(backend.calls()).toEqual([])
    await user.click(save())
    await expect
      .poll(() => backend.sent.find(({ call }) => call === 'update')?.body)
      .toMatchObject({ access: { add: ['u3'], remove: [] } })
  })

  it('B3 grants access while an area is created, and says that no one has access yet', async () => {
    const backend = areasBackend()
    server.use(
      ...backend.handlers,
      ...usersBackend({ users: accounts }).handlers,
      ...signedInHandlers({ databases: [makeDatabase()] }),
    )
    const { user } = renderApp('/business-areas?form=new')
    await user.type(await screen.findByLabelText('Name'), 'Wages')
    await user.click(screen.getByRole('radio', { name: /Restricted/ }))
    expect(await (await section()).findByText('No users have been granted access yet.')).toBeDefined()
    await user.click(await screen.findByRole('checkbox', { name: /orders$/ }))
    const dialog = await openGrant(user)
    await user.click(await dialog.findByRole('checkbox', { name: /bea/ }))
    await user.click(dialog.getByRole('button', { name: 'Grant Access' }))
    await user.click(screen.getByRole('button', { name: 'Create Business Area' }))
    await expect
      .poll(() => backend.sent.find(({ call }) => call === 'create')?.body)
      .toMatchObject({ visibility: 'restricted', access: { add: ['u2'], remove: [] } })
  })

  it('BA-123 BA-124 OP-05 explains to an owner who is not an administrator why there is no list', async () => {
    const { user } = await openArea(restricted, { user: makeUser({ role: 'GENERAL' }) })
    server.use(http.get(usersAddress, () => failure(403, 'Only administrators can do this.', 'admin_only')))
    const dialog = await openGrant(user)
    expect(await dialog.findByText('Only administrators can grant access to users')).toBeDefined()
  })

  it('BA-196 shows the status with which the list of users failed', async () => {
    const { user } = await openArea()
    server.use(http.get(usersAddress, () => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' })))
    const dialog = await openGrant(user)
    expect(await dialog.findByText('Failed to load users: Bad Gateway')).toBeDefined()
  })

  it.each([
    ['BA-190', failAt(500, { step: 'access' }), 'Failed to grant access'],
    ['BA-184', failAt(409, { step: 'access', detail: 'This account is inactive.' }), 'This account is inactive.'],
  ])('%s reports that granting failed', async (_row, answer, text) => {
    const { user } = await openArea()
    server.use(answer)
    const dialog = await openGrant(user)
    await user.click(await dialog.findByRole('checkbox', { name: /cleo/ }))
    await user.click(dialog.getByRole('button', { name: 'Grant Access' }))
    await user.click(save())
    expect(await screen.findByText(text)).toBeDefined()
    expect((await section()).getByText('cleo@example.com')).toBeDefined()
  })

  it('BA-126 revokes access after asking, when the area is saved', async () => {
    const { user, backend } = await openArea()
    await user.click(await (await section()).findByRole('button', { name: 'Revoke access for bea' }))
    expect(await screen.findByText('Are you sure you want to revoke access for this user?')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Revoke access' }))
    expect(await (await section()).findByText('Loses access when you save')).toBeDefined()
    await user.click(save())
    await expect
      .poll(() => backend.sent.find(({ call }) => call === 'update')?.body)
      .toMatchObject({ access: { add: [], remove: ['u2'] } })
  })

  it('keeps the access of a user who was marked by mistake', async () => {
    const { user, backend } = await openArea()
    await user.click(await (await section()).findByRole('button', { name: 'Revoke access for bea' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
    await user.click(await (await section()).findByRole('button', { name: 'Keep access for bea' }))
    await user.click(save())
    await expect.poll(() => backend.sent.find(({ call }) => call === 'update')?.body).not.toHaveProperty('access')
  })

  it.each([
    ['BA-191', failAt(500, { step: 'access' }), 'Failed to revoke access'],
    ['BA-184', failAt(403, { step: 'access', detail: 'Not yours.' }), 'Not yours.'],
  ])('%s reports that revoking failed', async (_row, answer, text) => {
    const { user } = await openArea()
    server.use(answer)
    await user.click(await (await section()).findByRole('button', { name: 'Revoke access for bea' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
    await user.click(save())
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('BA-206 logs a list that could not be loaded instead of showing an error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const backend = areasBackend({ areas: [restricted] })
    server.use(
      http.get(`${base}/a1/access`, () => speechless()),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas?form=a1')
    const access = await section()
    await waitFor(() => expect(warn).toHaveBeenCalledWith('The access list could not be loaded.', expect.any(Error)))
    expect(access.queryByRole('alert')).toBeNull()
    warn.mockRestore()
  })
})

describe('ownership', () => {
  it('OP-04 lets an administrator transfer the area to another user', async () => {
    const { user, backend } = await openArea()
    await user.click(screen.getByRole('button', { name: 'Transfer ownership' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer ownership' }))
    await user.click(await dialog.findByRole('radio', { name: /cleo/ }))
    await user.click(dialog.getByRole('button', { name: 'Transfer ownership' }))
    expect(await screen.findByText('u3@example.com')).toBeDefined()
    expect(backend.sent.find(({ call }) => call === 'owner')?.body).toEqual({ user_id: 'u3' })
  })

  it('OP-04 does not let an owner who is not an administrator transfer the area', async () => {
    await openArea(restricted, { user: makeUser({ role: 'GENERAL' }) })
    expect(screen.queryByRole('button', { name: 'Transfer ownership' })).toBeNull()
  })
})
