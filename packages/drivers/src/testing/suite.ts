import type { CatalogueTable } from '@parlance/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testStages, type Connection, type Driver, type TestStage } from '../contract.ts'
import { placeOf } from '../place.ts'
import { oddColumns, oddTable, type EngineSession, type EngineUnderTest } from './engine.ts'
import { collect, failureOf, readAll, unlimited } from './read.ts'

/** What every driver must do, run against the real engine. A test that cannot hold is skipped with the engine's reason. */
export function describeDriver(engine: EngineUnderTest): void {
  describe(`${engine.name} driver`, () => {
    const context = useEngine(engine)
    const titles = new Set<string>()
    const check = (title: string, run: (context: SuiteContext) => Promise<void>) => {
      titles.add(title)
      if (engine.needsRealEngine?.[title]) return
      it(`${title}`, async (test) => {
        const reason = engine.skips[title]
        if (reason) test.skip(reason)
        expect.hasAssertions()
        await run(context)
      })
    }
    describeTest(engine, check)
    describeCatalogue(engine, check)
    describeQuery(engine, check)
    describeLimits(engine, check)
    describeSafety(engine, check)
    it('skips only tests that exist', () => {
      const named = { ...engine.skips, ...engine.needsRealEngine }
      expect(Object.keys(named).filter((title) => !titles.has(title))).toEqual([])
    })
  })
}

type Check = (title: string, run: (context: SuiteContext) => Promise<void>) => void

interface SuiteContext {
  driver: Driver
  session: EngineSession
  connection: Connection
}

function useEngine(engine: EngineUnderTest): SuiteContext {
  const context = {} as SuiteContext
  let skip: string | null = null
  beforeAll(async () => {
    const started = await engine.start()
    if ('skip' in started) return void (skip = started.skip)
    context.session = started
    context.driver = await engine.loadDriver()
  })
  beforeEach(async (test) => {
    if (skip !== null) test.skip(skip)
    context.connection = await context.driver.connect(context.session.config)
  })
  afterEach(() => context.connection?.close())
  afterAll(() => context.session?.stop())
  return context
}

function describeTest(engine: EngineUnderTest, check: Check): void {
  check('tests a connection in stages and counts its tables', async ({ connection }) => {
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(testStages.filter((stage) => stages.includes(stage)))
    expect(stages.at(0)).toBe('resolve')
    expect(stages.at(-1)).toBe('list-tables')
    expect(report.tableCount).toBe(5)
    expect(report.engine).toMatch(/\d/)
  })

  check('tests one connection twice at once', async ({ connection }) => {
    const reports = await Promise.all([connection.test(() => {}), connection.test(() => {})])
    expect(reports.map((report) => report.tableCount)).toEqual([5, 5])
  })

  check('R24 identifies the physical database the same way over every connection', async (context) => {
    const { driver, session, connection } = context
    const other = await driver.connect(session.config)
    const [first, second] = await Promise.all([connection.identify?.(), other.identify?.()])
    await other.close()
    expect(second).toEqual(first)
    expect([...(first ?? []), placeOf(driver.manifest, session.config)].filter(Boolean)).not.toEqual([])
  })

  for (const failure of engine.failures) {
    check(`names what is wrong: ${failure.title}`, async ({ driver, session }) => {
      const config = await failure.change({ ...session.config })
      const error = await failureOf(async () => (await driver.connect(config)).test(() => {}))
      expect(error).toMatchObject({ kind: failure.kind, stage: failure.stage })
      if (failure.message) expect(error.message).toMatch(failure.message)
    })
  }

  check('R14 refuses options that its form does not have', async ({ driver, session }) => {
    const config = { ...session.config, initScript: '/etc/passwd', local_infile: true }
    expect(driver.manifest.configSchema.safeParse(session.config).success).toBe(true)
    expect(driver.manifest.configSchema.safeParse(config).success).toBe(false)
    await expect(driver.connect(config)).rejects.toThrow(/unrecognized/i)
  })
}

function describeCatalogue(engine: EngineUnderTest, check: Check): void {
  const introspect = async (connection: Connection): Promise<Map<string, CatalogueTable>> => {
    const tables = await collect(connection.introspect())
    return new Map(tables.map((table) => [table.name, table]))
  }

  check('introspects tables and views with columns and kinds', async ({ connection }) => {
    const tables = await introspect(connection)
    expect([...tables.keys()].toSorted()).toEqual(
      ['customer_names', 'customers', oddTable, 'order_lines', 'orders'].toSorted(),
    )
    const customers = tables.get('customers')
    expect(customers?.columns.map((column) => [column.name, column.kind, column.nullable])).toEqual([
      ['id', 'integer', false],
      ['name', 'text', false],
      ['note', 'text', true],
      ['balance', 'number', true],
    ])
    expect(customers?.schema).toBe(connection.defaultSchema)
    expect(tables.get('orders')?.columns.map((column) => column.kind)).toEqual(['text', 'integer', 'integer', 'date'])
    expect(tables.get('customer_names')).toMatchObject({ objectType: 'VIEW', primaryKey: [] })
    expect(customers).toMatchObject({ objectType: 'TABLE', definition: null })
  })

  check('gives the definition of a view', async ({ connection }) => {
    expect((await introspect(connection)).get('customer_names')?.definition).toMatch(/customers/)
  })

  check('introspects primary and foreign keys, also of several columns', async ({ connection }) => {
    const tables = await introspect(connection)
    expect(tables.get('customers')?.primaryKey).toEqual(['id'])
    expect(tables.get('orders')?.primaryKey).toEqual(['region', 'number'])
    const schema = connection.defaultSchema
    expect(tables.get('orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], referencedSchema: schema, referencedTable: 'customers', referencedColumns: ['id'] },
    ])
    expect(tables.get('order_lines')?.foreignKeys).toEqual([
      {
        columns: ['order_region', 'order_number'],
        referencedSchema: schema,
        referencedTable: 'orders',
        referencedColumns: ['region', 'number'],
      },
    ])
  })

  check('R03 takes names with quotes, dots, spaces and SQL as names', async ({ connection }) => {
    const tables = await introspect(connection)
    expect(tables.get(oddTable)?.columns.map((column) => column.name)).toEqual(oddColumns)
    const names = oddColumns.map(engine.sql.quote)
    const { rows, columns } = await readAll(connection, `SELECT ${names.join(', ')} FROM ${engine.sql.quote(oddTable)}`)
    expect(rows).toEqual([oddColumns.map((_, index) => index + 1)])
    expect(columns).toEqual(oddColumns)
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
  })

  check('reports progress while it introspects and stops when told to', async ({ connection }) => {
    const seen: number[] = []
    await collect(connection.introspect({ onProgress: (count) => seen.push(count) }))
    expect(seen.at(-1)).toBe(5)
    const signal = AbortSignal.abort()
    const error = await failureOf(() => collect(connection.introspect({ signal })))
    expect(error.kind).toBe('cancelled')
  })
}

function describeQuery(engine: EngineUnderTest, check: Check): void {
  const { placeholder, numbers, longText } = engine.sql

  check('answers with columns, kinds and rows', async ({ connection }) => {
    const result = await connection.query('SELECT id, name, note FROM customers ORDER BY id', [], unlimited)
    expect(result.columns.map((column) => [column.name, column.kind])).toEqual([
      ['id', 'integer'],
      ['name', 'text'],
      ['note', 'text'],
    ])
    expect(result.outcome()).toBeNull()
    expect((await collect(result.batches)).flat()).toEqual([
      [1, 'Ada', 'first'],
      [2, 'Émile 🙂', null],
      [3, '', 'empty name'],
    ])
    expect(result.outcome()).toEqual({ rowCount: 3, truncatedBy: null })
  })

  check('keeps columns of the same name apart, and columns without rows', async ({ connection }) => {
    expect((await readAll(connection, 'SELECT 1 AS a, 2 AS a')).rows).toEqual([[1, 2]])
    const empty = await readAll(connection, 'SELECT id, name FROM customers WHERE 1 = 0')
    expect(empty).toMatchObject({ columns: ['id', 'name'], rows: [], outcome: { rowCount: 0, truncatedBy: null } })
  })

  check('binds values; none is ever read as SQL', async ({ connection }) => {
    const sql = `SELECT id FROM customers WHERE name = ${placeholder(1)} OR id = ${placeholder(2)} ORDER BY id`
    expect((await readAll(connection, sql, ['Ada', 3])).rows).toEqual([[1], [3]])
    for (const hostile of ["' OR '1'='1", "\\' OR 1=1 --", 'x"; DROP TABLE customers; --', "''", '\\', '%_']) {
      expect((await readAll(connection, sql, [hostile, 2])).rows).toEqual([[2]])
    }
    expect((await readAll(connection, `SELECT id FROM customers WHERE note = ${placeholder(1)}`, [null])).rows).toEqual(
      [],
    )
  })

  for (const value of engine.values) {
    check(`gives exactly: ${value.title}`, async ({ connection }) => {
      const result = await connection.query(value.sql, [], unlimited)
      const rows = (await collect(result.batches)).flat()
      expect(rows).toEqual([[value.cell]])
      if (value.kind) expect(result.columns[0]?.kind).toBe(value.kind)
    })
  }

  check('gives days and times as they are, whatever the zone of this process', async ({ connection }) => {
    const timed = engine.values.filter(({ kind }) => kind === 'date' || kind === 'time' || kind === 'timestamp')
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Apia', 'America/St_Johns']) {
        process.env.TZ = zone
        expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0)
        for (const { sql, cell } of timed) expect((await readAll(connection, sql)).rows).toEqual([[cell]])
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  check('gives a text of a million letters whole', async ({ connection }) => {
    const { rows } = await readAll(connection, engine.sql.longText(1_000_000))
    expect(rows[0]?.[0]).toHaveLength(1_000_000)
  })

  check('streams rows of a megabyte each, more than fit into memory at once', async ({ connection }) => {
    const text = longText(1_000_000).replace(/^SELECT (.*?) AS \w+( .*)?$/s, '$1')
    const result = await connection.query(`SELECT ${text} AS t FROM (${numbers(150)}) many`, [], unlimited)
    let letters = 0
    let largest = 0
    for await (const batch of result.batches) {
      for (const row of batch) letters += String(row[0]).length
      largest = Math.max(largest, batch.length)
    }
    expect(letters).toBe(150_000_000)
    expect(largest).toBeLessThanOrEqual(100)
  })

  check('gives as many columns as the engine can', async ({ connection }) => {
    const count = engine.sql.maxColumns
    const list = Array.from({ length: count }, (_, index) => `${index} AS c${index}`)
    const { columns, rows } = await readAll(connection, `SELECT ${list.join(', ')}`)
    expect(columns).toHaveLength(count)
    expect(rows[0]).toEqual(list.map((_, index) => index))
  })

  check('streams many rows in batches, each row once', async ({ connection }) => {
    const result = await connection.query(numbers(50_000), [], unlimited)
    const seen = new Set<unknown>()
    let batches = 0
    for await (const batch of result.batches) {
      batches += 1
      for (const row of batch) seen.add(row[0])
    }
    expect(seen.size).toBe(50_000)
    expect(result.outcome()).toEqual({ rowCount: 50_000, truncatedBy: null })
    expect(batches).toBeGreaterThan(5)
  })

  check('runs queries that are asked for at once, each with its own rows', async ({ connection }) => {
    const counts = [2000, 3, 500]
    const results = await Promise.all(counts.map((count) => readAll(connection, numbers(count))))
    expect(results.map((result) => result.rows.length)).toEqual(counts)
  })

  for (const { sql, kind, position } of engine.errors) {
    check(`says ${kind} for: ${sql.slice(0, 60)}`, async ({ connection }) => {
      const error = await failureOf(() => readAll(connection, sql))
      expect(error).toMatchObject({ kind, position })
    })
  }

  check('works on after an error', async ({ connection }) => {
    await failureOf(() => readAll(connection, 'SELECT * FROM no_such_table'))
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
  })
}

function describeLimits(engine: EngineUnderTest, check: Check): void {
  const { numbers, endless, longText } = engine.sql
  const idle = async ({ session }: SuiteContext) => {
    if (session.countRunning) await expect.poll(session.countRunning, { timeout: 5000, interval: 20 }).toBe(0)
  }

  check('R18 caps rows, and says so only when rows are missing', async ({ connection }) => {
    const capped = await readAll(connection, numbers(2500), [], { ...unlimited, maxRows: 2000 })
    expect([capped.rows.length, capped.outcome]).toEqual([2000, { rowCount: 2000, truncatedBy: 'rows' }])
    const exact = await readAll(connection, numbers(2000), [], { ...unlimited, maxRows: 2000 })
    expect(exact.outcome).toEqual({ rowCount: 2000, truncatedBy: null })
    const endlessRows = await readAll(connection, numbers(1_000_000_000), [], { ...unlimited, maxRows: 10 })
    expect(endlessRows.rows).toHaveLength(10)
  })

  check('R18 caps bytes', async ({ connection }) => {
    const sql = `${longText(1000).replace(/ AS \w+$/, '')} AS t FROM customers`
    const capped = await readAll(connection, sql, [], { ...unlimited, maxBytes: 2500 })
    expect([capped.rows.length, capped.outcome?.truncatedBy]).toEqual([2, 'bytes'])
  })

  check('R18 refuses a row that is too large to be held', async ({ connection }) => {
    const error = await failureOf(() => readAll(connection, engine.sql.hugeRow))
    expect(error.kind).toBe('limit')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('R18 stops a statement when its time is up', async (context) => {
    const started = performance.now()
    const error = await failureOf(() => readAll(context.connection, endless, [], { ...unlimited, timeoutMs: 200 }))
    expect(error.kind).toBe('timeout')
    expect(performance.now() - started).toBeLessThan(8000)
    await idle(context)
    expect((await readAll(context.connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('cancels before it starts, while it waits, and while rows come', async (context) => {
    const { connection } = context
    const before = await failureOf(() =>
      readAll(connection, 'SELECT 1', [], { ...unlimited, signal: AbortSignal.abort() }),
    )
    expect(before.kind).toBe('cancelled')
    const waiting = AbortSignal.timeout(100)
    const during = await failureOf(() => readAll(connection, endless, [], { ...unlimited, signal: waiting }))
    expect(during.kind).toBe('cancelled')
    await idle(context)
    const controller = new AbortController()
    const late = await failureOf(async () => {
      const result = await connection.query(numbers(1_000_000_000), [], { ...unlimited, signal: controller.signal })
      for await (const _ of result.batches) controller.abort()
    })
    expect(late.kind).toBe('cancelled')
    await idle(context)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('ends the statement when the reader leaves early', async (context) => {
    const result = await context.connection.query(numbers(1_000_000_000), [], unlimited)
    for await (const batch of result.batches) {
      expect(batch.length).toBeGreaterThan(0)
      break
    }
    await idle(context)
    expect(result.outcome()).toBeNull()
    expect((await readAll(context.connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  check('ends what runs when it is closed', async (context) => {
    const running = failureOf(() => readAll(context.connection, endless))
    const result = await context.driver.connect(context.session.config)
    await context.connection.close()
    await context.connection.close()
    expect((await running).kind).toBe('cancelled')
    await idle(context)
    await result.close()
  })
}

function describeSafety(engine: EngineUnderTest, check: Check): void {
  const counts = async (connection: Connection) =>
    (await readAll(connection, 'SELECT (SELECT count(*) FROM customers), (SELECT max(id) FROM customers)')).rows

  for (const sql of engine.writes) {
    check(`R05 the session is read-only: ${sql}`, async ({ connection }) => {
      const before = await counts(connection)
      const error = await failureOf(() => readAll(connection, sql))
      expect(['permission', 'unsupported', 'syntax']).toContain(error.kind)
      expect(await counts(connection)).toEqual(before)
    })
  }

  for (const { sql, isRefusedBy, warning, traces } of engine.versionedWrites ?? []) {
    check(
      `R05 nothing stays of a write, and where the session allows it the test warns: ${sql}`,
      async ({ connection }) => {
        const before = (await readAll(connection, traces)).rows
        const { engine: version, warnings } = await connection.test(() => {})
        if (isRefusedBy(version)) {
          expect((await failureOf(() => readAll(connection, sql))).kind).toBe('permission')
        } else {
          await readAll(connection, sql)
          expect(warnings.join('\n')).toMatch(warning)
        }
        expect((await readAll(connection, traces)).rows).toEqual(before)
      },
    )
  }

  const stacked = [
    'SELECT 1; DELETE FROM customers',
    'COMMIT; DELETE FROM customers',
    'SELECT 1;; DROP VIEW customer_names',
  ]
  for (const sql of stacked) {
    check(`R07 runs one statement only: ${sql}`, async ({ connection }) => {
      await failureOf(() => readAll(connection, sql))
      expect(await counts(connection)).toEqual([[3, 3]])
      expect((await readAll(connection, 'SELECT count(*) FROM customer_names')).rows).toEqual([[3]])
    })
  }
}
