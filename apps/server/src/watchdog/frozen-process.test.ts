import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { afterAll, expect, test } from 'vitest'
import { ask, follow, setUp, startStallingModel } from '../testing/remote-turn.ts'
import { startServerProcess } from '../testing/server-processes.ts'
import { ensureBundle } from '../web/build-bundle.ts'

/* To its machine a frozen process is alive, but it renews no lease. The other process sees it like a dead one on
   another host. */

const cleanUp: (() => unknown)[] = []

afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
})

async function startBoth() {
  const postgres = await startPostgres()
  if ('skip' in postgres) return postgres
  cleanUp.push(() => postgres.stop())
  const folder = mkdtempSync(join(tmpdir(), 'parlance-frozen-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await createPostgresDatabase(postgres.url)
  cleanUp.push(() => database.drop())
  const model = await startStallingModel()
  cleanUp.push(() => model.close())
  await ensureBundle(() => undefined)
  const environment = { DATABASE_URL: database.url, PARLANCE_DATA_DIR: folder }
  const [frozen, other] = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
  cleanUp.push(async () => {
    for (const server of [frozen, other]) server.kill('SIGKILL')
    await Promise.all([frozen.exited, other.exited])
  })
  return { frozen, other, model }
}

test('the other process ends the question of a frozen process once, and it stays ended when that one resumes', async (context) => {
  const started = await startBoth()
  if ('skip' in started) return context.skip(started.skip)
  const { frozen, other, model } = started
  const ann = await setUp(other.url, model.baseUrl)
  const { turnId, rest } = await ask(ann, frozen.url)
  frozen.kill('SIGSTOP')
  const events = await follow(ann, turnId, other.url)
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    final: true,
    message: 'The server restarted while it was answering this question. Please ask again.',
  })
  frozen.kill('SIGCONT')
  expect(await rest).toEqual(events)
  expect(await follow(ann, turnId, frozen.url)).toEqual(events)
}, 120_000)
