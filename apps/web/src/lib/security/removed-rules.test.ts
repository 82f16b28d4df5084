import { describe, expect, it } from 'vitest'
import { removedRulesQuestion } from './removed-rules.ts'

describe('BA-098 BA-113 nobody loses rules without noticing', () => {
  const some = { rules: [{}] }

  it('asks when every stored rule of a kind would go', () => {
    expect(removedRulesQuestion({ row: some, column: {} }, { row: {}, column: {} })?.text).toMatch(/all row-level/)
    expect(removedRulesQuestion({ row: {}, column: some }, { row: {}, column: { rules: [] } })?.text).toMatch(
      /all column-level/,
    )
    expect(removedRulesQuestion({ row: some, column: some }, { row: {}, column: {} })?.text).toMatch(
      /all row-level and column-level/,
    )
  })

  it('asks nothing where none were stored or some stay', () => {
    expect(removedRulesQuestion({ row: {}, column: { rules: [] } }, { row: {}, column: {} })).toBeNull()
    expect(removedRulesQuestion({ row: some, column: {} }, { row: some, column: some })).toBeNull()
  })
})
