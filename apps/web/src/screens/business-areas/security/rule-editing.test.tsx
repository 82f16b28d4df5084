import type { PreviewAreaRequest, RowSecurityRules } from '@parlance/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ColumnRulesValue } from '../../../lib/security/column-rules.ts'
import type { RowRulesValue } from '../../../lib/security/row-rules.ts'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import { makeDatabase } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { makeProblem, renderSection } from '../../../testing/security-sections.tsx'
import { at, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
import { makeAccount, usersBackend } from '../../../testing/users-backend.ts'
// Load it before the first test so that the import does not use up that test's time.
import '../areas-screen.tsx'
import { ColumnSecuritySection } from './column-security-section.tsx'
import './preview-panel.tsx'
import { RowSecuritySection } from './row-security-section.tsx'
import type { RuleSectionProps } from './rule-kind.ts'
import { noSources } from './rule-sources.ts'

const server = useTestServer()
useTestBrowser()

const own: RowSecurityRules = {
  rules: [
    { name: 'Own orders', tables: { orders: { condition: 'sales_rep_id = 1', always_apply: true } } },
    { name: 'Security for customers', tables: { customers: { condition: 'city = 2', always_apply: true } } },
  ],
}
const masks: ColumnRulesValue = {
  rules: [
    { name: 'Personal data', tables: { customers: { email: { mask_type: 'null' }, phone: { mask_type: 'hash' } } } },
  ],
}

const open = (value: RowRulesValue, props: Partial<RuleSectionProps<RowRulesValue>> = {}) =>
  renderSection(RowSecuritySection, value, props)
const openMasks = (value: ColumnRulesValue, props: Partial<RuleSectionProps<ColumnRulesValue>> = {}) =>
  renderSection(ColumnSecuritySection, value, props)
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string | RegExp) => screen.getByRole('combobox', { name })
const set = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
async function focusIsAt(name: string) {
  await expect
    .poll(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    .toBe(name)
}

describe('a list of rules', () => {
  it('brings a removed rule back to its place', async () => {
    const { user, rules } = open(own)
    await user.click(button('Remove rule 1'))
    expect(rules()).toEqual({ rules: own.rules.slice(1) })
    expect(screen.getByRole('status').textContent).toContain('Removed rule 1.')
    await focusIsAt('Table for rule 1')
    await user.click(button('Undo'))
    expect(rules()).toEqual(own)
    await focusIsAt('Table for rule 1')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('forgets a removed rule after the next change', async () => {
    const { user } = open(own)
    await user.click(button('Remove rule 1'))
    set(field('Condition for rule 1'), 'city = 3')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('duplicates a stored rule under its own name, and a mask without a second one for another column', async () => {
    const { user, rules, unmount } = open(own)
    await user.click(button('Duplicate rule 1'))
    expect('rules' in rules() && rules().rules?.map(({ name }) => name)).toEqual([
      'Own orders',
      'Own orders (copy)',
      'Security for customers',
    ])
    await focusIsAt('Table for rule 2')
    unmount()
    const second = openMasks(masks)
    await second.user.click(button('Duplicate mask for customers.email'))
    set(field('Column for mask 2'), 'city')
    expect(second.rules().rules?.map(({ tables }) => Object.keys(tables.customers ?? {}))).toEqual([
      ['email', 'city', 'phone'],
    ])
  })

  it('duplicates a group with its parts, and names the copy', async () => {
    const { user, rules } = openMasks(masks)
    await user.click(button('Advanced Builder'))
    await user.click(button('Duplicate rule Personal data'))
    const [first] = masks.rules ?? []
    expect(rules().rules).toEqual([first, { ...first, name: 'Personal data (copy)' }])
  })

  it('marks new and edited rules, and undoes the changes to one rule', async () => {
    const { user, rules } = open(own, { stored: own })
    expect(screen.queryByText('Edited')).toBeNull()
    set(field('Condition for rule 1'), 'sales_rep_id = 7')
    const first = within(screen.getByRole('listitem', { name: 'Rule 1' }))
    expect(first.getByText('Edited')).toBeDefined()
    await user.click(button('Advanced Builder'))
    const group = within(screen.getByRole('listitem', { name: 'Own orders' }))
    expect(group.getByText('Edited')).toBeDefined()
    await user.click(button('Undo changes to rule Own orders'))
    expect(group.getByRole('combobox', { name: 'Condition' })).toHaveProperty('value', 'sales_rep_id = 1')
    expect(screen.queryByText('Edited')).toBeNull()
    expect(rules()).toEqual(own)
    await user.click(button('Add rule group'))
    expect(within(screen.getByRole('listitem', { name: 'Unnamed rule' })).getByText('New')).toBeDefined()
  })

  it('marks nothing after saving', () => {
    const { save } = open(own, { stored: own })
    set(field('Condition for rule 1'), 'sales_rep_id = 7')
    expect(screen.getByText('Edited')).toBeDefined()
    act(save)
    expect(screen.queryByText('Edited')).toBeNull()
    expect(field('Condition for rule 1')).toHaveProperty('value', 'sales_rep_id = 7')
  })

  it('marks nothing in a new area', async () => {
    const { user } = open(own)
    await user.click(button('Advanced Builder'))
    await user.click(button('Add rule group'))
    expect(screen.queryByText(/^(?:New|Edited)$/)).toBeNull()
  })
})

describe('two conditions on one table in a group', () => {
  it('are stored under distinct names, and are one group again after opening', async () => {
    const { user, rules, unmount } = open({ rules: own.rules.slice(0, 1) })
    await user.click(button('Advanced Builder'))
    await user.click(button('Add table condition'))
    const second = within(screen.getByRole('listitem', { name: 'Table condition 2' }))
    set(second.getByRole('combobox', { name: 'Table' }), 'orders')
    set(second.getByRole('combobox', { name: 'Condition' }), "region = 'EU'")
    expect('rules' in rules() && rules().rules?.map(({ name }) => name)).toEqual(['Own orders', 'Own orders (2)'])
    const saved = rules()
    unmount()
    const again = open(saved, { problems: [makeProblem({ rule: 'Own orders (2)' })] })
    await again.user.click(button('Advanced Builder'))
    const group = within(screen.getByRole('listitem', { name: 'Own orders' }))
    expect(group.getAllByRole('listitem', { name: /^Table condition/ })).toHaveLength(2)
    expect(screen.getAllByRole('textbox', { name: 'Rule name' })).toHaveLength(1)
    const [first, other] = group.getAllByRole('combobox', { name: 'Condition' })
    expect(first?.getAttribute('aria-invalid')).toBe('false')
    expect(other?.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the overview of row rules', () => {
  it('adds a rule for a table without one, and focuses its condition', async () => {
    const { user, rules } = open(own)
    const list = within(screen.getByRole('region', { name: 'Tables without a rule' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'order_itemsEveryone with access sees every row.Add rule',
    ])
    await user.click(list.getByRole('button', { name: 'Add rule for order_items' }))
    await focusIsAt('Condition for rule 3')
    expect(screen.queryByText('A row rule needs a table and a condition.')).toBeNull()
    set(field('Condition for rule 3'), 'price > 1')
    expect('rules' in rules() && rules().rules?.at(-1)).toEqual({
      name: 'Security for order_items',
      tables: { order_items: { condition: 'price > 1', always_apply: true } },
    })
    expect(screen.queryByRole('region', { name: 'Tables without a rule' })).toBeNull()
  })

  it.each([
    [{ rows: 36, has_more: false }, 'Everyone with access sees all 36 rows.'],
    [{ rows: 0, has_more: false }, 'Everyone with access sees every row. It has none now.'],
    [{ rows: 10_000, has_more: true }, 'Everyone with access sees all of its more than 10,000 rows.'],
    [{ rows: null, has_more: false }, 'Everyone with access sees every row.'],
  ])('says how many rows everyone sees of a table without a rule: %o', (counted, text) => {
    const openTables = [{ table_name: 'order_items', reason: null, ...counted }]
    open(own, { sources: { ...noSources, openTables } })
    expect(screen.getByText(text)).toBeDefined()
  })

  it('says inherited rules as sentences, and adds a named group in the Advanced Builder', async () => {
    const inherited = {
      inherit_parent_security: true,
      always_apply: true,
      requires: 'orders',
      join_condition: 'order_items.order_id = orders.id',
    }
    const { user } = open({ rules: [...own.rules.slice(0, 1), { name: 'Items', tables: { order_items: inherited } }] })
    const follows = screen.getByRole('region', { name: 'Rules that follow from it' })
    expect(within(follows).getByRole('listitem').textContent).toBe(
      'order_itemsOnly order_items of visible orders order_items.order_id = orders.idInherited',
    )
    await user.click(button('Add rule for customers'))
    expect(screen.getAllByRole('textbox', { name: 'Rule name' }).at(-1)).toHaveProperty(
      'value',
      'Security for customers',
    )
    await focusIsAt('Condition')
  })

  it('knows rules for all tables, tables with a schema, and that Simple Rules is full', () => {
    const all = (entry: object) => open({ rules: [{ name: 'All', tables: { ALL: { condition: 'a = 1', ...entry } } }] })
    const first = all({})
    expect(screen.queryByRole('region', { name: 'Tables without a rule' })).toBeNull()
    first.unmount()
    const second = all({ when_column_exists: 'tenant_id' })
    expect(screen.queryByText('Everyone with access sees every row.')).toBeNull()
    expect(
      screen.getAllByText('Only the rules for all tables apply, if the table has the column tenant_id.'),
    ).toHaveLength(3)
    second.unmount()
    const names = ['sales.Orders', 'customers', 't1', 't2', 't3', 't4', 't5', 't6']
    const five = names.slice(1, 4).map((table) => ({ name: table, tables: { [table]: { condition: 'a' } } }))
    open({ rules: [...own.rules, ...five] }, { tables: names })
    expect(screen.queryByRole('button', { name: 'Add rule for sales.Orders' })).toBeNull()
    expect(button('Add rule for t3')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: /^Duplicate/ })).toBeNull()
  })

  it('shows the first of many tables, and all on request', async () => {
    const tables = Array.from({ length: 300 }, (_, n) => `t${n}`)
    const { user } = open({}, { tables })
    const list = within(screen.getByRole('region', { name: 'Tables without a rule' }))
    expect(list.getAllByRole('listitem')).toHaveLength(5)
    await user.click(list.getByRole('button', { name: 'Show all 300' }))
    expect(list.getAllByRole('listitem')).toHaveLength(300)
  })
})

describe('previewing a rule', () => {
  it('shows what a user would see of the rule’s table with the unsaved rules', async () => {
    const asked: PreviewAreaRequest[] = []
    const area = makeFullArea({ area_id: 'a1', row_security_rules: own, has_row_security: true })
    server.use(
      http.post<never, PreviewAreaRequest>(at('/api/v1/business-areas/a1/preview'), async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ detail: 'No.', code: 'forbidden' }, { status: 403 })
      }),
      ...usersBackend({ users: [makeAccount()] }).handlers,
      ...areasBackend({ areas: [area] }).handlers,
      ...signedInHandlers({ databases: [makeDatabase()] }),
    )
    const { user } = renderApp('/business-areas?form=a1')
    const condition = await screen.findByRole('combobox', { name: 'Condition for rule 2' })
    set(condition, "city = 'Bern'")
    await user.click(button('Preview rule 2 as…'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview as…' }))
    expect(await dialog.findByText('The preview uses your unsaved changes. Nothing is saved.')).toBeDefined()
    await user.type(dialog.getByRole('combobox', { name: 'User' }), makeAccount().email)
    await user.click(dialog.getByRole('button', { name: 'Show preview' }))
    await dialog.findByText('No.')
    expect(asked).toMatchObject([{ table_name: 'customers', draft: { visibility: area.visibility } }])
    expect(JSON.stringify(asked[0]?.draft?.row_security_rules)).toContain("city = 'Bern'")
  })

  it('offers no preview before there is something to preview', () => {
    open(own)
    expect(screen.queryByRole('button', { name: /^Preview/ })).toBeNull()
  })
})

describe('rules that change from outside', () => {
  it('keep their fields and their way back', async () => {
    const { user, rules, replace } = open(own, { stored: own })
    act(() => replace({ rules: own.rules.slice(1) }))
    set(field('Condition for rule 1'), 'city = 9')
    await user.click(button('Undo changes to rule 1'))
    expect(rules()).toEqual({ rules: own.rules.slice(1) })
  })
})
