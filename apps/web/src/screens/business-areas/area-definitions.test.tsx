import {
  noDefinitions,
  type Area,
  type AreaVersionContent,
  type Metric,
  type ProposedDefinitions,
  type UpdateAreaRequest,
} from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { DefinitionPreviewRequest } from '../../api/area-definitions.ts'
import { areasBackend, makeFullArea } from '../../testing/areas-backend.ts'
import { makeDatabase, makeReceipt, makeUser } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import './area-screen.tsx'
import './areas-screen.tsx'
import './audience/audience-panel.tsx'
import './definition-proposals/definition-proposals-dialog.tsx'
import './definitions/definition-preview.tsx'
import './definitions/definitions-section.tsx'
import './security/column-security-section.tsx'
import './security/preview-as.tsx'
import './security/row-security-section.tsx'
import './versions/versions-panel.tsx'

const server = useTestServer()
useTestBrowser()

const revenue: Metric = {
  name: 'Net revenue',
  description: null,
  synonyms: [],
  computation: { kind: 'aggregate', table: 'orders', expression: 'SUM(total)', condition: null, time_column: null },
  dimensions: null,
  unit: 'EUR',
  format: { style: 'currency', decimals: 0 },
  deprecated: null,
}
const country = {
  name: 'Country',
  description: null,
  synonyms: [],
  table: 'customers',
  expression: 'country',
  parent: null,
  deprecated: null,
}
const defined = makeFullArea({
  area_name: 'Sales',
  version: 4,
  definitions: { ...noDefinitions, metrics: [revenue], dimensions: [country] },
})

async function openPage(
  address: string,
  options: Parameters<typeof areasBackend>[0] = {},
  user = makeUser(),
  first: 'dialog' | 'tablist' = 'tablist',
) {
  const backend = areasBackend({ areas: [defined], ...options })
  server.use(
    http.get(at('/api/v1/examples'), () => HttpResponse.json([])),
    ...backend.handlers,
    ...usersBackend({ users: [makeAccount({ user_id: 'u2', username: 'bea', user_name: 'bea' })] }).handlers,
    ...signedInHandlers({ user, databases: [makeDatabase()] }),
  )
  const opened = renderApp(address)
  await screen.findByRole(first)
  return { ...opened, backend }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the tab of definitions', () => {
  it('counts the definitions, and opens the list and the definition of the address', async () => {
    const { user, address } = await openPage(
      '/business-areas/a1?section=definitions&list=dimensions&definition=Country',
    )
    expect(await screen.findByRole('tab', { name: 'Definitions 2' })).toBeDefined()
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Country')
    await user.click(button('Metrics 1'))
    await user.click(button(/^Net revenue/))
    await waitFor(() => expect(address()).toBe('/business-areas/a1?section=definitions&definition=Net+revenue'))
  })

  it('shows how often answers used a definition', async () => {
    const usage = [
      { kind: 'metric' as const, name: 'net revenue', recent_answers: 7, last_day: '2026-01-01', days: [] },
    ]
    await openPage('/business-areas/a1?section=definitions', { usage })
    expect(await screen.findByText('Used 7 times')).toBeDefined()
  })

  it('proves the definitions while the user types, without incomplete ones', async () => {
    const { user, backend } = await openPage('/business-areas/a1?section=definitions')
    await user.click(await screen.findByRole('button', { name: 'Add metric' }))
    await waitFor(() => expect(backend.sent.some(({ call }) => call === 'check')).toBe(true))
    const checked = backend.sent.findLast(({ call }) => call === 'check')?.body as Area
    expect(checked.definitions.metrics.map(({ name }) => name)).toEqual(['Net revenue'])
    expect(await screen.findByText('Definitions checked against Sample Shop.')).toBeDefined()
  })

  it('saves definitions with the reason, and refuses incomplete ones', async () => {
    const { user, backend } = await openPage('/business-areas/a1?section=definitions')
    await user.click(await screen.findByRole('button', { name: 'Add metric' }))
    await user.click(button('Save changes'))
    expect(
      await screen.findByText('A definition is incomplete. Fill in the marked fields, or remove it.'),
    ).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
    await user.click(button('Remove Unnamed definition'))
    await user.click(button('Duplicate Net revenue'))
    await user.type(screen.getByRole('textbox', { name: 'Why (optional)' }), 'Compare two')
    await user.click(button('Save changes'))
    expect(await screen.findByText('Business area updated successfully!')).toBeDefined()
    expect(backend.sent.find(({ call }) => call === 'update')?.body).toMatchObject({
      change_reason: 'Compare two',
      definitions: { metrics: [{ name: 'Net revenue' }, { name: 'Net revenue 2' }] },
    })
  })

  it('asks for no reason if only rules or access changed', async () => {
    const { user } = await openPage('/business-areas/a1?section=access')
    await user.click(await screen.findByRole('radio', { name: /^Private/ }))
    expect(screen.getByText('1 unsaved change')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Why (optional)' })).toBeNull()
  })

  it('shows the definitions to users who may not edit the area', async () => {
    const areas = [{ ...defined, can_edit: false, is_owner: false }]
    await openPage('/business-areas/a1?section=definitions', { areas }, makeUser({ role: 'GENERAL' }))
    expect(await screen.findByText('orders · SUM(total)')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add metric' })).toBeNull()
  })
})

describe('the dialog of an area', () => {
  it('says how many definitions there are, and leads to them with the unsaved changes', async () => {
    const { user, address } = await openPage('/business-areas?form=a1', {}, makeUser(), 'dialog')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Business Area' }))
    expect(await dialog.findByText('2 definitions')).toBeDefined()
    await user.type(dialog.getByLabelText('Name'), '!')
    await user.click(dialog.getByRole('button', { name: 'Open definitions' }))
    expect(await screen.findByText('1 unsaved change')).toBeDefined()
    expect(address()).toBe('/business-areas/a1?section=definitions')
  })
})

describe('the preview of a definition', () => {
  function answers(results: unknown[][], columns: string[] = ['Net revenue']) {
    const asked: DefinitionPreviewRequest[] = []
    server.use(
      http.post<never, DefinitionPreviewRequest>(
        at('/api/v1/business-areas/a1/definition-preview'),
        async ({ request }) => {
          const body = await request.json()
          asked.push(body)
          const grouped = body.query?.group_by?.length === 1
          const names = grouped ? ['Country', ...columns] : columns
          return HttpResponse.json({
            database: { config_id: 'db1', name: 'Sample Shop' },
            columns: names.map((name) => ({ name, dataType: 'TEXT', kind: name === 'Country' ? 'text' : 'number' })),
            meanings: names.map((name) => ({
              kind: name === 'Country' ? 'dimension' : 'metric',
              name,
              unit: name === 'Country' ? null : 'EUR',
              format: name === 'Country' ? null : { style: 'currency', decimals: 0 },
            })),
            results: grouped ? [['Germany', 1200]] : results,
            truncated: false,
            used: [],
            sql_query: 'SELECT 1',
            executed_sql: 'SELECT 1',
            receipt: makeReceipt(),
          })
        },
      ),
    )
    return asked
  }

  async function openPreview() {
    const opened = await openPage('/business-areas/a1?section=definitions')
    await opened.user.click(await screen.findByRole('button', { name: 'Preview Net revenue as…' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Preview of Net revenue' })) }
  }

  it('shows the number in its format as oneself, then by a dimension as another user', async () => {
    const asked = answers([[734268.4]])
    const { user, dialog } = await openPreview()
    expect(await dialog.findByText('€734,268')).toBeDefined()
    expect(asked[0]?.user_id).toBeUndefined()
    expect(asked[0]).toMatchObject({ query: { metrics: ['Net revenue'] }, definitions: { metrics: [{}] } })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Grouped by' }), 'Country')
    expect(await dialog.findByText('Germany')).toBeDefined()
    expect(dialog.getByText('€1,200')).toBeDefined()
    await user.type(dialog.getByRole('combobox', { name: 'As user' }), 'bea')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ user_id: 'u2', query: { group_by: ['Country'] } }))
  })

  it('shows why there is no right answer', async () => {
    server.use(
      http.post(at('/api/v1/business-areas/a1/definition-preview'), () =>
        failure(400, 'One order can have several products.', 'query_refused'),
      ),
    )
    const { dialog } = await openPreview()
    expect(await dialog.findByText('One order can have several products.')).toBeDefined()
  })
})

describe('the versions of an area', () => {
  const content: AreaVersionContent['content'] = {
    description: null,
    ai_instructions: null,
    synonyms: [],
    sample_questions: [],
    tables: [],
    joins: [],
    definitions: { ...noDefinitions, dimensions: [country] },
  }
  const version = {
    user_name: 'demo',
    created_at: '2026-01-01T10:00:00.000Z',
    restored_from: null,
    reason: null,
    changes: [],
  }
  const versions = [
    {
      ...version,
      number: 4,
      reason: 'Finance asked for it',
      content: { ...content, definitions: defined.definitions },
    },
    { ...version, number: 3, content },
  ]

  async function openVersions() {
    const opened = await openPage('/business-areas/a1?section=definitions', { versions })
    await opened.user.click(button('More actions'))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Versions' })) }
  }

  it('show who changed what, when, and why', async () => {
    const { user, dialog } = await openVersions()
    const newest = within(await dialog.findByRole('listitem', { name: 'Version 4' }))
    expect(newest.getByText('Current')).toBeDefined()
    expect(newest.getByText('Finance asked for it')).toBeDefined()
    expect(newest.getByText('demo')).toBeDefined()
    await user.click(newest.getByRole('button', { name: 'What changed in version 4' }))
    expect(await newest.findByText('Metric Net revenue')).toBeDefined()
    expect(newest.getByText('orders · SUM(total) · EUR · currency 0')).toBeDefined()
  })

  it('fill the form with an earlier one, which saving makes the current one', async () => {
    const { user, dialog, backend } = await openVersions()
    await user.click(await dialog.findByRole('button', { name: 'Restore version 3' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('tab', { name: 'Definitions 1' })).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Why (optional)' }).value).toBe('Restored version 3')
    await user.click(button('Save changes'))
    await waitFor(() =>
      expect(backend.sent.find(({ call }) => call === 'update')?.body).toMatchObject({
        change_reason: 'Restored version 3',
        definitions: { metrics: [], dimensions: [country] },
      }),
    )
  })
})

describe('words that users ask for', () => {
  it('are defined with a proposal in the form, or as an empty filter, or rejected', async () => {
    const rejected: unknown[] = []
    const askedWords = ['big orders', 'churned', 'gizmos'].map((phrase) => ({ phrase, conversations: 5, key: phrase }))
    server.use(
      http.post(at('/api/v1/business-areas/a1/reject-proposals'), async ({ request }) => {
        rejected.push(await request.json())
        return HttpResponse.json({ rejected: 1 })
      }),
      http.post(at('/api/v1/business-areas/a1/propose-definitions'), () =>
        HttpResponse.json({ database: { config_id: 'db1', name: 'Warehouse' }, proposals: [], notes: [] }),
      ),
    )
    const { user, address } = await openPage('/business-areas/a1?section=definitions', { askedWords })
    expect(await screen.findByText('Asked in 5 conversations this month: define “churned”?')).toBeDefined()
    await user.click(button('Reject gizmos'))
    await waitFor(() => expect(rejected).toEqual([{ keys: ['gizmos'] }]))
    await user.click(button('Define churned'))
    await waitFor(() => expect(address()).toContain('list=filters&definition=Churned'))
    expect(await screen.findByRole('listitem', { name: 'Churned' })).toBeDefined()
    expect(screen.queryByText(/“churned”/)).toBeNull()
  })
})

describe('proposed definitions', () => {
  const orders: Metric = { ...revenue, name: 'Orders', unit: null, format: null }
  const average: Metric = {
    ...orders,
    name: 'Average',
    computation: { kind: 'formula', formula: '{Net revenue} / {Orders}' },
  }
  const active = {
    name: 'Active',
    description: null,
    synonyms: [],
    table: 'customers',
    condition: 'is_active = 1',
    applies_by_default: false,
    deprecated: null,
  }
  const proposed: ProposedDefinitions = {
    database: { config_id: 'db1', name: 'Warehouse' },
    proposals: [
      { item: { kind: 'metric', value: orders }, reason: { text: 'The number of rows' } },
      { item: { kind: 'metric', value: average }, reason: { text: 'An average' } },
      { item: { kind: 'filter', value: active }, reason: { text: 'It says yes or no' } },
    ],
    notes: [],
  }

  it('come into the form with what they need, open for editing, and stay away once they are rejected', async () => {
    const { user, address, backend } = await openPage('/business-areas/a1?section=definitions')
    const rejected: unknown[] = []
    server.use(
      http.post(at('/api/v1/business-areas/a1/propose-definitions'), () => HttpResponse.json(proposed)),
      http.post(at('/api/v1/business-areas/a1/reject-proposals'), async ({ request }) => {
        rejected.push(await request.json())
        return HttpResponse.json({ rejected: 1 })
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Propose definitions' }))
    await user.click(await screen.findByRole('button', { name: 'Reject Active' }))
    await waitFor(() => expect(rejected).toEqual([{ keys: ['["filter","active"]'] }]))
    expect(screen.queryByText('It says yes or no')).toBeNull()
    await user.click(button('Edit Average'))
    await waitFor(() => expect(address()).toContain('definition=Average'))
    await user.click(button('Save changes'))
    await waitFor(() => expect(backend.sent.some(({ call }) => call === 'update')).toBe(true))
    const saved = backend.sent.find(({ call }) => call === 'update')?.body as UpdateAreaRequest
    expect(saved.definitions?.metrics?.map(({ name }) => name)).toEqual(['Net revenue', 'Orders', 'Average'])
  })
})
