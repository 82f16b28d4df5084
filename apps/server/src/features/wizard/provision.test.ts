import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'
import { ensureSampleAtStart, samplePath } from './provision.ts'

describeStores('the sample database at startup', (current) => {
  test('creates the sample once in concurrent first starts: one application, one connection, one complete file', async () => {
    const app = await createTestAppOver(current())
    await Promise.all([1, 2, 3].map(() => ensureSampleAtStart(app.context, app.services)))
    const { db } = app.context.store
    expect(await db.selectFrom('connections').select(['name', 'is_valid', 'table_count']).execute()).toEqual([
      { name: 'Sample Shop', is_valid: 1, table_count: 6 },
    ])
    expect(await db.selectFrom('applications').select('name').execute()).toEqual([{ name: 'Sample Shop' }])
    await app.app.close()
  })
})

describeOneStore('the sample database at later starts', (current) => {
  test('leaves a complete sample unchanged, however old its dates are', async () => {
    const app = await createTestAppOver(current(), { sample: true })
    const path = samplePath(app.context.config.dataDir)
    const before = statSync(path)
    app.advance(60 * 24 * 60 * 60 * 1000)
    await ensureSampleAtStart(app.context, app.services)
    expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([before.ino, before.mtimeMs])
    await app.app.close()
  })

  test('does not restore the sample after an administrator removed it', async () => {
    const app = await createTestAppOver(current(), { sample: true })
    await app.context.store.db.deleteFrom('connections').execute()
    await ensureSampleAtStart(app.context, app.services)
    expect(await app.context.store.db.selectFrom('connections').select('id').execute()).toEqual([])
    await app.app.close()
  })

  test('completes the sample at the next start after a crash between its steps', async () => {
    const app = await createTestAppOver(current(), { sample: true })
    const { db } = app.context.store
    const path = samplePath(app.context.config.dataDir)
    await db.updateTable('connections').set({ is_valid: 0, last_tested: null }).execute()
    await ensureSampleAtStart(app.context, app.services)
    await db.deleteFrom('connections').execute()
    await db.deleteFrom('settings').execute()
    renameSync(path, `${path}.gone`)
    writeFileSync(`${path}.leftover.tmp`, 'half a file')
    await ensureSampleAtStart(app.context, app.services)
    const rows = await db.selectFrom('connections').select(['name', 'is_valid', 'table_count']).execute()
    expect(rows).toEqual([{ name: 'Sample Shop', is_valid: 1, table_count: 6 }])
    await app.app.close()
  })
})

test('creates the sample again if its file is gone, and finds it again if the folder was moved', async () => {
  const app = await createTestApp({ sample: true })
  const { db } = app.context.store
  const path = samplePath(app.context.config.dataDir)
  rmSync(path)
  await ensureSampleAtStart(app.context, app.services)
  expect(statSync(path).size).toBeGreaterThan(100_000)
  const elsewhere = `${app.context.config.dataDir}/old-place.sqlite`
  await db
    .updateTable('connections')
    .set({ config: JSON.stringify({ database: elsewhere }) })
    .execute()
  await ensureSampleAtStart(app.context, app.services)
  const row = await db.selectFrom('connections').select(['config', 'is_valid']).executeTakeFirstOrThrow()
  expect(row).toEqual({ config: JSON.stringify({ database: path }), is_valid: 1 })
  await app.close()
})
