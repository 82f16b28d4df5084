import { expect, it } from 'vitest'
import { makeId } from './make-id.ts'

it('makes distinct ids that the contract accepts', () => {
  const ids = Array.from({ length: 100 }, makeId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
  expect(new Set(ids).size).toBe(100)
})
