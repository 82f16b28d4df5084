import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { kindDialects, toWire } from '@parlance/contract'
import type { AgentEventBody, Catalogue, DatabaseKind, TurnEvent } from '@parlance/contract'
import { driverFor, type Connection } from '@parlance/drivers'
import type { AgentTurn, Responder, TurnMemory } from '../agent/contract.ts'
import { prepareTurn, type AgentEnvironment } from '../agent/prepare-turn.ts'
import { runTurn, type TurnEnd } from '../agent/turn.ts'
import { createValueLookup } from '../agent/value-lookup.ts'
import { loadConfig } from '../config/config.ts'
import { sharedParsers } from './shared-parsers.ts'
import type { QueryEnvironment, QueryLogEntry, QueryScope } from '../door/contract.ts'
import { createQueryDoor } from '../door/run-query.ts'
import type { Principal } from '../http/principal.ts'

export const testPrincipal: Principal = {
  userId: 'u1',
  email: 'ada@example.test',
  username: 'ada',
  role: 'GENERAL',
  tenantId: null,
  tenantName: null,
  deptId: null,
  attributes: {},
  limits: null,
}

/** A small shop in a SQLite file, queried through the real door; no store. */
export interface FileWorld {
  environment: QueryEnvironment
  door: ReturnType<typeof createQueryDoor>
  /** Entries of the audit log. */
  audited: QueryLogEntry[]
  scope: QueryScope
  path: string
  ask(question: string, responder: Responder, options?: AskOptions): Promise<{ events: TurnEvent[]; end: TurnEnd }>
  close(): Promise<void>
}

export interface AskOptions {
  history?: TurnMemory[]
  shareData?: boolean
  signal?: AbortSignal
  onEvent?: (event: TurnEvent) => void
  /** Data from areas and examples; defaults to none. */
  agent?: Partial<AgentEnvironment>
  principal?: Principal
  files?: AgentTurn['files']
}

export const shopSchema = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, city TEXT);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_on DATE, total REAL);
  INSERT INTO customers VALUES (1, 'Ana', 'ana@example.test', 'Lisbon'), (2, 'Ben', 'ben@example.test', 'Oslo'), (3, 'Cem', NULL, 'Lisbon');
  INSERT INTO orders VALUES (1, 1, '2026-01-05', 1200.5), (2, 1, '2026-02-06', 34.06), (3, 2, '2026-02-07', 800), (4, 3, '2026-03-08', 465.44);
`

export async function createFileWorld(schema: string = shopSchema): Promise<FileWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-turn-'))
  const path = join(folder, 'shop.sqlite')
  const file = new DatabaseSync(path)
  file.exec(schema)
  file.close()
  const connection = await (await driverFor('sqlite')).connect({ database: path })
  const world = await createTurnWorld(connection, 'sqlite')
  return {
    ...world,
    path,
    close: async () => {
      await connection.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A database queried through the real door; no store. The connection isn't closed with it. */
export async function createTurnWorld(
  connection: Connection,
  kind: DatabaseKind,
): Promise<Omit<FileWorld, 'path' | 'close'>> {
  const dialect = kindDialects[kind]
  const tables = await Array.fromAsync(connection.introspect())
  const catalogue: Catalogue = { dialect, defaultSchema: tables[0]?.schema ?? null, tables }
  const audited: QueryLogEntry[] = []
  const scope: QueryScope = { areaId: null, allowedTables: null, policies: null }
  const environment: QueryEnvironment = {
    authorize: async () => undefined,
    open: async () => ({ connection, kind, dialect, release: () => undefined }),
    catalogueOf: async () => catalogue,
    scopeOf: async () => scope,
    audit: async (entry) => void audited.push(entry),
    parse: sharedParsers.parse,
    limits: loadConfig({}).limits,
    now: () => new Date('2026-11-21T10:00:00Z'),
  }
  const door = createQueryDoor(environment)
  return {
    environment,
    door,
    audited,
    scope,
    ask: (question, responder, options) => ask({ environment, door, question, responder, ...options }),
  }
}

interface Asked extends AskOptions {
  environment: QueryEnvironment
  door: FileWorld['door']
  question: string
  responder: Responder
}

async function ask({ environment, door, question, responder, ...options }: Asked) {
  const events: TurnEvent[] = []
  const channel = {
    emit: (body: AgentEventBody) => {
      const seq = events.length + 1
      const event = toWire(body, { id: `e${seq}`, turnId: 't1', seq, timestamp: '2026-11-21T10:00:00Z' })
      events.push(event)
      options.onEvent?.(event)
    },
    signal: options.signal ?? new AbortController().signal,
  }
  const agentEnvironment = {
    ...environment,
    door,
    lookUpValues: createValueLookup(),
    warmParsers: () => undefined,
    databaseName: async () => 'Shop',
    sharesData: async () => options.shareData ?? true,
    responder: async () => responder,
    ...options.agent,
  }
  const asked = {
    question,
    principal: options.principal ?? testPrincipal,
    connectionId: 'c1',
    areaId: null,
    history: options.history ?? [],
    files: options.files,
  }
  const end = await runTurn(channel, () => prepareTurn(agentEnvironment, asked, channel))
  return { events, end }
}

/** The text of an event's parts. */
export function textOf(event: Pick<TurnEvent, 'content'> | undefined): string {
  return (event?.content?.parts ?? []).map((part) => ('text' in part ? part.text : '')).join('')
}
