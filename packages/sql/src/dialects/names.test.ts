import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlDialects } from '@parlance/contract'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

function namesDialect(file: string): boolean {
  const strings = readFileSync(join(source, file), 'utf8').matchAll(/(['"`])([a-z]+)\1/g)
  return [...strings].some(([, , text]) => sqlDialects.some((dialect) => dialect === text))
}

test('names a dialect only in the files that describe the dialects', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const naming = files.filter((file) => !/\.test\.ts$|^(?:dialects|testing)\//.test(file) && namesDialect(file))
  expect(naming).toEqual([])
})
