import type { AreaJoin, UpdateAreaRequest } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import '../security/column-security-section.tsx'
import '../security/preview-as.tsx'
import '../security/row-security-section.tsx'

const server = useTestServer()
useTestBrowser()

const join: AreaJoin = {
  join_type: 'INNER',
  left_table: 'orders',
  left_column: 'customer_id',
  right_table: 'customers',
  right_column: 'id',
}

async function openWith(joins: AreaJoin[], suggested: AreaJoin[] = []) {
  const backend = areasBackend({
    areas: [makeFullArea({ joins })],
    suggested,
    columns: { orders: ['id', 'customer_id'], customers: ['id', 'name'] },
  })
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/business-areas?form=a1')
  await screen.findByRole('region', { name: 'Table Relationships (optional)' })
  const saved = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = backend.sent.find(({ call }) => call === 'update')?.body as UpdateAreaRequest
    return body.joins
  }
  return { ...app, backend, saved }
}
const section = () => within(screen.getByRole('region', { name: 'Table Relationships (optional)' }))
const mode = (name: string) => section().getByRole('button', { name })
const row = (number: number) => within(section().getByRole('group', { name: `Join ${number}` }))

describe('the join builder', () => {
  it('BA-069 BA-071 BA-076 starts a new join as INNER, with a table and a column on both sides', async () => {
    const { user, saved } = await openWith([])
    await user.click(mode('Add join'))
    expect(row(1).getByRole<HTMLSelectElement>('combobox', { name: 'Join type' }).value).toBe('INNER')
    const fill = async (name: string, text: string) => {
      await user.type(row(1).getByRole('combobox', { name }), text)
      await user.tab()
    }
    await fill('Left table', 'orders')
    await fill('Left column', 'customer_id')
    await fill('Right table', 'customers')
    await fill('Right column', 'id')
    expect(await saved()).toEqual([join])
  })

  it('offers the tables of the area and the columns of the chosen one', async () => {
    const { user } = await openWith([join])
    const table = row(1).getByRole('combobox', { name: 'Left table' })
    await user.clear(table)
    await user.type(table, 'cust')
    await user.click(await screen.findByRole('option', { name: 'customers' }))
    expect((table as HTMLInputElement).value).toBe('customers')
    const column = row(1).getByRole('combobox', { name: 'Left column' })
    await user.clear(column)
    await user.click(column)
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['id', 'name']),
    )
  })

  it('BA-074 offers four types, with FULL as FULL OUTER JOIN', async () => {
    const { user, saved } = await openWith([join])
    const type = row(1).getByRole('combobox', { name: 'Join type' })
    expect(
      within(type)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL OUTER JOIN'])
    await user.selectOptions(type, 'FULL OUTER JOIN')
    expect(await saved()).toEqual([{ ...join, join_type: 'FULL' }])
  })

  it('BA-075 blocks saving and marks an incomplete join, and leaves out an empty one', async () => {
    const { user, backend, saved } = await openWith([join])
    await user.click(mode('Add join'))
    await user.click(mode('Add join'))
    await user.type(row(2).getByRole('combobox', { name: 'Left table' }), 'orders')
    await user.tab()
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    expect(
      await section().findByText('A join needs a table and a column on both sides. Complete it or remove it.'),
    ).toBeDefined()
    expect(row(2).getByRole('combobox', { name: 'Right table' }).getAttribute('aria-invalid')).toBe('true')
    expect(backend.calls()).toEqual([])
    await user.click(row(2).getByRole('button', { name: 'Remove join 2' }))
    expect(await saved()).toEqual([join])
  })

  it('BA-073 OP-63 gives an advanced join a condition', async () => {
    const { user, saved } = await openWith([join])
    await user.click(row(1).getByRole('button', { name: 'Advanced' }))
    await user.type(row(1).getByLabelText(/^Custom join condition/), 'orders.a = customers.b')
    expect(await saved()).toEqual([{ ...join, join_condition: 'orders.a = customers.b' }])
  })

  it('adds a join from the foreign keys with one click, and then stops suggesting it', async () => {
    const second = { ...join, left_column: 'payer_id' }
    const { user, saved } = await openWith([], [join, second])
    await user.click(await section().findByRole('button', { name: 'Add orders.customer_id = customers.id' }))
    expect(section().queryByRole('button', { name: 'Add orders.customer_id = customers.id' })).toBeNull()
    await user.click(section().getByRole('button', { name: 'Add orders.payer_id = customers.id' }))
    expect(await saved()).toEqual([join, second])
  })

  it('states how many rows belong together, with what the database says as the default', async () => {
    const other = { ...join, left_column: 'payer_id' }
    const { user, saved } = await openWith([join, other], [join])
    const rows = (number: number) => row(number).getByRole<HTMLSelectElement>('combobox', { name: 'Rows on each side' })
    const shown = (number: number) => rows(number).selectedOptions[0]?.textContent
    await waitFor(() => expect(shown(1)).toBe('From the database: Each row of orders has one of customers'))
    expect(row(1).queryByText(/^State it/)).toBeNull()
    expect(shown(2)).toBe('Number of rows not stated')
    expect(row(2).getByText(/^State it/)).toBeDefined()
    await user.selectOptions(rows(2), 'Each row of customers has one of orders')
    expect(row(2).queryByText(/^State it/)).toBeNull()
    expect(await saved()).toEqual([join, { ...other, cardinality: 'one_to_many' }])
  })

  it('BA-138 saves the removal of the last join', async () => {
    const { user, saved } = await openWith([join])
    await user.click(row(1).getByRole('button', { name: 'Remove join 1' }))
    expect(await saved()).toEqual([])
  })
})

describe('relationships in words', () => {
  it('BA-069 BA-072 BA-131 shows relationships as text, one on each line', async () => {
    const { user, saved } = await openWith([{ description: 'Orders belong to customers' }])
    const field = section().getByLabelText<HTMLTextAreaElement>('Relationship descriptions')
    expect(field.value).toBe('Orders belong to customers')
    await user.type(field, '{Enter}Items belong to orders')
    expect(await saved()).toEqual([
      { description: 'Orders belong to customers' },
      { description: 'Items belong to orders' },
    ])
  })

  it('BA-131 opens joins with both sides in the builder', async () => {
    await openWith([join])
    expect(row(1).getByRole<HTMLInputElement>('combobox', { name: 'Left table' }).value).toBe('orders')
    expect(section().queryByLabelText('Relationship descriptions')).toBeNull()
  })

  it('keeps a described relationship next to structured ones', async () => {
    const { saved } = await openWith([join, { description: 'Items belong to orders' }])
    expect(section().getByText('Items belong to orders')).toBeDefined()
    expect(await saved()).toEqual([join, { description: 'Items belong to orders' }])
  })

  it('BA-070 clears the other form when switching, and asks first if it is not empty', async () => {
    const { user, saved } = await openWith([join])
    await user.click(mode('Describe in words'))
    expect(await screen.findByText('Switching clears the relationships that you entered.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(row(1)).toBeDefined()
    await user.click(mode('Describe in words'))
    await user.click(await screen.findByRole('button', { name: 'Clear and switch' }))
    await user.type(await section().findByLabelText('Relationship descriptions'), 'By hand')
    await user.click(mode('Join builder'))
    await user.click(await screen.findByRole('button', { name: 'Clear and switch' }))
    expect(section().queryByRole('group', { name: 'Join 1' })).toBeNull()
    await user.click(mode('Describe in words'))
    expect((await section().findByLabelText<HTMLTextAreaElement>('Relationship descriptions')).value).toBe('')
    expect(await saved()).toEqual([])
  })
})
