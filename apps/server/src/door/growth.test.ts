import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import { openRealServer } from '@parlance/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { createFileWorld, testPrincipal, type FileWorld } from '../testing/file-turn.ts'
import type { QueryDoor, QueryEnvironment } from './contract.ts'
import { createQueryDoor } from './run-query.ts'

const kinds = ['sqlite', 'postgresql', 'mysql'] as const
type Kind = (typeof kinds)[number]

/** Each step has twice the rows of the previous one. */
const endless = `WITH RECURSIVE n (i) AS (SELECT 1 AS i UNION ALL SELECT n.i + 1 FROM n, (SELECT 1 AS one UNION ALL SELECT 2) t)
  SELECT i FROM n`
/** Each cell exceeds the size limit of a row. MariaDB returns no text larger than one of its packets. */
const hugeCell: Record<Kind, string> = {
  sqlite: "SELECT printf('%999999990d', 1) AS t",
  postgresql: "SELECT repeat('x', 300000000) AS t",
  mysql: "SELECT repeat('x', 1000000000) AS t",
}
const megabyte = 1024 * 1024

describe.each(kinds)('R18 R25 a query that grows without tables on %s', (kind) => {
  let world: FileWorld
  let environment: QueryEnvironment
  let skip: string | null = null
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    world = await createFileWorld()
    closing.push(() => world.close())
    environment = world.environment
    if (kind === 'sqlite') return
    const server = await openRealServer(kind)
    if ('skip' in server) {
      skip = server.skip
      return
    }
    const connection = await (await driverFor(kind)).connect(server.config)
    closing.push(
      () => server.stop(),
      () => connection.close(),
    )
    const tables: CatalogueTable[] = []
    for await (const table of connection.introspect()) tables.push(table)
    const catalogue: Catalogue = { dialect: kind, defaultSchema: null, tables }
    const lent = { connection, kind, dialect: kind, release: () => undefined }
    environment = { ...environment, open: async () => lent, catalogueOf: async () => catalogue }
  })
  beforeEach((context) => {
    if (skip !== null) context.skip(skip)
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  const doorWith = (chatTimeoutMs: number): QueryDoor =>
    createQueryDoor({ ...environment, limits: { ...environment.limits, chatTimeoutMs } })

  async function exportOf(sql: string, chatTimeoutMs: number): Promise<number> {
    const asked = { principal: testPrincipal, connectionId: 'c1', areaId: null, purpose: 'export' as const }
    const query = await doorWith(chatTimeoutMs).run({ ...asked, sql })
    let rows = 0
    for await (const batch of query.batches) rows += batch.length
    return rows
  }

  test('ends an endless recursion in an export, with the reason and what to do', async () => {
    await expect(exportOf(endless, 300)).rejects.toMatchObject({
      code: 'query_timeout',
      detail: expect.stringMatching(
        /^The query was stopped after 0\.3 seconds\. Queries that create rows .* raise PARLANCE_QUERY_TIMEOUT_SECONDS\.$/,
      ),
    })
  })

  test('a cell that is too large ends the query, and the server’s memory stays stable', async () => {
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    const outcome = await exportOf(hugeCell[kind], 60_000).catch((error: unknown) =>
      error instanceof AppError ? error.code : error,
    )
    clearInterval(watch)
    expect(outcome).toBe(kind === 'mysql' ? 1 : 'result_too_large')
    // The driver reads 128 MB of a row before cutting it, into a buffer that doubles as it fills up.
    expect((most - before) / megabyte).toBeLessThan(512)
  })
})
