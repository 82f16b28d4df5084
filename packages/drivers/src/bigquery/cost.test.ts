import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../contract.ts'
import { GoogleRefusal, writeCredentials } from '../testing/google-stand-in.ts'
import { traceProcess } from '../testing/outbound.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { createBigqueryDriver } from './driver.ts'
import { endless, startBigquery } from './stand-in.ts'

const patient = { timeout: 60_000 }
const gigabyte = 1024 ** 3
const folder = mkdtempSync(join(tmpdir(), 'parlance-bigquery-cost-'))
const credentials_path = join(folder, 'key.json')
const large = 'SELECT * FROM large'
let standIn: Awaited<ReturnType<typeof startBigquery>>
const opened: Connection[] = []

beforeAll(async () => {
  writeCredentials(credentials_path, 'service_account')
  standIn = await startBigquery({
    [large]: { fields: [{ name: 'n', type: 'INTEGER' }], rows: [['1']], bytes: 101 * gigabyte },
  })
})
afterEach(async () => {
  standIn.state.refusal = null
  for (const connection of opened.splice(0)) await connection.close()
})
afterAll(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

async function connect(config: Record<string, string | number> = {}): Promise<Connection> {
  const given = { project_id: 'stand-in', dataset: 'suite', credentials_path, ...config }
  const connection = await createBigqueryDriver(standIn.endpoint).connect(given)
  opened.push(connection)
  return connection
}

describe('the cost of a BigQuery query', () => {
  it('estimates a query with a dry run before it runs, and reports the bytes with the result', async () => {
    const connection = await connect()
    standIn.state.bodies.length = 0
    const result = await connection.query('SELECT id FROM customers WHERE id = ?', [2], unlimited)
    expect((await collect(result.batches)).flat()).toEqual([[2]])
    expect(result.bytesRead).toBe(1024)
    const [dry, real] = standIn.state.bodies.map(({ configuration }) => configuration)
    expect(standIn.state.bodies).toHaveLength(2)
    expect(dry).toMatchObject({ dryRun: true, query: { useLegacySql: false, parameterMode: 'POSITIONAL' } })
    expect(real).toMatchObject({
      labels: { application: 'parlance' },
      jobTimeoutMs: String(unlimited.timeoutMs),
      query: { maximumBytesBilled: String(100 * gigabyte), defaultDataset: { datasetId: 'suite' } },
    })
    expect(real).not.toHaveProperty('dryRun')
  })

  it('refuses a query above the cap without running it; a higher cap or no cap lets it through', async () => {
    standIn.state.bodies.length = 0
    const error = await failureOf(async () => await readAll(await connect(), large))
    expect([error.kind, error.message]).toEqual([
      'limit',
      'The query would read 101 GB. The limit is 100 GB per query. Ask for fewer columns or a shorter period, or ask an administrator to raise the limit.',
    ])
    expect(standIn.state.bodies.map(({ configuration }) => configuration.dryRun)).toEqual([true])
    expect((await readAll(await connect({ maximum_gigabytes: 200 }), large)).rows).toEqual([[1]])
    expect((await readAll(await connect({ maximum_gigabytes: 0 }), large)).rows).toEqual([[1]])
    expect(standIn.state.bodies.at(-1)?.configuration.query).not.toHaveProperty('maximumBytesBilled')
  })

  it('cancels the job at the service when the query ends early', async () => {
    const connection = await connect()
    const controller = new AbortController()
    const options = { ...unlimited, signal: controller.signal }
    const failing = failureOf(async () => await readAll(connection, endless, [], options))
    await expect.poll(standIn.countRunning, patient).toBe(1)
    controller.abort()
    expect((await failing).kind).toBe('cancelled')
    const isCanceled = () => standIn.requests.some(({ url }) => /\/jobs\/[\w-]+\/cancel$/.test(url.pathname))
    await expect.poll(isCanceled, patient).toBe(true)
    await expect.poll(standIn.countRunning, patient).toBe(0)
  })
})

describe('BigQuery errors', () => {
  const later = '. Try again later, or request a higher quota for the project.'
  const cases: [number, string, string, string, string?][] = [
    [403, 'accessDenied', 'Access Denied: Table p:d.t: User does not have permission', 'permission'],
    [404, 'notFound', 'Not found: Dataset p:d was not found in location US', 'missing-object'],
    [400, 'bytesBilledLimitExceeded', 'Query exceeded limit for bytes billed: 1000.', 'limit'],
    [403, 'rateLimitExceeded', 'Exceeded rate limits: too many concurrent queries', 'limit', later],
    [403, 'quotaExceeded', 'Quota exceeded: Your project exceeded quota', 'limit', later],
    [400, 'resourcesExceeded', 'Resources exceeded during query execution', 'limit'],
    [403, 'responseTooLarge', 'Response too large to return', 'limit'],
    [400, 'timeout', 'Operation timed out', 'timeout'],
    [400, 'stopped', 'Job execution was cancelled: User requested cancellation', 'cancelled'],
    [403, 'billingNotEnabled', 'Billing has not been enabled for this project', 'permission'],
    [400, 'invalidQuery', 'Division by zero: 1 / 0', 'syntax'],
    [501, 'notImplemented', 'Not implemented', 'unsupported'],
  ]
  it.each(cases)(
    '%i %s: %s',
    async (status, reason, message, kind, more = '') => {
      const connection = await connect()
      standIn.state.refusal = new GoogleRefusal(status, 'STATUS', message, reason)
      // The library retries after a rate limit, but nothing lifts the limit in this test.
      const error = await failureOf(async () => await readAll(connection, 'SELECT 1'))
      expect([error.kind, error.message]).toEqual([kind, message + more])
    },
    20_000,
  )

  it('ends the result without hanging when the quota runs out in mid-stream', async () => {
    const connection = await connect()
    const sql = 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 50000)) AS n'
    const seen: unknown[] = []
    const error = await failureOf(async () => {
      const { batches } = await connection.query(sql, [], unlimited)
      for await (const batch of batches) {
        seen.push(...batch)
        standIn.state.refusal = new GoogleRefusal(403, 'FORBIDDEN', 'Quota exceeded.', 'quotaExceeded')
      }
    })
    expect([error.kind, error.message]).toEqual(['limit', `Quota exceeded${later}`])
    expect(seen.length).toBeLessThan(50_000)
    standIn.state.refusal = null
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('R18 cuts off an endless page before it fills the memory, and the next query works', async () => {
    const connection = await connect()
    standIn.state.floods = true
    const before = process.memoryUsage()
    const error = await failureOf(async () => await readAll(connection, 'SELECT 1'))
    const after = process.memoryUsage()
    standIn.state.floods = false
    expect([error.kind, error.message]).toEqual(['limit', "Google's response exceeds the size limit."])
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(400 * 1024 * 1024)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('R02 warns about an account that can write and reads comments into the catalogue', async () => {
    standIn.state.access = [{ role: 'OWNER', userByEmail: 'reader@stand-in.iam.gserviceaccount.com' }]
    const connection = await connect()
    const report = await connection.test(() => {})
    expect(textsOf(report.warnings)).toEqual(['The account can write to the dataset (OWNER).'])
    expect(report.engine).toBe('BigQuery API v2, europe-west3')
    const tables = await collect(connection.introspect())
    const customers = tables.find(({ name }) => name === 'customers')
    expect(customers?.comment).toBe('Who "buys"')
    expect(customers?.columns.map(({ name, comment }) => [name, comment])).toEqual([
      ['id', null],
      ['name', null],
      ['note', null],
      ['balance', 'What is "owed"'],
    ])
  })

  it('R14 calls no host except Google’s, and Google’s library leaves no file', async () => {
    const driver = new URL('./driver.ts', import.meta.url).href
    const given = { project_id: 'stand-in', dataset: 'suite', credentials_path }
    const traces = await traceProcess(`
      const { createBigqueryDriver } = await import(${JSON.stringify(driver)})
      const connection = await createBigqueryDriver(${JSON.stringify(standIn.endpoint)}).connect(${JSON.stringify(given)})
      const { batches } = await connection.query('SELECT 1', [], ${JSON.stringify(unlimited)})
      for await (const _ of batches);
      await connection.close()`)
    expect(traces).toEqual({ hosts: ['127.0.0.1'], files: [], output: '' })
  })

  it('never includes the key in an error', async () => {
    const secret = readFileSync(credentials_path, 'utf8').slice(60, 200)
    const error = await failureOf(async () => await connect({ credentials_json: `{"private_key": "${secret}"` }))
    expect(JSON.stringify([error.message, error])).not.toContain(secret.slice(0, 20))
  })
})
