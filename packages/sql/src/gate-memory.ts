import { createLRU } from 'lru.min'
import type { GateAllowed, GateRequest, GateResult, Parse } from './contract.ts'
import { gateWith } from './gate.ts'
import { principalValue } from './policy/rule-parameters.ts'

/** The results that are cached. Longer requests are rarely repeated, and would fill the memory. */
const mostResults = 500
const longestKey = 8_000
/** Users with different values share a request. */
const mostValuesPerRequest = 20

/** A result, and each of the user's values that it depends on. */
interface KnownResult {
  values: ReadonlyMap<string, string | null>
  result: GateAllowed
}

const known = createLRU<string, readonly KnownResult[]>({ max: mostResults })

/**
 * `gate`, which proves each query once. A result is used again for the same SQL, limits, and parameters with the same
 * catalogue, tables, and rules, which must be the same objects, and for users with the same values for each parameter
 * that the gate has read. Only allowed queries are cached.
 */
export async function gateFromMemory(request: GateRequest, parse: Parse): Promise<GateResult> {
  const now = request.now ?? new Date().toISOString()
  const valueOf = (name: string) => principalValue(name, request.principal, now)
  const key = keyOf(request)
  const found = known.get(key)?.find(({ values }) => values.entries().every(([name, value]) => valueOf(name) === value))
  if (found !== undefined) return found.result
  const values = new Map<string, string | null>()
  const value = (name: string) => {
    const read = valueOf(name)
    values.set(name, read)
    return read
  }
  const result = await gateWith({ ...request, value }, parse)
  if (!result.allowed || key.length > longestKey) return result
  const others = known.get(key) ?? []
  known.set(key, [{ values, result }, ...others].slice(0, mostValuesPerRequest))
  return result
}

/** Everything that a result depends on except for the user's values. */
function keyOf({ catalogue, allowedTables, policies, sql, dialect, limits, ...rest }: GateRequest): string {
  return JSON.stringify([
    ...[catalogue, allowedTables, policies].map((each) => (each === null ? 0 : numberOf(each))),
    sql,
    dialect,
    limits.maxRows,
    rest.parameters ?? null,
    rest.hasMask ?? false,
    rest.maskedColumns ?? null,
  ])
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number that no other object ever gets, so that an entry can't outlive what it depends on. */
function numberOf(object: object): number {
  const number = numbers.get(object) ?? (lastNumber += 1)
  numbers.set(object, number)
  return number
}
