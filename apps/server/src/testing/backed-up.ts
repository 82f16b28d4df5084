import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBackup } from '../store/backup/write-backup.ts'
import type { BackupSummary } from '../store/backup/write-backup.ts'
import { createTestAppOver } from './test-app.ts'
import { createTestPlace, openTestStore } from './test-store.ts'
import type { StoreDialect, TestPlace } from './test-store.ts'

export const backupMoment = new Date('2026-11-21T12:00:00.000Z')

const folder = mkdtempSync(join(tmpdir(), 'parlance-backup-'))
let count = 0

/** The name of a folder that doesn't exist. */
export const freshName = (): string => join(folder, `backup-${(count += 1)}`)

export async function placeOrSkip(dialect: StoreDialect, skip: (reason: string) => never): Promise<TestPlace> {
  const place = await createTestPlace(dialect)
  return 'skip' in place ? skip(place.skip) : place
}

export interface BackedUp {
  target: string
  summary: BackupSummary
  email: string
  fingerprint: string
}

/** An installation with an account, a license, the sample database, and a file, backed up during writes. */
export async function backedUp(place: TestPlace): Promise<BackedUp> {
  const store = await openTestStore(place)
  const app = await createTestAppOver(store, { sample: true })
  const admin = await app.signIn('ADMIN')
  mkdirSync(join(store.dataDir, 'databases'), { recursive: true })
  writeFileSync(join(store.dataDir, 'databases/notes.txt'), 'kept')
  const target = freshName()
  let isDone = false
  const writing = (async () => {
    while (!isDone) {
      await app.services.audit.record({ action: 'user.login', outcome: 'allowed', userId: admin.user.id })
      await new Promise((settle) => setImmediate(settle))
    }
  })()
  const summary = await writeBackup(store, target, backupMoment)
  isDone = true
  await writing
  const { fingerprint } = app.context.keys
  await app.app.close()
  await store.close()
  return { target, summary, email: admin.user.email, fingerprint }
}

let whole: Promise<BackedUp> | null = null

/** A copy, which the test may change, of a backup from SQLite that is made once per process. */
export async function copiedBackup(): Promise<BackedUp> {
  whole ??= placeOrSkip('sqlite', (reason) => {
    throw new Error(reason)
  }).then(backedUp)
  const made = await whole
  const target = freshName()
  cpSync(made.target, target, { recursive: true })
  return { ...made, target }
}
