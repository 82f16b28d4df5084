import type { AreaJoin } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { withKnownJoin } from './inherited-joins.ts'
import type { TableItem } from './table-items.ts'

const ofCustomer: AreaJoin = {
  left_table: 'sales.orders',
  left_column: 'customer_id',
  right_table: 'sales.customers',
  right_column: 'id',
}
const ofRep: AreaJoin = { left_table: 'orders', left_column: 'rep_id', right_table: 'reps', right_column: 'id' }

const item = (table: string, requires = '', join_condition = ''): TableItem => ({
  table,
  entry: { inherit_parent_security: true, always_apply: true, requires, join_condition },
})
const filled = (next: TableItem, joins: AreaJoin[], before = item('')) => {
  const { requires, join_condition } = withKnownJoin(next, before, joins).entry
  return [requires, join_condition]
}

describe('the join of an inherited rule', () => {
  it('fills in the only parent table and its join condition', () => {
    expect(filled(item('orders'), [ofCustomer])).toEqual(['sales.customers', 'orders.customer_id = customers.id'])
  })

  it('waits for the parent table if there are several', () => {
    expect(filled(item('orders'), [ofCustomer, ofRep])).toEqual(['', ''])
    expect(filled(item('orders', 'reps'), [ofCustomer, ofRep])).toEqual(['reps', 'orders.rep_id = reps.id'])
  })

  it('reads a relationship in either direction, and takes a condition as it is', () => {
    expect(filled(item('customers', 'orders'), [ofCustomer])).toEqual(['orders', 'customers.id = orders.customer_id'])
    const pair = { left_table: 'a', right_table: 'b', join_condition: '"a"."x y" = b.y' }
    expect(filled(item('a', 'b'), [pair])).toEqual(['b', '"a"."x y" = b.y'])
  })

  it('leaves the condition empty if a name needs quotes or no join is known', () => {
    const odd = { left_table: 'orders', left_column: 'the rep', right_table: 'reps', right_column: 'id' }
    expect(filled(item('orders', 'reps'), [odd])).toEqual(['reps', ''])
    expect(filled(item('orders', 'nothing'), [ofRep])).toEqual(['nothing', ''])
    expect(filled(item('orders', 'other.customers'), [ofCustomer])).toEqual(['other.customers', ''])
  })

  it('keeps what the user typed, and replaces what it filled in itself', () => {
    const joins = [ofCustomer, ofRep]
    const typed = item('orders', 'customers', 'orders.id = customers.first_order')
    expect(filled(item('orders', 'reps', typed.entry.join_condition), joins, typed)[1]).toBe(typed.entry.join_condition)
    const made = item('orders', 'customers', 'orders.customer_id = customers.id')
    expect(filled(item('orders', 'reps', made.entry.join_condition), joins, made)).toEqual([
      'reps',
      'orders.rep_id = reps.id',
    ])
    expect(filled(item('orders', 're', made.entry.join_condition), joins, made)).toEqual(['re', ''])
  })

  it('does not touch a direct condition', () => {
    const direct: TableItem = { table: 'orders', entry: { condition: 'id > 1' } }
    expect(withKnownJoin(direct, item(''), [ofCustomer])).toBe(direct)
  })
})
