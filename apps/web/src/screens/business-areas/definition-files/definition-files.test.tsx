import type { ImportedDefinitions } from '@parlance/contract'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { newAreaForm } from '../form/area-form.ts'
// Load them before the first test so that the import does not use up that test's time.
import '../area-screen.tsx'
import './definition-file-dialog.tsx'
import { takeItems } from './take-items.ts'

const server = useTestServer()
useTestBrowser()

const metric = {
  name: 'Revenue',
  description: null,
  synonyms: [],
  computation: {
    kind: 'aggregate' as const,
    table: 'orders',
    expression: 'SUM(total)',
    condition: null,
    time_column: null,
  },
  dimensions: null,
  unit: null,
  format: null,
  deprecated: null,
}
const read: ImportedDefinitions = {
  format: 'ossie',
  items: [
    {
      item: { kind: 'metric', value: metric },
      before: null,
      place: { path: 'metrics[0]', line: 4 },
      change: 'added',
      conflicts: [],
    },
    {
      item: { kind: 'instructions', value: 'Amounts are in euros.' },
      before: null,
      place: { path: '', line: 1 },
      change: 'added',
      conflicts: [],
    },
  ],
  notes: [{ place: { path: 'metrics[1]', line: 9 }, effect: 'left_out', message: 'It has no aggregate.' }],
}

async function openDialog(answer: ImportedDefinitions | string) {
  const backend = areasBackend({ areas: [makeFullArea({ can_edit: true })] })
  const sent: unknown[] = []
  server.use(
    http.post(at('/api/v1/business-areas/:id/definitions/import'), async ({ request }) => {
      sent.push(await request.json())
      return typeof answer === 'string'
        ? HttpResponse.json({ detail: answer, code: 'bad_request', request_id: 'r' }, { status: 400 })
        : HttpResponse.json(answer)
    }),
    ...backend.handlers,
    ...signedInHandlers(),
  )
  const app = renderApp(`/business-areas/${makeFullArea().area_id}`)
  await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Import definitions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import definitions' }))
  await app.user.upload(dialog.getByLabelText('File with definitions'), new File(['version: 1'], 'model.yaml'))
  return { ...app, backend, dialog, sent }
}

describe('importing definitions', () => {
  it('shows what comes in and what does not fit, and adds only what is ticked as unsaved changes', async () => {
    const { user, backend, dialog, sent } = await openDialog(read)
    expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Revenue' })).checked).toBe(true)
    expect(sent).toEqual([{ content: 'version: 1' }])
    expect(dialog.getByText('orders: SUM(total)')).toBeDefined()
    expect(dialog.getByText('It has no aggregate.')).toBeDefined()
    const instructions = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Instructions for the model' })
    expect(instructions.checked).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Add 1 to the form' }))
    expect(await screen.findByText('1 unsaved change')).toBeDefined()
    expect(backend.sent.map(({ call }) => call)).not.toContain('update')
  })

  it('says why a file is refused', async () => {
    const { dialog } = await openDialog('Line 2: The key a is used twice.')
    expect(await dialog.findByText('Line 2: The key a is used twice.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add to the form' }).disabled).toBe(true)
  })

  it('replaces what has the same name, adds the rest, and removes nothing', () => {
    const form = newAreaForm('app', {
      tables: [{ table_name: 'orders', columns: [{ name: 'total', description: 'Old', synonyms: [] }] }],
      joins: [{ left_table: 'orders', left_column: 'a', right_table: 'x', right_column: 'b' }],
    })
    form.definitions = {
      ...form.definitions,
      metrics: [
        { ...metric, name: 'Orders' },
        { ...metric, name: 'REVENUE' },
      ],
    }
    const taken = takeItems(form, [
      { kind: 'metric', value: metric },
      { kind: 'column', value: { table_name: 'ORDERS', name: 'total', description: 'New', synonyms: [] } },
      { kind: 'relationship', value: { left_table: 'x', left_column: 'b', right_table: 'orders', right_column: 'a' } },
      { kind: 'instructions', value: 'Amounts are in euros.' },
    ])
    expect(taken.definitions?.metrics.map(({ name }) => name)).toEqual(['Orders', 'Revenue'])
    expect(taken.tables?.[0]?.columns).toEqual([{ name: 'total', description: 'New', synonyms: [] }])
    expect(taken.joins).toHaveLength(1)
    expect(taken.ai_instructions).toBe('Amounts are in euros.')
  })
})
