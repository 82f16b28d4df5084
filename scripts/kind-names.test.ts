import { databaseKinds } from '@parlance/contract'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Files, and folders with a trailing slash, that use the name of a kind as a string for another reason. */
const exceptions: Record<string, string> = {
  'packages/contract/src/databases.ts': 'the list of the kinds',
  'packages/contract/src/catalogue.ts': 'the list of the SQL dialects, some of which are called as a kind is',
  'packages/contract/src/dialects.ts': 'the facts of the SQL dialects',
  'packages/sql/src/dialects/': 'the descriptions of the SQL dialects',
  'packages/semantics/src/formats/standard-sql.ts': 'the SQL dialect that is read like standard SQL',
  'apps/server/src/http/openapi/descriptions/': 'examples in the description of the API',
  'packages/client/src/api.generated.ts': 'written from the description of the API',
  'apps/server/src/store/': "the product's own store is SQLite or PostgreSQL",
}

const sources = ['apps', 'packages']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name, 'src')))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .map((file) => relative(root, file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

function namesKind(file: string): boolean {
  const strings = readFileSync(join(root, file), 'utf8').matchAll(/(['"`])([a-z]+)\1/g)
  return [...strings].some(([, , text]) => databaseKinds.some((kind) => kind === text))
}

const ownFolder = (file: string) => databaseKinds.some((kind) => file.startsWith(`packages/drivers/src/${kind}/`))
const naming = sources.filter((file) => !ownFolder(file) && namesKind(file))
const covers = (exception: string, file: string) =>
  exception.endsWith('/') ? file.startsWith(exception) : file === exception

test('uses the name of a database kind as a string only in its folder; its capabilities are in its manifest', () => {
  const excepted = Object.keys(exceptions)
  expect(naming.filter((file) => !excepted.some((exception) => covers(exception, file)))).toEqual([])
})

test('needs every exception from the rule about kind names', () => {
  const needless = Object.keys(exceptions).filter((exception) => !naming.some((file) => covers(exception, file)))
  expect(needless).toEqual([])
})
