import { expect, it } from 'vitest'
import { failureOf, readAll } from '../testing/read.ts'
import { oracleDriver } from './driver.ts'
import { startStandIn } from './testing/stand-in.ts'

it('says what thick mode needs, never mixes it with thin mode, and refuses our TLS settings in it', async () => {
  const standIn = await startStandIn()
  const thick = { ...standIn.config, use_thick_mode: true, oracle_client_lib_dir: '/nowhere' }
  const missing = await failureOf(() => oracleDriver.connect(thick))
  expect(missing).toMatchObject({
    kind: 'unsupported',
    message: expect.stringMatching(/^Could not load the Oracle client libraries: /),
  })
  const connection = await oracleDriver.connect(standIn.config)
  expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  const late = await failureOf(() => oracleDriver.connect(thick))
  expect(late).toMatchObject({ kind: 'unsupported', message: expect.stringMatching(/one mode at a time\. Restart it/) })
  const secure = await failureOf(() => oracleDriver.connect({ ...thick, tls: 'verify' }))
  expect(secure).toMatchObject({
    kind: 'unsupported',
    message: expect.stringMatching(/^TLS is available only in thin mode/),
  })
  await connection.close()
  await standIn.stop()
})
