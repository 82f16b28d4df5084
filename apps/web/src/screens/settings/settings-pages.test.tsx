import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { settingsBackend } from '../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

function open(address: string, user = makeUser()) {
  server.use(...settingsBackend().handlers, ...signedInHandlers({ user }))
  return renderApp(address)
}
const navigation = () => within(screen.getByRole('navigation', { name: 'Administration' }))

it.each([
  ['/settings/email', 'Email and registration', 'Save email settings'],
  ['/settings/registration', 'Email and registration', 'Save registration settings'],
  ['/settings/visualization', 'Email and registration', 'Save URL'],
  ['/settings/conversations', 'Conversations', 'Delete conversations'],
])('%s has one heading, one button, and says when a change takes effect', async (address, heading, button) => {
  open(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
  expect(await screen.findByRole('button', { name: button })).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^(Save|Delete)/ })).toHaveLength(1)
  expect(screen.getByText(/^A (saved change applies|deletion happens)/)).toBeDefined()
  expect(screen.queryByRole('tablist')).toBeNull()
  expect(navigation().getByRole('link', { name: heading }).getAttribute('aria-current')).toBe('page')
})

it('asks before it leaves unsaved changes, and keeps the input after a failed save', async () => {
  const { user, address } = open('/settings/visualization')
  server.use(http.post(at('/api/v1/env-config/visualization'), () => failure(500, 'The store cannot be reached.')))
  const field = await screen.findByLabelText<HTMLInputElement>('Visualization server URL')
  await user.clear(field)
  await user.type(field, 'https://charts.example.com')
  await user.click(screen.getByRole('button', { name: 'Save URL' }))
  expect(await screen.findByText('The store cannot be reached.')).toBeDefined()
  expect(field.value).toBe('https://charts.example.com')
  await user.click(screen.getByRole('link', { name: 'Registration' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Discard changes?')).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Save registration settings' })).toBeDefined()
  expect(address()).toBe('/settings/registration')
})

it('gives the profile its own page, which the account menu opens', async () => {
  const { user, address } = open('/settings/license')
  await user.click(await screen.findByRole('button', { name: /ada@example.com/ }))
  expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeDefined()
  expect(address()).toBe('/settings/profile')
})

it('shows other users only their profile and the license', async () => {
  const { app } = open('/settings/email', makeUser({ role: 'GENERAL' }))
  await app.router.load()
  expect(app.router.state.location.pathname).not.toBe('/settings/email')
})
