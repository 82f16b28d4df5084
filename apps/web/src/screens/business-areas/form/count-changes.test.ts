import { describe, expect, it } from 'vitest'
import { makeFullArea } from '../../../testing/areas-backend.ts'
import { formOfArea, sameAccess, type AreaForm } from './area-form.ts'
import { countChanges } from './count-changes.ts'

const rule = (name: string, condition: string) => ({ name, tables: { orders: { condition } } })
const initial: AreaForm = {
  ...formOfArea(makeFullArea({ visibility: 'restricted' })),
  tableMode: 'select',
  joins: [{ description: 'Orders belong to customers' }],
  row_security_rules: { rules: [rule('Own', 'a = 1'), rule('Open', 'b = 1')] },
}
const entry = { user_id: 'u2', user_name: 'bea', email: 'bea@example.com' }
const group = { group_id: 'g1', name: 'Analysts', member_count: 3 }
const [customers = { table_name: '' }, orders = { table_name: '' }] = initial.tables

describe('the number of unsaved changes', () => {
  it.each<[string, Partial<AreaForm>, number]>([
    ['nothing', {}, 0],
    ['a field', { area_name: 'Other' }, 1],
    ['an added and a removed table', { tables: [customers, { table_name: 'products' }] }, 2],
    ['a described table', { tables: [customers, { ...orders, description: 'What was bought' }] }, 1],
    ['an edited relationship', { joins: [{ description: 'Each order has a customer' }] }, 1],
    ['an edited rule', { row_security_rules: { rules: [rule('Own', 'a = 2'), rule('Open', 'b = 1')] } }, 1],
    ['all rules removed', { row_security_rules: {} }, 2],
    ['a grant and a revocation', { access: { ...sameAccess, add: [entry], remove: ['u3'] } }, 2],
    ['a group that gets access', { access: { ...sameAccess, addGroups: [group] } }, 1],
    [
      'grants of an area that is not restricted anymore',
      { visibility: 'public', access: { ...sameAccess, add: [entry] } },
      1,
    ],
    ['a text whose tables are not read yet', { tableMode: 'text', tableText: 'customers, ord' }, 1],
  ])('counts %s', (_what, change, count) => {
    expect(countChanges({ ...initial, ...change }, initial)).toBe(count)
  })
})
