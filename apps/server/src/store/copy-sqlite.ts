import { backup, DatabaseSync } from 'node:sqlite'

/** Copies a database that may change during the copy; SQLite's backup API yields one consistent state. */
export async function copySqlite(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 15_000 })
  try {
    await backup(database, target)
  } finally {
    database.close()
  }
}
