import { readFileSync } from 'node:fs'

const fixture = (name: string): string =>
  readFileSync(new URL(`../server/__fixtures__/${name}`, import.meta.url), 'utf8')

/** PEM text of the authority that signed the test certificates. */
export const authority = fixture('ca.pem')

/** A key and its certificate for `localhost`: `good` or `expired`. */
export function credentials(name: string): { key: string; cert: string } {
  return { key: fixture(`${name}.key`), cert: fixture(`${name}.pem`) }
}
