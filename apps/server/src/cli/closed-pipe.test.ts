import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it.each(['ask', 'license', 'backup', 'restore', 'keys'])(
  '%s ends with its own status and no error when the reader closes the pipe',
  async (name) => {
    const script = join(import.meta.dirname, `${name}.ts`)
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, '--help'])
    child.stdout.destroy()
    const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ errors, status }).toEqual({ errors: '', status: 0 })
  },
)
