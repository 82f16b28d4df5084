import { describe, expect, it } from 'vitest'
import { removedRulesQuestion } from './removed-rules.ts'

describe('BA-098 BA-113 saving without unnoticed loss of rules', () => {
  const some = { rules: [{}] }

  it('asks if every stored rule of a kind would be removed', () => {
    expect(removedRulesQuestion({ row: some, column: {} }, { row: {}, column: {} })?.text).toMatch(/all row-level/)
    expect(removedRulesQuestion({ row: {}, column: some }, { row: {}, column: { rules: [] } })?.text).toMatch(
      /all column-level/,
    )
    expect(removedRulesQuestion({ row: some, column: some }, { row: {}, column: {} })?.text).toMatch(
      /all row-level and column-level/,
    )
  })

  it('does not ask if none were stored or some remain', () => {
    expect(removedRulesQuestion({ row: {}, column: { rules: [] } }, { row: {}, column: {} })).toBeNull()
    expect(removedRulesQuestion({ row: some, column: {} }, { row: some, column: some })).toBeNull()
  })
})
