import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { packedProgram } from '../packed/packed-folder.ts'
import { ensureBuilt } from '../testing/ensure-built.ts'
import { programFlags } from '../testing/program-flags.ts'

const packages = join(import.meta.dirname, '../../../../packages')

/** Prints the modules of zod that a program loads, and every module as large as a packed one with it. */
const printSchemas = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  const loaded = next(url, context)
  if (url.includes('/zod/') || loaded.source?.length > 100_000) console.log(url)
  return loaded
} })`

async function schemasIn(script: string): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(printSchemas)}`
  const { stdout } = await promisify(execFile)(process.execPath, [...programFlags, '--import', preload, script])
  return stdout
}

test.each(['drivers/src/sqlite/child.ts', 'drivers/src/files/worker.ts', 'sql/src/parse/index.ts'])(
  'starts %s without loading the schemas of the contract, which would take longer than everything else',
  async (script) => expect(await schemasIn(join(packages, script))).toBe(''),
)

test('starts the packed child of SQLite without the server and the schemas', async () => {
  await ensureBuilt()
  const child = new URL('sqlite-child.mjs', packedProgram('server') ?? undefined)
  expect(await schemasIn(fileURLToPath(child))).toBe('')
})
