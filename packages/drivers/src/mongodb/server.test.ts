import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { authority, credentials } from '../testing/certificates.ts'
import { collect, failureOf, readAll, unlimited } from '../testing/read.ts'
import { readSlowly } from '../testing/read-slowly.ts'
import { mongodbDriver } from './driver.ts'
import { ScramConversation } from './scram.ts'
import { boundQuery } from './statement.ts'
import { capability } from './testing/messages.ts'
import { ScramServer } from './testing/scram-server.ts'
import { startStandIn } from './testing/stand-in.ts'

const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(options: Parameters<typeof startStandIn>[0] = {}) {
  const standIn = await startStandIn(options)
  ends.push(standIn.stop)
  return standIn
}

async function open(config: ConnectionConfig) {
  const connection = await mongodbDriver.connect(config)
  ends.push(async () => await connection.close())
  return connection
}

describe('the sign-in of mongosql_auth', () => {
  it.each(['SCRAM-SHA-1', 'SCRAM-SHA-256'] as const)('proves both sides by %s', async (mechanism) => {
    const { config, sessions } = await start({ mechanism })
    const connection = await open(config)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    const [session] = sessions.values()
    expect(session?.signIn?.username).toBe('grace?source=admin')
    expect(Number(session?.signIn?.flags) & capability.multiStatements).toBe(0)
    const error = await failureOf(() => mongodbDriver.connect({ ...config, password: 'bad' }))
    expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in' })
  })

  it('keeps the parameters of a user name, and adds the authentication database', async () => {
    const { config, sessions } = await start({
      mechanism: 'SCRAM-SHA-256',
      account: { username: 'grace', password: 'x', source: '$external' },
    })
    await open({ ...config, username: 'grace?mechanism=SCRAM-SHA-256', auth_source: '$external' })
    expect([...sessions.values()][0]?.signIn?.username).toBe('grace?mechanism=SCRAM-SHA-256&source=$external')
    const error = await failureOf(() => mongodbDriver.connect({ ...config, username: 'grace?source=admin' }))
    expect(error.kind).toBe('auth')
  })

  it.each(['PLAIN', 'mysql_clear_password'] as const)(
    'sends the password by %s only if TLS is required',
    async (mechanism) => {
      const { config } = await start({ mechanism, credentials: credentials('good') })
      const local = { ...config, host: 'localhost' }
      for (const tls of ['disable', 'prefer']) {
        const error = await failureOf(() => mongodbDriver.connect({ ...local, tls }))
        expect(error).toMatchObject({
          kind: 'auth',
          stage: 'sign-in',
          message: expect.stringMatching(/sends only over TLS/),
        })
      }
      const connection = await open({ ...local, tls: 'verify', tls_ca: authority })
      expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    },
  )

  it('reports a mechanism that it does not support', async () => {
    const { config } = await start({ mechanism: 'GSSAPI' })
    expect(await failureOf(() => mongodbDriver.connect(config))).toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/GSSAPI/),
    })
  })

  it('R14 never sends the password to a server that asks for it in another way', async () => {
    const { config } = await start({ mechanism: 'sha256_password' })
    const error = await failureOf(() => mongodbDriver.connect(config))
    expect(error).toMatchObject({ kind: 'unsupported', message: expect.stringMatching(/does not have/) })
  })

  it('refuses a server that does not prove that it knows the account', async () => {
    const client = new ScramConversation('sha256', { username: 'grace', password: 'good' })
    const server = new ScramServer('sha256', 'grace', 'good')
    const first = (await client.step(Buffer.alloc(0))).toString()
    await client.step(Buffer.from(server.challenge(first)))
    await expect(client.step(Buffer.from('v=AAAA'))).rejects.toMatchObject({ kind: 'auth' })
    expect(client.isDone).toBe(false)
  })

  it('refuses a challenge that is meant for someone else or too weak', async () => {
    for (const change of [
      (text: string) => text.replace('r=', 'r=x'),
      (text: string) => text.replace('i=4096', 'i=1'),
    ]) {
      const client = new ScramConversation('sha1', { username: 'grace', password: 'good' })
      const first = (await client.step(Buffer.alloc(0))).toString()
      const challenge = change(new ScramServer('sha1', 'grace', 'x').challenge(first))
      await expect(client.step(Buffer.from(challenge))).rejects.toMatchObject({ kind: 'auth' })
    }
  })
})

/**
 * RFC 7677, section 3: checks the stand-in's side against the published exchange, so that our two sides cannot agree on
 * an error.
 */
it('matches the published example of SCRAM-SHA-256 in the stand-in', () => {
  const fixed = { salt: 'W22ZaJ0SNY7soEsUEjb6gQ==', nonce: '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0' }
  const server = new ScramServer('sha256', 'user', 'pencil', fixed)
  expect(server.challenge('n,,n=user,r=rOprNGfwEbeRWgbNEkqO')).toBe(
    'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  )
  const proof =
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ='
  expect(server.prove(proof)).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')
})

describe('TLS', () => {
  it('reports TLS as its own stage, and uses it for the session', async () => {
    const { config } = await start({ credentials: credentials('good') })
    const connection = await open({ ...config, host: 'localhost', tls: 'verify', tls_ca: authority })
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    expect(report.engine).toBe('MongoDB BI Connector 5.7.12 mongosqld v2.14.4')
  })

  const refused: [title: string, certificate: string, settings: ConnectionConfig][] = [
    ['of an unknown authority', 'good', { tls: 'verify' }],
    ['for another host', 'good', { tls: 'verify', tls_ca: authority, host: '127.0.0.1' }],
    ['that expired', 'expired', { tls: 'verify', tls_ca: authority }],
  ]
  it.each(refused)('refuses a certificate %s', async (_title, certificate, settings) => {
    const { config } = await start({ credentials: credentials(certificate) })
    const error = await failureOf(() => mongodbDriver.connect({ ...config, host: 'localhost', ...settings }))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
  })
})

describe('a session', () => {
  it('reads 60,000 rows no faster than requested', async () => {
    const { config, sessions } = await start()
    const connection = await open(config)
    const sent = () => Math.max(...[...sessions.values()].map((session) => session.rowsSent))
    const sql = "SELECT n, REPEAT('.', 400) AS dots FROM series.numbers LIMIT 60000"
    const { sentUnread, read } = await readSlowly(connection, sql, sent)
    expect(sentUnread).toBeLessThan(50_000)
    expect(read).toBe(60_000)
  })

  it('cancels a query over another session with KILL QUERY', async () => {
    const { config, sessions } = await start()
    const connection = await open(config)
    const controller = new AbortController()
    const sql = 'SELECT COUNT(*) FROM series.numbers'
    const running = failureOf(() => readAll(connection, sql, [], { ...unlimited, signal: controller.signal }))
    const busy = () => [...sessions.values()].find((session) => session.isRunning)
    await expect.poll(busy).toBeDefined()
    const session = busy()
    const queries = [...sessions.values()].map((one) => one.queries)
    controller.abort()
    expect((await running).kind).toBe('cancelled')
    await expect.poll(() => session?.isRunning).toBe(false)
    expect(queries.flat()).not.toContain(`KILL QUERY ${session?.id}`)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('fails when the connector ends the session in mid-stream, and reconnects for the next query', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    const error = await failureOf(async () => {
      const result = await connection.query('SELECT n, dots FROM series.numbers LIMIT 10000000', [], unlimited)
      for await (const _ of result.batches) standIn.cut()
    })
    expect(error.kind).toBe('unreachable')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

it('lists the catalogue of the database, with comments and without estimates', async () => {
  const { config } = await start()
  const tables = new Map((await collect((await open(config)).introspect())).map((table) => [table.name, table]))
  expect(tables.has('elsewhere')).toBe(false)
  expect(tables.get('customers')).toMatchObject({ rowEstimate: null, schema: 'shop' })
  expect(tables.get('customers')?.columns[2]).toMatchObject({ comment: 'As on the invoice', dataType: 'varchar(100)' })
})

describe('R05 R07 recognizing a single query', () => {
  const bound: [sql: string, params: (string | number | boolean | null)[], text: string][] = [
    ['SELECT ? AS a', ["it's \\ fine"], "SELECT 'it''s \\\\ fine' AS a"],
    ['SELECT \'?\', "?", `?`, ?', [null], 'SELECT \'?\', "?", `?`, NULL'],
    ['SELECT /* ? */ ? -- ?', [true], 'SELECT   TRUE  '],
    ["SELECT 'a\\'?' , ?", [1.5], "SELECT 'a\\'?' , 1.5"],
    ['(SELECT 1);', [], '(SELECT 1);'],
  ]
  it.each(bound)('writes the values into %s', (sql, params, text) => {
    expect(boundQuery(sql, params)).toBe(text)
  })

  it.each(['SELECT 1; SELECT 2', 'DELETE FROM t', '`SELECT` 1', "SELECT '' ; DROP TABLE t", 'SELECT 1 INTO @x', ''])(
    'refuses %s',
    (sql) => {
      expect(() => boundQuery(sql, [])).toThrow(/^Only a single SELECT can run|empty/)
    },
  )

  it('refuses values that do not match the number of placeholders', () => {
    expect(() => boundQuery('SELECT ?', [])).toThrow(/number of placeholders/)
    expect(() => boundQuery("SELECT '?'", [1])).toThrow(/number of placeholders/)
  })
})
