import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { createLog } from '../http/request-log.ts'
import { keysPath } from '../secrets/keys.ts'
import { openContext } from './open-context.ts'
import { createTestPlace, describeStores } from '../testing/test-store.ts'

const open = (dataDir: string, databaseUrl: string | null) =>
  openContext(loadConfig({ PARLANCE_DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }), createLog('silent'))

describeStores('a context', (current) => {
  test('a store does not open without its keys, or with other ones', async () => {
    const { dataDir, databaseUrl } = current()
    const first = await open(dataDir, databaseUrl)
    await first.store.close()
    const again = await open(dataDir, databaseUrl)
    expect(again.keys.fingerprint).toBe(first.keys.fingerprint)
    await again.store.close()
    rmSync(keysPath(dataDir))
    await expect(open(dataDir, databaseUrl)).rejects.toThrow(
      /The keys of this installation are missing .* Restore keys\.json/,
    )
  })

  test('two concurrent first starts agree on one set of keys', async () => {
    const { dataDir, databaseUrl } = current()
    const contexts = await Promise.all([open(dataDir, databaseUrl), open(dataDir, databaseUrl)])
    expect(contexts[0].keys.fingerprint).toBe(contexts[1].keys.fingerprint)
    await Promise.all(contexts.map(({ store }) => store.close()))
  })
})

test('asks for the keys if a second process uses the same PostgreSQL with its own data folder', async (context) => {
  const place = await createTestPlace('postgresql')
  if ('skip' in place) return context.skip(place.skip)
  const first = await open(place.dataDir, place.databaseUrl)
  const other = mkdtempSync(join(tmpdir(), 'parlance-other-'))
  await expect(open(other, place.databaseUrl)).rejects.toThrow(/Restore keys\.json/)
  rmSync(other, { recursive: true })
  await first.store.close()
  await place.remove()
})
