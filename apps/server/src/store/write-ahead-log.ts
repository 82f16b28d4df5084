import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { fileErrorCode } from '../lib/file-errors.ts'

/**
 * The write-ahead log of a SQLite database. Commits write to it, and `sync` brings them to the disk without blocking this
 * process.
 */
export class WriteAheadLog {
  readonly #path: string
  #file: Promise<FileHandle> | null = null
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null

  /** @param database the path of the database file */
  constructor(database: string) {
    this.#path = `${database}-wal`
  }

  /** Resolves when everything that was committed before this call is on the disk. Concurrent commits share one sync. */
  sync(): Promise<void> {
    if (this.#running === null) return this.#start()
    // The running sync may have begun before the latest commit.
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        return this.#start()
      })
    return this.#next
  }

  /** Call it before the database is closed, which removes the file. */
  async close(): Promise<void> {
    await (await this.#file)?.close()
    this.#file = null
  }

  #start(): Promise<void> {
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }

  async #write(): Promise<void> {
    this.#file ??= open(this.#path, constants.O_RDWR)
    try {
      await (await this.#file).datasync()
    } catch (error) {
      this.#file = null
      // SQLite creates the log with the first change.
      if (fileErrorCode(error) !== 'ENOENT') throw error
    }
  }
}
