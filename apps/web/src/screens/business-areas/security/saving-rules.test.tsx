import type { RowSecurityRules } from '@parlance/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeDatabase } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import './column-security-section.tsx'
import './preview-as.tsx'
import './row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const stored: RowSecurityRules = {
  rules: [{ name: 'Own orders', tables: { orders: { condition: 'region = :user.region', always_apply: true } } }],
}

async function openRules(rules: RowSecurityRules = stored) {
  const area = makeFullArea({ area_id: 'a1', row_security_rules: rules, has_row_security: true })
  const backend = areasBackend({ areas: [area] })
  server.use(...backend.handlers, ...signedInHandlers({ databases: [makeDatabase()] }))
  const app = renderApp('/business-areas?form=a1')
  const heading = await screen.findByRole('heading', { name: /^Row-Level Security/ })
  const section = heading.closest('section')
  if (section === null) throw new Error('the heading stands in a section')
  const saved = () => backend.sent.find(({ call }) => call === 'update')?.body
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save Changes' }))
  return { ...app, rules: within(section), saved, save }
}

describe('saving rules in the dialog', () => {
  it('BA-083 sends the rules as they are stored when saving without an edit', async () => {
    const { save, saved } = await openRules()
    await save()
    await expect.poll(saved).toMatchObject({ row_security_rules: stored })
  })

  it('BA-083 saves parameters even without rules', async () => {
    const described: RowSecurityRules = { rules: [], parameters: { ':user.region': 'The region that they sell in' } }
    const { save, saved } = await openRules(described)
    await save()
    await expect.poll(saved).toMatchObject({ row_security_rules: described })
  })

  it('BA-098 saves unreadable JSON as no rules after confirmation', async () => {
    const { user, rules, save, saved } = await openRules()
    await user.click(rules.getByRole('button', { name: 'JSON Editor' }))
    fireEvent.change(rules.getByRole('textbox', { name: 'Row security rules as JSON' }), { target: { value: '{' } })
    await save()
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Saving removes all row-level security rules from this business area.')
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(saved()).toBeUndefined()
    await save()
    await user.click(await screen.findByRole('button', { name: 'Save without these rules' }))
    await expect.poll(saved).toMatchObject({ row_security_rules: {} })
  })

  it('BA-088 blocks saving the area while a rule is incomplete', async () => {
    const { user, rules, save, saved } = await openRules()
    await user.click(rules.getByRole('button', { name: 'Add rule' }))
    await save()
    expect((await screen.findAllByText('A row rule needs a table and a condition.')).length).toBeGreaterThan(0)
    expect(saved()).toBeUndefined()
  })
})
