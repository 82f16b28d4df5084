import { isDeepStrictEqual } from 'node:util'

/** Whether two values are the same JSON, ignoring the order of keys and undefined keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plain(left), plain(right))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
