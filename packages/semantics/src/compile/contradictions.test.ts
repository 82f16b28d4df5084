import { expect, it } from 'vitest'
import { contradict, limitsOf } from './contradictions.ts'

const clash = (one: string, other: string) => contradict(limitsOf(one, 'sqlite'), limitsOf(other, 'sqlite'))

it.each<[string, string]>([
  ["status = 'completed'", "status = 'cancelled'"],
  ["o.status = 'completed' AND total > 0", "\"Status\" IN ('cancelled', 'open')"],
  ["status <> 'cancelled'", "status = 'cancelled'"],
  ["status NOT IN ('cancelled', 'open')", "status = 'open'"],
  ['refunded = 0', 'refunded = 1'],
])('finds that no row fits both: %s, %s', (one, other) => {
  expect([clash(one, other), clash(other, one)]).toEqual([true, true])
})

it.each<[string, string]>([
  ["status = 'completed'", "status = 'COMPLETED'"],
  ["status <> 'cancelled'", "status <> 'open'"],
  ["status = 'completed' OR total > 0", "status = 'cancelled'"],
  ["status IN ('a', 'b')", "status IN ('b', 'c')"],
  ["status = 'a'", "kind = 'b'"],
  ['total BETWEEN 1 AND 2', 'total = 3'],
  ["NOT status = 'a'", "status = 'b'"],
  ["LOWER(status) = 'a'", "status = 'B'"],
  ["status = 'it''s", 'status = 1'],
])('does not claim it if it is unsure: %s, %s', (one, other) => {
  expect(clash(one, other)).toBe(false)
})
