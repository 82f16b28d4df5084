import { inspect } from 'node:util'
import pino from 'pino'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

test('R21 a secret is never printed, logged or serialized', () => {
  const holder = { user: 'ann', key: new Secret('sk-very-secret') }
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  log.info(holder, `key is ${String(holder.key)}`)
  const everything = [
    JSON.stringify(holder),
    inspect(holder, { depth: 9, showHidden: true }),
    `${String(holder.key)}`,
    `${holder.key as unknown as string}`,
    Object.entries(holder.key).join(','),
    JSON.stringify(structuredClone(JSON.parse(JSON.stringify(holder)))),
    ...logged,
  ]
  expect(everything.filter((text) => text.includes('sk-very-secret'))).toEqual([])
  expect(JSON.stringify(holder)).toBe('{"user":"ann"}')
  expect(holder.key.reveal()).toBe('sk-very-secret')
})
