import type { ColumnSecurityRules } from '@parlance/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ColumnRulesValue } from '../../../lib/security/column-rules.ts'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { makeProblem, renderSection } from '../../../testing/security-sections.tsx'
import { ColumnSecuritySection } from './column-security-section.tsx'
import type { RuleSectionProps } from './rule-kind.ts'

useTestBrowser()

const pii: ColumnSecurityRules = {
  rules: [
    {
      name: 'Personal data',
      description: 'For everybody',
      tables: {
        customers: {
          email: { mask_type: 'partial', pattern: '****@domain.com' },
          phone: { mask_type: 'disallow' },
          note: { mask_type: 'partial', pattern: '##/##' },
        },
      },
    },
  ],
}
const salaries: ColumnSecurityRules = {
  rules: [
    {
      name: 'Salaries',
      tables: {
        staff: {
          salary: {
            mask_type: 'range',
            ranges: [
              { max: 1000, label: '< 1k' },
              { min: 1000, label: '1k+' },
            ],
          },
          city: { mask_type: 'custom', sql: 'substr(city,1,1)' },
        },
      },
    },
  ],
}

const open = (value: ColumnRulesValue, props: Partial<RuleSectionProps<ColumnRulesValue>> = {}) =>
  renderSection(ColumnSecuritySection, value, props)
const modeButton = (name: string) => screen.getByRole('button', { name })
const isOn = (name: string) => modeButton(name).getAttribute('aria-pressed') === 'true'
const field = (name: string | RegExp) => screen.getByRole('combobox', { name })
const set = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const mask = (name: string) => within(screen.getByRole('listitem', { name: `Mask for ${name}` }))

describe('column security', () => {
  it('BA-100 has the modes Simple Masking, Advanced Builder and JSON Editor, and switches between them', async () => {
    const { user, changes } = open(pii)
    expect(isOn('Simple Masking')).toBe(true)
    await user.click(modeButton('Advanced Builder'))
    expect(screen.getByRole('textbox', { name: 'Rule name' })).toHaveProperty('value', 'Personal data')
    await user.click(modeButton('JSON Editor'))
    const json = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Column security rules as JSON' })
    expect(json.value).toBe(JSON.stringify(pii, null, 2))
    await user.click(modeButton('Simple Masking'))
    expect(mask('customers.phone')).toBeDefined()
    expect(changes()).toBe(0)
  })

  it('BA-101 shows the examples in an alert, and the live JSON in the Advanced Builder', async () => {
    const { user, rules } = open(salaries)
    set(screen.getByRole('textbox', { name: 'Rule name' }), 'Pay')
    const preview = screen.getByRole('region', { name: 'JSON preview' }).querySelector('pre')
    expect(preview?.textContent).toBe(JSON.stringify(rules(), null, 2))
    expect(preview?.textContent).toContain('"name": "Pay"')
    await user.click(screen.getByRole('button', { name: 'View examples' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('123-45-6789 becomes XXX-XX-6789')
  })

  it('BA-080 BA-114 says that the edition lacks column security, and shows what stays in effect', () => {
    open(pii, { enabled: false, edition: 'personal' })
    expect(screen.getByText('Column-level security features are available only in Enterprise edition')).toBeDefined()
    expect(screen.getByText('customers.email')).toBeDefined()
    expect(screen.getByText('Email (hide username)')).toBeDefined()
    expect(screen.getByText('Not available to users')).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it.each<[string, ColumnSecurityRules, string]>([
    ['BA-135 one rule of simple masks', pii, 'Simple Masking'],
    ['BA-136 ranges and sql', salaries, 'Advanced Builder'],
    ['BA-136 two rules', { rules: [...pii.rules, ...pii.rules] }, 'Advanced Builder'],
  ])('%s: opens in the simplest mode', async (_row, value, mode) => {
    const { user, changes } = open(value)
    expect(isOn(mode)).toBe(true)
    await user.click(modeButton('Simple Masking'))
    expect(isOn(mode)).toBe(true)
    expect(changes()).toBe(0)
    expect(screen.queryByText(/Nothing was changed\./) === null).toBe(mode === 'Simple Masking')
  })
})

describe('Simple Masking', () => {
  it('BA-107 BA-108 lists the masks by their labels, with Partial first and as the default', async () => {
    const { user, rules } = open({})
    expect(screen.getByText('No masks. Everyone with access to this area sees every value.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add column mask' }))
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mask type for 1' })
    expect(select.value).toBe('partial')
    expect([...select.options].map(({ text }) => text)).toEqual([
      'Partial (show last 4)',
      'Email (hide username)',
      'Phone (show last 4)',
      'SSN (show last 4)',
      'Replace with text',
      'Redact (NULL)',
      'Hash (one-way)',
      'Disallow Access',
      'Range buckets',
      'Custom SQL',
    ])
    set(field('Table for mask 1'), 'customers')
    set(field('Column for mask 1'), 'card')
    expect(rules()).toEqual({
      rules: [
        { name: 'Column masking', tables: { customers: { card: { mask_type: 'partial', pattern: 'XXXX-####' } } } },
      ],
    })
  })

  it.each([
    ['BA-109', 'ssn', 'XXX-XX-####', 'XXX-XX-6789'],
    ['BA-110', 'email', '****@domain.com', '****@example.com'],
    ['BA-111', 'phone', '(XXX) XXX-####', '(XXX) XXX-4567'],
    ['BA-112', 'card', 'XXXX-####', 'XXXX-6789'],
  ])('%s gives a partial mask on %s the pattern %s and shows %s', async (_row, column, pattern, example) => {
    const { user, rules } = open({})
    await user.click(screen.getByRole('button', { name: 'Add column mask' }))
    set(field('Table for mask 1'), 'customers')
    set(field('Column for mask 1'), column)
    expect(rules().rules?.[0]?.tables).toEqual({ customers: { [column]: { mask_type: 'partial', pattern } } })
    expect(mask(`customers.${column}`).getByText(example)).toBeDefined()
  })

  it('BA-105 saves email, phone and SSN as partial masks with a pattern', async () => {
    const { user, rules } = open(pii)
    const saved = () => rules().rules?.[0]?.tables.customers?.note
    const select = screen.getByRole('combobox', { name: 'Mask type for customers.note' })
    await user.selectOptions(select, 'Email (hide username)')
    expect(saved()).toEqual({ mask_type: 'partial', pattern: '****@domain.com' })
    await user.selectOptions(select, 'Phone (show last 4)')
    expect(saved()).toEqual({ mask_type: 'partial', pattern: '(XXX) XXX-####' })
    await user.selectOptions(select, 'SSN (show last 4)')
    expect(saved()).toEqual({ mask_type: 'partial', pattern: 'XXX-XX-####' })
    expect(mask('customers.note').getByText('XXX-XX-6789')).toBeDefined()
    await user.selectOptions(select, 'Partial (show last 4)')
    expect(saved()).toEqual({ mask_type: 'partial', pattern: '##/##' })
    expect(rules().rules?.[0]?.name).toBe('Personal data')
    expect(rules().rules?.[0]?.description).toBe('For everybody')
  })

  it('OP-64 shows a stored email pattern as Email, and a sample value under each mask', async () => {
    const { user } = open(pii)
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mask type for customers.email' })
    expect(select.selectedOptions[0]?.text).toBe('Email (hide username)')
    expect(mask('customers.email').getByText('****@example.com')).toBeDefined()
    await user.selectOptions(select, 'Hash (one-way)')
    expect(mask('customers.email').getByText(/→ 16 characters, the same for equal values/)).toBeDefined()
    await user.selectOptions(select, 'Redact (NULL)')
    expect(mask('customers.email').getByText('NULL')).toBeDefined()
    await user.selectOptions(select, 'Replace with text')
    set(mask('customers.email').getByRole('textbox', { name: 'Text' }), '[hidden]')
    expect(mask('customers.email').getByText('[hidden]')).toBeDefined()
  })

  it('BA-106 requires a table and a column for a mask', async () => {
    const { user } = open({})
    await user.click(screen.getByRole('button', { name: 'Add column mask' }))
    set(field('Table for mask 1'), 'customers')
    await user.click(field('Column for mask 1'))
    await user.click(document.body)
    expect(screen.getByText('A column mask needs a table and a column.')).toBeDefined()
    expect(field('Column for mask 1').getAttribute('aria-invalid')).toBe('true')
  })

  it('reports a column that is masked twice, and keeps both masks', async () => {
    const { user, rules } = open(pii)
    await user.click(screen.getByRole('button', { name: 'Add column mask' }))
    set(field('Table for mask 4'), 'customers')
    set(field('Column for mask 4'), 'phone')
    expect(screen.getByText('This column already has a mask. The strictest one is used.')).toBeDefined()
    expect(rules().rules).toHaveLength(2)
    await user.click(screen.getAllByRole('button', { name: 'Remove mask for customers.phone' })[1] ?? document.body)
    expect(rules()).toEqual(pii)
  })

  it('keeps 500 masks in one rule', () => {
    const masks = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`c${n}`, { mask_type: 'hash' as const }]))
    const { rules } = open({ rules: [{ name: 'All', tables: { wide: masks } }] })
    set(field('Column for mask 500'), 'last')
    expect(Object.keys(rules().rules?.[0]?.tables.wide ?? {})).toHaveLength(500)
  })
})

describe('Advanced Builder', () => {
  it('BA-102 BA-103 BA-104 edits ranges, SQL and patterns', async () => {
    const { user, rules } = open(salaries)
    const salary = mask('staff.salary')
    expect(salary.getByText('999')).toBeDefined()
    await user.click(salary.getByRole('button', { name: 'Add range' }))
    const third = within(salary.getByRole('listitem', { name: 'Range 3' }))
    set(third.getByRole('spinbutton', { name: 'From' }), '5000')
    set(third.getByRole('spinbutton', { name: 'To (exclusive)' }), '5000')
    set(third.getByRole('textbox', { name: 'Shown as' }), '5k+')
    set(third.getByRole('spinbutton', { name: 'To (exclusive)' }), '')
    await user.click(salary.getByRole('button', { name: 'Remove range 1' }))
    set(mask('staff.city').getByRole('combobox', { name: 'Mask expression' }), 'upper(city)')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Mask type for staff.city' }),
      'Partial (show last 4)',
    )
    set(mask('staff.city').getByRole('textbox', { name: /^Pattern/ }), '##')
    expect(rules()).toEqual({
      rules: [
        {
          name: 'Salaries',
          tables: {
            staff: {
              salary: {
                mask_type: 'range',
                ranges: [
                  { min: 1000, label: '1k+' },
                  { min: 5000, label: '5k+' },
                ],
              },
              city: { mask_type: 'partial', pattern: '##' },
            },
          },
        },
      ],
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mask type for staff.city' }), 'Custom SQL')
    expect(mask('staff.city').getByRole('combobox', { name: 'Mask expression' })).toHaveProperty('value', 'upper(city)')
  })

  it('shows problems at their column, with their position', async () => {
    const problem = { section: 'column_security' as const, rule: 'Salaries', table: 'staff' }
    const { user } = open(salaries, {
      problems: [
        makeProblem({ ...problem, part: 'city', message: 'There is no function substr.', position: 0 }),
        makeProblem({ ...problem, part: 'salary', message: 'A range mask works only on a numeric column.' }),
        makeProblem({ ...problem, section: 'row_security', message: 'Of the other section.' }),
      ],
    })
    expect(screen.getByText('2 problems')).toBeDefined()
    expect(mask('staff.salary').getByText(/works only on a numeric column/)).toBeDefined()
    expect(screen.queryByText(/Of the other section/)).toBeNull()
    await user.click(mask('staff.city').getByRole('button', { name: 'Go to character 1' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Mask expression')
  })
})

describe('JSON Editor', () => {
  it('BA-113 turns invalid JSON into no rules, without a message, and marks the place', async () => {
    const { user, rules, container } = open(pii)
    await user.click(modeButton('JSON Editor'))
    const json = screen.getByRole('textbox', { name: 'Column security rules as JSON' })
    set(json, '{"rules": [{"name" "x"}]}')
    expect(rules()).toEqual({})
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Line \d/ })).toBeNull()
    expect(container.querySelector('[data-place]')?.getAttribute('data-place')).toBe('1:20')
    set(json, JSON.stringify(salaries))
    expect(rules()).toEqual(salaries)
    expect(container.querySelector('[data-place]')).toBeNull()
  })
})
