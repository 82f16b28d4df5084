import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('does not end the process when a session cut during sign-in is garbage-collected', () => {
  const script = `
    import { mock } from 'node:test'
    import { setImmediate } from 'node:timers/promises'
    import { oracleDriver } from './driver.ts'
    import { startStandIn } from './testing/stand-in.ts'
    const standIn = await startStandIn({ silentAfter: 'sign-in' })
    mock.timers.enable({ apis: ['setTimeout'] })
    const connecting = oracleDriver.connect(standIn.config).catch((error) => console.log(error.kind))
    while ([...standIn.sessions].every((session) => session.said.length === 0)) await setImmediate()
    mock.timers.tick(10_000)
    await connecting
    await standIn.stop()
    for (let round = 0; round < 20; round += 1) {
      gc()
      await setImmediate()
    }
    console.log('alive')`
  const options = { encoding: 'utf8', cwd: new URL('.', import.meta.url) } as const
  const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], options)
  expect(output.trim()).toBe('timeout\nalive')
})
