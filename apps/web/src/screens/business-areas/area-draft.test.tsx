import { noDefinitions, type Metric } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeDraft, makeFullArea } from '../../testing/areas-backend.ts'
import { makeDatabase, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { usersBackend } from '../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import './area-screen.tsx'
import './audience/audience-panel.tsx'
import './definitions/definitions-section.tsx'
import './drafts/draft-examples.tsx'
import './drafts/draft-review.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const sales = makeFullArea({ area_name: 'Sales', version: 4, ai_instructions: 'Gross.' })
const { published } = makeDraft()

async function openPage(address: string, options: Parameters<typeof areasBackend>[0] = {}) {
  const backend = areasBackend({ areas: [sales], ...options })
  server.use(
    http.get(at('/api/v1/examples'), () => HttpResponse.json([])),
    ...backend.handlers,
    ...usersBackend().handlers,
    ...signedInHandlers({ user: makeUser(), databases: [makeDatabase()] }),
  )
  const opened = renderApp(address)
  await screen.findByRole('tablist')
  return { ...opened, backend }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const instructions = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Standard instructions/ })
const banner = () => screen.findByRole('region', { name: 'Draft' })

function metric(name: string, expression: string): Metric {
  const computation = { kind: 'aggregate' as const, table: 'orders', expression, condition: null, time_column: null }
  const plain = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  return { name, computation, ...plain }
}

describe('the page of an area without a draft', () => {
  it('saves its input as a draft, and opens it', async () => {
    const { user, backend, address } = await openPage('/business-areas/a1')
    await user.clear(instructions())
    await user.type(instructions(), 'Net of tax.')
    await user.click(button('Save as draft'))
    await waitFor(() => expect(address()).toBe('/business-areas/a1?form=draft'))
    expect(backend.sent.find(({ call }) => call === 'save-draft')?.body).toMatchObject({
      revision: null,
      area_version: 4,
      content: { ai_instructions: 'Net of tax.', tables: [{ table_name: 'customers' }, { table_name: 'orders' }] },
    })
    expect(await within(await banner()).findByText('You are editing the draft.')).toBeDefined()
    expect(backend.sent.map(({ call }) => call)).not.toContain('update')
  })

  it('does not save as a draft what has none', async () => {
    const { user } = await openPage('/business-areas/a1')
    await user.type(instructions(), ' More.')
    expect(button('Save as draft').disabled).toBe(false)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2')
    expect(button('Save as draft').disabled).toBe(true)
  })
})

describe('the draft of an area', () => {
  it('is announced on the published page, and opened with what it says', async () => {
    const { user, address } = await openPage('/business-areas/a1', { draft: makeDraft() })
    expect(instructions().value).toBe('Gross.')
    expect(within(await banner()).getByText(/1 change · saved .* by bea/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save as draft' })).toBeNull()
    await user.click(button('Open the draft'))
    await waitFor(() => expect(address()).toBe('/business-areas/a1?form=draft'))
    await waitFor(() => expect(instructions().value).toBe('Net of tax.'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true)
  })

  it('says on tabs without a draft that they apply at once', async () => {
    const { user, address } = await openPage('/business-areas/a1?section=rows&form=draft', { draft: makeDraft() })
    const panel = within(await screen.findByRole('tabpanel', { name: /^Row rules/ }))
    expect(panel.getByText(/^Row rules have no draft/)).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Edit the published area' }))
    await waitFor(() => expect(address()).toBe('/business-areas/a1?section=rows'))
  })

  it('is saved with the revision that was read, and is used only after that', async () => {
    const { user, backend } = await openPage('/business-areas/a1?form=draft', { draft: makeDraft() })
    expect(button('Ask in the draft').disabled).toBe(false)
    await user.type(instructions(), ' Really.')
    for (const name of ['Ask in the draft', 'Evaluate', 'Compare and publish']) expect(button(name).disabled).toBe(true)
    await user.click(button('Save draft'))
    await waitFor(() =>
      expect(backend.sent.find(({ call }) => call === 'save-draft')?.body).toMatchObject({
        revision: 'r1',
        content: { ai_instructions: 'Net of tax. Really.' },
      }),
    )
  })

  it('keeps the input of a stale tab, and reloads what someone else saved', async () => {
    const { user, backend } = await openPage('/business-areas/a1?form=draft', { draft: makeDraft() })
    await user.type(instructions(), ' Mine.')
    backend.replaceDraft(makeDraft({ revision: 'r2', content: { ...published, ai_instructions: 'Theirs.' } }))
    await user.click(button('Save draft'))
    expect(await screen.findByText('Someone else saved this draft.')).toBeDefined()
    expect(instructions().value).toBe('Net of tax. Mine.')
    await user.click(button('Reload'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(instructions().value).toBe('Theirs.'))
  })

  it('is published after a decision about each collision', async () => {
    const only = (expression: string) => ({
      ...published,
      definitions: { ...noDefinitions, metrics: [metric('Revenue', expression)] },
    })
    const collision = {
      id: '["metrics","revenue"]',
      part: 'definitions' as const,
      before: only('SUM(a)'),
      published: only('SUM(b)'),
      draft: only('SUM(c)'),
    }
    const { user, backend } = await openPage('/business-areas/a1?form=draft', {
      draft: makeDraft({ collisions: [collision] }),
    })
    await user.click(button('Compare and publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare and publish the draft' }))
    expect(await dialog.findByText('Net of tax.')).toBeDefined()
    expect(dialog.getByText('SUM(b)')).toBeDefined()
    const publish = dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish the draft' })
    expect(publish.disabled).toBe(true)
    await user.click(dialog.getByRole('radio', { name: 'Keep what is published' }))
    await user.type(dialog.getByRole('textbox', { name: /^Why/ }), 'Tax')
    await user.click(publish)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull())
    expect(backend.sent.find(({ call }) => call === 'publish-draft')?.body).toEqual({
      revision: 'r1',
      area_version: 4,
      reason: 'Tax',
      examples_revision: 'e1',
      collisions: [{ id: '["metrics","revenue"]', use: 'published' }],
    })
    expect(backend.sent.map(({ call }) => call)).not.toContain('update')
  })

  it('shows its verified examples, changes one, and compares them', async () => {
    const added = { question: 'How many refunds?', sql_query: 'SELECT COUNT(*) FROM refunds' }
    const change = { id: 'e2', database_config_id: 'c1', before: null, published: null, collides: false, problem: null }
    const { user, backend } = await openPage('/business-areas/a1?section=examples&form=draft', {
      draft: makeDraft({ changes: 2 }),
      draftExamples: [{ ...change, draft: added }],
    })
    expect(await screen.findByRole('tab', { name: 'Examples 1' })).toBeDefined()
    const item = within(await screen.findByRole('listitem', { name: added.question }))
    expect(item.getByText('Added in the draft')).toBeDefined()
    await user.click(item.getByRole('button', { name: 'Edit How many refunds?' }))
    await user.type(screen.getByRole('textbox', { name: 'SQL' }), ' WHERE x')
    await user.click(button('Run and save'))
    expect(await screen.findByText('Ran with 1 row.', { exact: false })).toBeDefined()
    expect(backend.sent.find(({ call }) => call === 'update-draft-example')?.body).toEqual({
      ...added,
      sql_query: 'SELECT COUNT(*) FROM refunds WHERE x',
    })
    await user.click(button('Compare and publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare and publish the draft' }))
    expect(await dialog.findByText('Verified example "How many refunds?"')).toBeDefined()
  })

  it('shows its errors, and cannot be asked or published with them', async () => {
    const problem = {
      severity: 'error' as const,
      section: 'definitions' as const,
      rule: null,
      table: 'orders',
      definition: { kind: 'metric' as const, name: 'Revenue' },
      part: 'expression',
      message: 'There is no column nothing.',
      position: null,
      database: null,
    }
    await openPage('/business-areas/a1?form=draft', { draft: makeDraft({ can_ask: false, problems: [problem] }) })
    expect(await screen.findByText(/^The draft has errors/)).toBeDefined()
    expect(button('Ask in the draft').disabled).toBe(true)
  })

  it('is discarded only after a question', async () => {
    const { user, backend, address } = await openPage('/business-areas/a1?form=draft', { draft: makeDraft() })
    await user.click(button('Discard draft'))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(address()).toBe('/business-areas/a1'))
    expect(backend.sent.map(({ call }) => call)).toContain('discard-draft')
    expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull()
  })
})
