import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateRows, type SampleRow } from './generate.ts'
import { indexSql, schemaSql } from './schema.ts'

/**
 * Creates the sample shop as a SQLite file: two years of orders that end at `today` (`YYYY-MM-DD`), always the same for
 * the same day. The file appears at `path` complete or not at all, and replaces an existing one.
 * @throws Error of the file system if the folder cannot be written
 */
export async function createSampleDatabase(
  path: string,
  options: { today: string },
): Promise<{ tableCount: number; rowCount: number }> {
  const rows = generateRows(options.today)
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    writeDatabase(temporary, rows)
    await flush(temporary)
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  const tables = Object.values(rows)
  return { tableCount: tables.length, rowCount: tables.reduce((sum, table) => sum + table.length, 0) }
}

function writeDatabase(path: string, tables: Record<string, SampleRow[]>): void {
  const db = new DatabaseSync(path)
  try {
    // A crash leaves only a temporary file behind, so no journal is needed.
    db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; ${schemaSql}`)
    for (const [table, rows] of Object.entries(tables)) {
      const width = rows[0]?.length ?? 0
      const insert = db.prepare(`INSERT INTO ${table} VALUES (${Array(width).fill('?').join(', ')})`)
      for (const row of rows) insert.run(...row)
    }
    db.exec(`COMMIT; ${indexSql}`)
  } finally {
    db.close()
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
