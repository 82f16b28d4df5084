import { backup, DatabaseSync } from 'node:sqlite'

/** Copies a database that may be written to meanwhile: SQLite's own way gives one state of it. */
export async function copySqlite(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 15_000 })
  try {
    await backup(database, target)
  } finally {
    database.close()
  }
}
