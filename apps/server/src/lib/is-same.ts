import { isDeepStrictEqual } from 'node:util'

/** Whether two values are the same JSON: the order of keys and absent keys make no difference. */
export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plain(left), plain(right))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
