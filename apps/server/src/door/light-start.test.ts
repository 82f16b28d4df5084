import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programFlags } from '../testing/program-flags.ts'

const packages = join(import.meta.dirname, '../../../../packages')

/** Prints the modules of zod that a program loads. */
const printSchemas = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (url.includes('/zod/') && console.log(url), next(url, context)) })`

test.each(['drivers/src/sqlite/child.ts', 'drivers/src/files/worker.ts', 'sql/src/parse/index.ts'])(
  'starts %s without loading the schemas of the contract, which would take longer than everything else',
  async (script) => {
    const preload = `data:text/javascript,${encodeURIComponent(printSchemas)}`
    const program = [...programFlags, '--import', preload, join(packages, script)]
    const { stdout } = await promisify(execFile)(process.execPath, program)
    expect(stdout).toBe('')
  },
)
