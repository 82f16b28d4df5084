import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { openContext } from '../../context/open-context.ts'
import { backedUp, backupMoment, copiedBackup, freshName, placeOrSkip } from '../../testing/backed-up.ts'
import { programFlags } from '../../testing/program-flags.ts'
import { createTestAppOver } from '../../testing/test-app.ts'
import { openTestStore } from '../../testing/test-store.ts'
import type { TestPlace } from '../../testing/test-store.ts'
import { readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreMark, restoreMarkOf } from './unfinished-restore.ts'
import { writeBackup } from './write-backup.ts'

function skipTest(reason: string): never {
  throw new Error(reason)
}
const sqlite = () => placeOrSkip('sqlite', skipTest)

/** An installation whose data folder remains until the place is removed. */
async function installation(): Promise<TestPlace> {
  const place = await sqlite()
  const store = await openTestStore(place)
  const app = await createTestAppOver(store)
  await app.app.close()
  await store.store.close()
  return place
}

/** Runs a command in its own process, as an unprivileged user if this one is root. */
function spawnCommand(name: 'backup' | 'restore', folder: string, dataDir: string, ids: { uid?: number } = {}) {
  const script = join(import.meta.dirname, `../../cli/${name}.ts`)
  return spawn(process.execPath, [...programFlags, script, folder], {
    env: { PARLANCE_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...ids,
  })
}

async function command(name: 'backup' | 'restore', folder: string, dataDir: string) {
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of ['.', ...readdirSync(dataDir)]) chownSync(join(dataDir, path), nobody, nobody)
  const child = spawnCommand(name, folder, dataDir, isRoot ? { uid: nobody } : {})
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors }
}

const nobody = 65_534

const start = ({ dataDir }: TestPlace) =>
  openContext(loadConfig({ PARLANCE_DATA_DIR: dataDir }), pino({ level: 'silent' }))

describe('a backup', () => {
  test('a backup in the data folder leaves out the other backups there, complete or not', async () => {
    const place = await installation()
    const sizes: number[] = []
    for (const name of ['one', 'two', 'three']) {
      sizes.push((await writeBackup(place, join(place.dataDir, 'backups', name), backupMoment)).files)
    }
    mkdirSync(join(place.dataDir, 'backups/four'))
    writeFileSync(join(place.dataDir, 'backups/four/backup.unfinished'), '')
    writeFileSync(join(place.dataDir, 'backups/four/keys.json'), '{}')
    sizes.push((await writeBackup(place, join(place.dataDir, 'backups/five'), backupMoment)).files)
    expect(new Set(sizes).size).toBe(1)
    await place.remove()
  })

  test('reports unreadable files on one line and leaves nothing behind, then succeeds once it may read them', async () => {
    const place = await installation()
    const dark = join(place.dataDir, 'databases')
    mkdirSync(dark)
    writeFileSync(join(dark, 'secret.txt'), 'x')
    chmodSync(dark, 0)
    const target = join(place.dataDir, 'backups/one')
    const { code, errors } = await command('backup', target, place.dataDir)
    expect([code, errors]).toEqual([
      1,
      `No permission to copy ${dark}. Run the backup as the same user as the server.\n`,
    ])
    expect(readdirSync(target)).toEqual([])
    chmodSync(dark, 0o700)
    expect((await writeBackup(place, target, backupMoment)).files).toBe(2)
    await place.remove()
  })

  test('does not follow links, but lists them', async () => {
    const place = await installation()
    symlinkSync('/etc/passwd', join(place.dataDir, 'link'))
    expect(await writeBackup(place, freshName(), backupMoment)).toMatchObject({ files: 1, skipped: ['link'] })
    await place.remove()
  })
})

/** The states in which a restore can die, made from a complete one. */
const states: Record<string, (place: TestPlace) => void> = {
  'with every row and file, before its end was noted': () => undefined,
  'with every row, before the keys': ({ dataDir }) => rmSync(join(dataDir, 'keys.json')),
  'with files, before any row': ({ dataDir }) => {
    for (const name of readdirSync(dataDir)) {
      if (/^(parlance\.sqlite|keys\.json)/.test(name)) rmSync(join(dataDir, name))
    }
  },
}

/** The signal may have come after the last file. */
async function restoreUnlessWhole(target: string, place: TestPlace): Promise<void> {
  const isWhole = existsSync(join(place.dataDir, 'keys.json')) && !existsSync(join(place.dataDir, restoreMark))
  if (!isWhole) await restoreBackup(target, place)
}

describe('a restore that was killed', () => {
  test.each(Object.keys(states))(
    'a restore killed %s: no server starts on it, and it can be run again',
    async (state) => {
      const { target, summary, fingerprint } = await copiedBackup()
      const place = await sqlite()
      await restoreBackup(target, place)
      restoreMarkOf(place.dataDir, readManifest(target)).set()
      states[state]?.(place)
      await expect(start(place)).rejects.toThrow(
        /^A restore into .* did not finish\. Run it again, or empty the folder\.$/,
      )
      expect(await restoreBackup(target, place)).toEqual({ rows: summary.rows, files: summary.files })
      const { keys, store } = await start(place)
      expect(keys.fingerprint).toBe(fingerprint)
      expect((await store.db.selectFrom('users').select('id').execute()).length).toBe(1)
      await store.close()
      await place.remove()
    },
  )

  test('can be run again after SIGKILL at any moment', async () => {
    const { target } = await copiedBackup()
    for (const moment of [restoreMark, 'databases', 'keys.json.tmp']) {
      const place = await sqlite()
      const child = spawnCommand('restore', target, place.dataDir)
      const watcher = watch(place.dataDir, (_event, name) => {
        if (name === moment) child.kill('SIGKILL')
      })
      await once(child, 'close')
      watcher.close()
      await restoreUnlessWhole(target, place)
      const { store } = await start(place)
      expect((await store.db.selectFrom('users').select('id').execute()).length).toBe(1)
      await store.close()
      await place.remove()
    }
  })

  test('a killed restore of one backup cannot be continued from another', async () => {
    const [first, second] = [await copiedBackup(), await backedUp(await sqlite())]
    const place = await sqlite()
    await restoreBackup(first.target, place)
    restoreMarkOf(place.dataDir, readManifest(first.target)).set()
    await expect(restoreBackup(second.target, place)).rejects.toThrow(/There is already an installation in/)
    await restoreBackup(first.target, place)
    await place.remove()
  })

  test('refuses a manifest with paths outside the data folder', async () => {
    const { target } = await copiedBackup()
    const path = join(target, 'backup.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    for (const bad of ['data/../store/users.ndjson.gz', '/etc/passwd', 'data\\..\\x']) {
      const files = [...manifest.files, { path: bad, sha256: '', bytes: 0 }]
      writeFileSync(path, JSON.stringify({ ...manifest, files }))
      await expect(restoreBackup(target, await sqlite())).rejects.toThrow(/This version cannot read the backup/)
    }
  })
})
