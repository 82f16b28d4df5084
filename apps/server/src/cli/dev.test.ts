import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programFlags } from '../testing/program-flags.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

test('serves pages and interface at one address for development, and ends with all of its processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-dev-'))
  const port = await freePort()
  const child = spawn(process.execPath, [...programFlags, join(import.meta.dirname, 'dev.ts')], {
    env: { PATH: process.env['PATH'], PARLANCE_DATA_DIR: folder, PARLANCE_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Resolves when the last process that could write to it has ended.
  const allEnded = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await allEnded
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  await expect.poll(() => output).toContain('Parlance is ready at')

  const address = `http://127.0.0.1:${port}`
  expect(output.match(/http:\/\/\S+/g)).toEqual([address])
  const page = await fetch(`${address}/login`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('/@vite/client')
  const answer = await fetch(`${address}/api/v1/health`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const privateCall = await fetch(`${address}/api/v1/auth/me`)
  expect(await privateCall.json()).toMatchObject({ code: 'not_authenticated' })

  child.kill('SIGTERM')
  expect((await allEnded)[0]).toBe(0)
})
