import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DatabaseKind } from '@parlance/contract'
import type { ConnectionConfig } from '@parlance/drivers'
import { openRealServer } from '@parlance/drivers/testing'

/** A database for benchmarks, with its engine's bare client next to the driver. */
export interface BenchDatabase {
  kind: DatabaseKind
  config: ConnectionConfig
  run: (sql: string) => Promise<void>
  /** Returns the rows of one query with the bare client, as arrays. */
  read: (sql: string) => Promise<unknown[]>
  close: () => Promise<void>
}

export type BenchKind = 'sqlite' | 'postgresql' | 'mysql'
export const benchKinds: BenchKind[] = ['sqlite', 'postgresql', 'mysql']

/** @throws when there is no server of the kind, with the reason */
export async function openBenchDatabase(kind: BenchKind): Promise<BenchDatabase> {
  return kind === 'sqlite' ? openSqlite() : await openServer(kind)
}

function openSqlite(): BenchDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const path = join(folder, 'bench.db')
  const db = new DatabaseSync(path)
  return {
    kind: 'sqlite',
    config: { database: path },
    run: async (sql) => db.exec(sql),
    read: async (sql) => {
      const statement = db.prepare(sql)
      statement.setReturnArrays(true)
      return statement.all()
    },
    close: async () => {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openServer(kind: 'postgresql' | 'mysql'): Promise<BenchDatabase> {
  const server = await openRealServer(kind)
  if ('skip' in server) throw new Error(server.skip)
  const { config, run, read } = server
  return { kind, config, run, read, close: server.stop }
}
