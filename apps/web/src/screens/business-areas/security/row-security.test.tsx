import type { RowSecurityRules } from '@parlance/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RowRulesValue } from '../../../lib/security/row-rules.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { makeProblem, renderSection } from '../../../testing/security-sections.tsx'
import { RowSecuritySection } from './row-security-section.tsx'
import type { RuleSectionProps } from './rule-kind.ts'

useTestBrowser()

const own: RowSecurityRules = {
  rules: [
    {
      name: 'Own orders',
      description: 'Each representative their own',
      tables: { orders: { condition: 'sales_rep_id = :current_user_id', always_apply: true } },
    },
  ],
}
const family: RowSecurityRules = {
  rules: [
    {
      name: 'Own orders',
      tables: {
        orders: { condition: 'sales_rep_id = :current_user_id', always_apply: true },
        order_items: {
          inherit_parent_security: true,
          always_apply: true,
          requires: 'orders',
          join_condition: 'order_items.order_id = orders.id',
        },
      },
    },
    {
      name: 'Tenant',
      tables: { ALL: { condition: 'tenant_id = :current_tenant_id', when_column_exists: 'tenant_id' } },
    },
  ],
  parameters: { ':current_tenant_id': 'The tenant' },
}
const many = (count: number): RowSecurityRules => ({
  rules: Array.from({ length: count }, (_, n) => ({
    name: `Rule ${n}`,
    tables: { [`t${n}`]: { condition: `a = ${n}` } },
  })),
})

const open = (value: RowRulesValue, props: Partial<RuleSectionProps<RowRulesValue>> = {}) =>
  renderSection(RowSecuritySection, value, props)
const modeButton = (name: string) => screen.getByRole('button', { name })
const isOn = (name: string) => modeButton(name).getAttribute('aria-pressed') === 'true'
const field = (name: string | RegExp) => screen.getByRole('combobox', { name })
const set = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })

describe('row security', () => {
  it('BA-077 has the modes Simple Rules, Advanced Builder and JSON Editor, and switches between them', async () => {
    const { user, changes } = open(own)
    expect(isOn('Simple Rules')).toBe(true)
    await user.click(modeButton('Advanced Builder'))
    expect(screen.getByRole('textbox', { name: 'Rule name' })).toHaveProperty('value', 'Own orders')
    await user.click(modeButton('JSON Editor'))
    const json = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Row security rules as JSON' })
    expect(JSON.parse(json.value)).toEqual(own)
    await user.click(modeButton('Simple Rules'))
    expect(field('Condition for rule 1')).toHaveProperty('value', 'sales_rep_id = :current_user_id')
    expect(changes()).toBe(0)
  })

  it('BA-078 shows the examples in an alert', async () => {
    const { user } = open({})
    await user.click(screen.getByRole('button', { name: 'View examples' }))
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain('orders: sales_rep_id = :current_user_id')
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
  })

  it('BA-080 BA-099 says that the edition lacks row security, and shows what stays in effect', () => {
    open(own, { enabled: false, edition: 'standard' })
    expect(screen.getByText('Row-level security features are available only in Enterprise edition')).toBeDefined()
    expect(
      screen.getByText('This installation uses the standard edition. Existing rules stay in effect.'),
    ).toBeDefined()
    expect(screen.getByText('where sales_rep_id = :current_user_id')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'JSON Editor' })).toBeNull()
    expect(screen.getByText('Enterprise')).toBeDefined()
  })

  it('shows read-only users the rules, or that there are some', () => {
    const { unmount } = open(family, { readOnly: true })
    expect(screen.getByText('inherited from orders, joined on order_items.order_id = orders.id')).toBeDefined()
    expect(screen.getByText('where tenant_id = :current_tenant_id, if the column tenant_id exists')).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
    unmount()
    open({}, { readOnly: true, isProtected: true })
    expect(screen.getByText('This area has rules. Only the owner and administrators can see them.')).toBeDefined()
  })
})

describe('Simple Rules', () => {
  it('BA-089 BA-090 BA-091 combines rules of one table into one with AND', async () => {
    const { user, rules } = open({})
    expect(screen.getByText('No rules. Everyone with access to this area sees every row.')).toBeDefined()
    for (const [at, condition] of ["region = 'EU' OR region = 'CH'", 'is_test = 0'].entries()) {
      await user.click(screen.getByRole('button', { name: 'Add rule' }))
      set(field(`Table for rule ${at + 1}`), 'orders')
      set(field(`Condition for rule ${at + 1}`), condition)
    }
    expect(rules()).toEqual({
      rules: [
        {
          name: 'Security for orders',
          tables: {
            orders: { condition: "(region = 'EU' OR region = 'CH') AND (is_test = 0)", always_apply: true },
          },
        },
      ],
    })
  })

  it('BA-088 requires a table and a condition for a rule', async () => {
    const { user } = open({})
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    await focusIsAt('Table for rule 1')
    expect(screen.queryByText('A row rule needs a table and a condition.')).toBeNull()
    await user.type(field('Table for rule 1'), 'orders')
    await user.click(document.body)
    expect(screen.getByText('A row rule needs a table and a condition.')).toBeDefined()
    expect(field('Condition for rule 1').getAttribute('aria-invalid')).toBe('true')
    set(field('Condition for rule 1'), 'a = 1')
    expect(screen.queryByText('A row rule needs a table and a condition.')).toBeNull()
  })

  it('BA-132 keeps the name and description of a stored rule when its condition changes', () => {
    const { rules } = open(own)
    expect(screen.getByText('Rule: Own orders · Each representative their own')).toBeDefined()
    set(field('Condition for rule 1'), 'sales_rep_id = 7')
    expect(rules()).toEqual({
      rules: [{ ...own.rules[0], tables: { orders: { condition: 'sales_rep_id = 7', always_apply: true } } }],
    })
  })

  it('moves the focus after removing a rule, and leaves no rules after removing the last', async () => {
    const { user, rules } = open(own)
    await user.click(screen.getByRole('button', { name: 'Remove rule 1' }))
    expect(rules()).toEqual({})
    await screen.findByText('No rules. Everyone with access to this area sees every row.')
    await expect.poll(() => document.activeElement?.textContent).toBe('Add rule')
  })

  it('BA-133 allows up to five rules', () => {
    open(many(5))
    expect(screen.getByRole('button', { name: 'Add rule' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Simple Rules supports up to 5 rules. Use the Advanced Builder for more.')).toBeDefined()
  })

  it('shows a problem in joined conditions at the one that contains it, and links to the place', async () => {
    const value: RowRulesValue = {
      rules: [
        {
          name: 'Security for orders',
          tables: { orders: { condition: '(a = 1) AND (regio = 2)', always_apply: true } },
        },
      ],
    }
    const { user } = open(value, { problems: [makeProblem({ rule: 'Security for orders', position: 13 })] })
    const second = screen.getByRole('listitem', { name: 'Rule 2' })
    expect(within(second).getByText('There is no column regio.', { exact: false })).toBeDefined()
    expect(within(screen.getByRole('listitem', { name: 'Rule 1' })).queryByText(/regio/)).toBeNull()
    await user.click(within(second).getByRole('button', { name: 'Go to character 1' }))
    expect(document.activeElement).toBe(field('Condition for rule 2'))
  })
})

describe('stored rules', () => {
  it.each<[string, RowSecurityRules, string]>([
    ['BA-133 one table each', own, 'Simple Rules'],
    ['BA-133 five rules', many(5), 'Simple Rules'],
    ['BA-133 six rules', many(6), 'Advanced Builder'],
    ['BA-134 two tables', family, 'Advanced Builder'],
  ])('%s: opens in the simplest mode', (_row, value, mode) => {
    const { changes } = open(value)
    expect(isOn(mode)).toBe(true)
    expect(changes()).toBe(0)
  })

  it('BA-132 BA-134 opens rules of any other shape as JSON and loses nothing', async () => {
    const odd: object = { rules: [{ name: 'x', tables: [] }] }
    const isRules = (value: object): value is RowRulesValue => 'rules' in value
    if (!isRules(odd)) throw new Error('has rules')
    const { user, changes } = open(odd)
    expect(isOn('JSON Editor')).toBe(true)
    await user.click(modeButton('Advanced Builder'))
    expect(
      screen.getByText(/These rules use features that only the JSON Editor supports\. Nothing was changed\./),
    ).toBeDefined()
    expect(isOn('JSON Editor')).toBe(true)
    expect(changes()).toBe(0)
  })

  it('refuses a mode that cannot represent the rules, and changes nothing', async () => {
    const { user, changes } = open(family)
    await user.click(modeButton('Simple Rules'))
    expect(screen.getByText(/The rule "Own orders" has 2 tables\. Nothing was changed\./)).toBeDefined()
    expect(isOn('Advanced Builder')).toBe(true)
    expect(changes()).toBe(0)
  })

  it('reopens when the rules change from outside', () => {
    const { replace } = open(own)
    act(() => replace(family))
    expect(isOn('Advanced Builder')).toBe(true)
  })
})

const preview = () => screen.getByRole('region', { name: 'JSON preview' }).querySelector('pre')?.textContent ?? ''

describe('Advanced Builder', () => {
  it('BA-079 BA-083 BA-084 BA-086 BA-087 shows a live preview of the JSON to save', () => {
    const { rules } = open(family)
    expect(JSON.parse(preview())).toEqual(family)
    expect(preview()).toBe(JSON.stringify(family, null, 2))
    const group = screen.getByRole('listitem', { name: 'Tenant' })
    set(within(group).getByRole('textbox', { name: 'Rule name' }), 'Tenants')
    expect(JSON.parse(preview())).toEqual(rules())
    expect(preview()).toContain('"name": "Tenants"')
  })

  it('BA-081 BA-094 gives a rule group direct and inherited conditions for each table', async () => {
    const { user, rules } = open({})
    await user.click(modeButton('Advanced Builder'))
    await user.click(screen.getByRole('button', { name: 'Add rule group' }))
    set(screen.getByRole('textbox', { name: 'Rule name' }), 'Items')
    set(field('Table'), 'order_items')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Condition type' }), 'Inherited condition')
    set(field('Parent table'), 'orders')
    set(field('Join condition'), 'order_items.order_id = orders.id')
    await user.click(screen.getByRole('button', { name: 'Add table condition' }))
    const second = within(screen.getByRole('listitem', { name: 'Table condition 2' }))
    set(second.getByRole('combobox', { name: 'Table' }), 'orders')
    set(second.getByRole('combobox', { name: 'Condition' }), 'region = :user.region')
    expect(rules()).toEqual({
      rules: [
        {
          name: 'Items',
          tables: {
            order_items: {
              inherit_parent_security: true,
              always_apply: true,
              requires: 'orders',
              join_condition: 'order_items.order_id = orders.id',
            },
            orders: { condition: 'region = :user.region', always_apply: true },
          },
        },
      ],
    })
  })

  it('BA-085 BA-093 lets a direct rule for ALL apply only when a column exists', async () => {
    const { user, rules } = open({})
    await user.click(modeButton('Advanced Builder'))
    await user.click(screen.getByRole('button', { name: 'Add rule group' }))
    expect(screen.queryByRole('combobox', { name: 'Only tables with the column' })).toBeNull()
    set(screen.getByRole('textbox', { name: 'Rule name' }), 'Tenant')
    set(field('Table'), 'ALL')
    set(field('Condition'), 'tenant_id = 1')
    set(field('Only tables with the column'), 'tenant_id')
    const entry = { condition: 'tenant_id = 1', always_apply: true }
    expect(rules()).toEqual({
      rules: [{ name: 'Tenant', tables: { ALL: { ...entry, when_column_exists: 'tenant_id' } } }],
    })
    set(field('Table'), 'orders')
    expect(rules()).toEqual({ rules: [{ name: 'Tenant', tables: { orders: entry } }] })
    expect(screen.queryByRole('combobox', { name: 'Only tables with the column' })).toBeNull()
  })

  it('names the table that a query must also read when a condition does not always apply', async () => {
    const { user, rules } = open(family)
    const group = within(screen.getByRole('listitem', { name: 'Tenant' }))
    await user.click(group.getByRole('checkbox', { name: 'Always apply' }))
    expect(group.getByText('Without a table, the condition always applies.')).toBeDefined()
    set(group.getByRole('combobox', { name: 'Only if the query also reads this table' }), 'orders')
    expect(JSON.stringify(rules())).toContain('"always_apply":false,"requires":"orders"')
  })

  it('BA-092 requires a name and at least one table rule for a group', async () => {
    const { user } = open({})
    await user.click(modeButton('Advanced Builder'))
    await user.click(screen.getByRole('button', { name: 'Add rule group' }))
    await focusIsAt('Rule name')
    const text = 'A rule group needs a name and at least one table rule.'
    expect(screen.queryByText(text)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove condition for 1' }))
    await expect.poll(() => document.activeElement?.textContent).toBe('Add table condition')
    await user.click(document.body)
    expect(screen.getByText(text)).toBeDefined()
    set(screen.getByRole('textbox', { name: 'Rule name' }), 'Named')
    expect(screen.getByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add table condition' }))
    expect(screen.queryByText(text)).toBeNull()
  })

  it('BA-082 BA-095 BA-096 BA-097 has parameters with shortcuts, and none of them twice', async () => {
    const { user, rules } = open({})
    await user.click(modeButton('Advanced Builder'))
    const parameters = within(screen.getByRole('group', { name: 'Parameters' }))
    const names = [':current_user_id', ':current_date', ':current_timestamp', ':current_tenant_id', ':current_dept_id']
    for (const name of names) await user.click(parameters.getByRole('button', { name: `Add ${name}` }))
    const added = parameters.getByRole('button', { name: ':current_date is already added' })
    expect(added.getAttribute('aria-disabled')).toBe('true')
    await user.click(added)
    expect(Object.keys('parameters' in rules() ? (rules().parameters ?? {}) : {})).toEqual(names)
    set(parameters.getByRole('textbox', { name: 'Description of :current_date' }), 'Today')
    await user.type(parameters.getByRole('textbox', { name: 'Parameter name' }), 'user.region{Enter}')
    await user.type(parameters.getByRole('textbox', { name: 'Parameter name' }), ':user.region{Enter}')
    await user.click(parameters.getByRole('button', { name: 'Remove :current_user_id' }))
    await focusIsAt('Remove :current_date')
    expect(rules()).toEqual({
      rules: [],
      parameters: {
        ':current_date': 'Today',
        ':current_timestamp': 'The time of the question',
        ':current_tenant_id': 'The tenant of the user who asks',
        ':current_dept_id': 'The department of the user who asks',
        ':user.region': '',
      },
    })
    await user.type(parameters.getByRole('textbox', { name: 'Parameter name' }), 'a b{Enter}')
    expect(parameters.getByText(/^This is not a valid parameter name\./)).toBeDefined()
  })

  const sources = {
    attributes: {
      active_users: 12,
      attributes: [
        { key: 'region', users: 10 },
        { key: 'rep_id', users: 1 },
      ],
    },
    joins: [{ left_table: 'order_items', left_column: 'order_id', right_table: 'orders', right_column: 'id' }],
  }

  it('completes users’ attributes, the known ones with the number of users, and inserts one with a click', async () => {
    const { user, rules } = open(own, { sources })
    const condition = field('Condition for rule 1') as HTMLTextAreaElement
    expect(screen.queryByRole('button', { name: 'Insert :user.region' })).toBeNull()
    await user.clear(condition)
    await user.type(condition, 'region = :user.')
    const options = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
    expect(options).toEqual([':user.region10 of 12 users have a value', ':user.rep_id1 of 12 users have a value'])
    await user.keyboard('{Enter}')
    expect(condition.value).toBe('region = :user.region')
    await user.type(condition, ' OR sales_rep_id =')
    await user.click(screen.getByRole('button', { name: 'Insert :user.rep_id' }))
    expect(condition.value).toBe('region = :user.region OR sales_rep_id = :user.rep_id')
    expect(document.activeElement).toBe(condition)
    expect(JSON.stringify(rules())).toContain(condition.value)
  })

  it('fills in the parent and the join of an inherited condition from the known joins', async () => {
    const { user } = open(family, { sources })
    const group = within(screen.getByRole('listitem', { name: 'Own orders' }))
    await user.click(group.getByRole('button', { name: 'Add table condition' }))
    const added = within(group.getByRole('listitem', { name: 'Table condition 3' }))
    set(added.getByRole('combobox', { name: 'Table' }), 'order_items')
    await user.selectOptions(added.getByRole('combobox', { name: 'Condition type' }), 'Inherited condition')
    expect(added.getByRole('combobox', { name: 'Parent table' })).toHaveProperty('value', 'orders')
    expect(added.getByRole('combobox', { name: 'Join condition' })).toHaveProperty(
      'value',
      'order_items.order_id = orders.id',
    )
  })

  it('shows a problem of the whole rule below its name, also in Simple Rules', async () => {
    const whole = { severity: 'warning', table: null, part: null, message: '2 rules are named “Own orders”.' } as const
    const { user } = open(own, { problems: [makeProblem(whole)] })
    const shown = () => screen.getByRole('listitem', { name: /^(?:Rule 1|Own orders)$/ }).textContent
    expect(shown()).toContain(whole.message)
    await user.click(modeButton('Advanced Builder'))
    expect(shown()).toContain(whole.message)
  })

  it('shows problems at their rule, table and part, and lists the others', () => {
    open(family, {
      problems: [
        makeProblem({ position: 4, database: 'Shop' }),
        makeProblem({ table: 'order_items', part: 'requires', message: 'There is no table orders.' }),
        makeProblem({
          rule: 'Tenant',
          table: 'ALL',
          part: 'when_column_exists',
          severity: 'warning',
          message: 'No table has it.',
        }),
        makeProblem({ rule: 'Gone', message: 'Of another rule.' }),
      ],
    })
    const rule = within(screen.getByRole('listitem', { name: 'Own orders' }))
    expect(rule.getByText('2 problems')).toBeDefined()
    const condition = rule.getAllByRole('combobox', { name: 'Condition' })[0]
    expect(condition?.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(condition?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Error: There is no column regio. (in Shop) Go to character 5',
    )
    expect(rule.getByText('There is no table orders.', { exact: false })).toBeDefined()
    expect(screen.getByText('No table has it.', { exact: false })).toBeDefined()
    expect(screen.getByText('Of another rule.', { exact: false }).textContent).toContain('Gone')
  })

  it('opens 500 rules closed, each with a summary', async () => {
    const { user, rules } = open(many(500))
    expect(screen.queryByRole('combobox', { name: 'Condition' })).toBeNull()
    expect(screen.getByText('t499: a = 499')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Rule 499/ }))
    set(field('Condition'), 'a = 500')
    expect(JSON.stringify(rules())).toContain('"t499":{"condition":"a = 500"}')
    expect('rules' in rules() && rules().rules?.slice(0, 499)).toEqual(many(499).rules)
  })
})

describe('JSON Editor', () => {
  const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Row security rules as JSON' })

  it('BA-098 turns invalid JSON into no rules, without a message, and marks the place', async () => {
    const { user, rules, container } = open(own)
    await user.click(modeButton('JSON Editor'))
    set(editor(), '{\n  "rules": [}\n')
    expect(rules()).toEqual({})
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Line \d/ })).toBeNull()
    expect(editor().getAttribute('aria-invalid')).toBe('true')
    expect(container.querySelector('[data-place]')?.getAttribute('data-place')).toBe('2:13')
    expect(document.getElementById(editor().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Line 2, column 13',
    )
  })

  it('stays in its mode with unreadable text, and can undo the changes', async () => {
    const { user, rules } = open(own)
    await user.click(modeButton('JSON Editor'))
    set(editor(), '{')
    await user.click(modeButton('Simple Rules'))
    expect(screen.getByText(/The JSON is not valid at the marked position\./)).toBeDefined()
    expect(editor().value).toBe('{')
    await user.click(screen.getByRole('button', { name: 'Undo changes' }))
    expect(rules()).toEqual(own)
    await user.click(modeButton('Simple Rules'))
    expect(field('Condition for rule 1')).toHaveProperty('value', 'sales_rep_id = :current_user_id')
  })

  it('passes on valid JSON that is not a rule, so that it is refused instead of lost', async () => {
    const { user, rules } = open({})
    await user.click(modeButton('JSON Editor'))
    set(editor(), '{"rules": [\n{"name": "a", "tables": {"t": {"condition": "x", "alwaysApply": true}}}]}')
    expect(JSON.stringify(rules())).toContain('alwaysApply')
    expect(screen.getByRole('button', { name: 'Line 2' })).toBeDefined()
    expect(screen.getByText('“rules[0].tables.t.alwaysApply” is not a known field. Remove it.')).toBeDefined()
    set(editor(), '[]')
    expect(rules()).toEqual({})
  })

  it('marks a duplicate name and the server’s problems', async () => {
    const { user, show } = open(own)
    await user.click(modeButton('JSON Editor'))
    act(() => show([makeProblem()]))
    expect(screen.getByText('Own orders · orders · There is no column regio.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Line 8' }))
    expect(editor().value.slice(editor().selectionStart)).toMatch(/^"sales_rep_id/)
    set(editor(), '{"rules": [], "rules": []}')
    expect(screen.getByText('This name appears more than once. Only the last value is used.')).toBeDefined()
  })
})

async function focusIsAt(name: string) {
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(name)
}
