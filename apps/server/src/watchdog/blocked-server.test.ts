import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ask, follow, setUp, startStallingModel } from '../testing/remote-turn.ts'
import { startServerProcess } from '../testing/server-processes.ts'
import type { ServerProcess } from '../testing/server-processes.ts'
import { ensureBuilt } from '../testing/ensure-built.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-blocked-'))
const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
})

/** Preloaded into the program; a signal then blocks the main thread. */
const blockOnSignal = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2',()=>{for(;;);})")}`

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    PARLANCE_DATA_DIR: folder,
    PARLANCE_WATCHDOG_CPU_SECONDS: '1',
    NODE_OPTIONS: `--import=${blockOnSignal}`,
  })
  cleanUp.push(async () => {
    server.kill('SIGKILL')
    await server.exited
  })
  return server
}

function childrenOf({ pid }: ServerProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

test.runIf(process.platform === 'linux')(
  'R25 a blocked server ends with its children, and the next start reports the question it was answering as failed',
  async () => {
    const model = await startStallingModel()
    cleanUp.push(() => model.close())
    await ensureBuilt()
    const blocked = await start()
    const ann = await setUp(blocked.url, model.baseUrl)
    const { turnId, rest } = await ask(ann, blocked.url)
    const children = childrenOf(blocked)
    expect(children.length).toBeGreaterThan(0)
    blocked.kill('SIGUSR2')
    expect(await blocked.exited).toBe(70)
    expect((await rest).at(-1)).not.toHaveProperty('final')
    await expect.poll(() => children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])

    const next = await start()
    const events = await follow(ann, turnId, next.url)
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      final: true,
      message: 'The server restarted while it was answering this question. Please ask again.',
    })
    next.kill('SIGTERM')
    expect(await next.exited).toBe(0)
  },
)
