import { linkSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driverFor, manifests } from './registry.ts'
import { placeOf } from './place.ts'

const postgresql = manifests.find(({ kind }) => kind === 'postgresql')!
const config = { host: 'db.example.com', port: 5432, database: 'shop', username: 'ann', password: 'x' }

describe('the place of a database', () => {
  it('R24 gives the same place for other accounts, options, and spellings of the host', () => {
    const place = placeOf(postgresql, config)
    expect(placeOf(postgresql, { ...config, username: 'bob', tls: 'verify', schema_name: 'sales' })).toBe(place)
    expect(placeOf(postgresql, { ...config, host: ' DB.Example.com. ' })).toBe(place)
    const local = placeOf(postgresql, { ...config, host: 'localhost' })
    for (const host of ['127.0.0.1', '::1', '[::1]', 'LOCALHOST']) {
      expect(placeOf(postgresql, { ...config, host })).toBe(local)
    }
  })

  it('gives another place for another host, port, or database', () => {
    const places = [
      config,
      { ...config, host: 'b.example.com' },
      { ...config, port: 5433 },
      { ...config, database: 'x' },
    ]
    expect(new Set(places.map((each) => placeOf(postgresql, each))).size).toBe(4)
  })

  it('is made of required fields, unless only the engine knows the place', () => {
    for (const manifest of manifests) {
      const known = manifest.fields.map(({ name }) => name)
      expect(known).toEqual(expect.arrayContaining(manifest.placeFields))
      expect([manifest.kind, manifest.placeFields.length > 0]).toEqual([manifest.kind, manifest.kind !== 'sqlite'])
    }
  })
})

describe('the identity of a SQLite file', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parlance-place-'))
    const database = new DatabaseSync(join(folder, 'shop.sqlite'))
    database.exec('create table t (a)')
    database.close()
    symlinkSync(join(folder, 'shop.sqlite'), join(folder, 'link.sqlite'))
    linkSync(join(folder, 'shop.sqlite'), join(folder, 'hard.sqlite'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('R24 identifies a file through symbolic links and hard links', async () => {
    const driver = await driverFor('sqlite')
    const identities = await Promise.all(
      ['shop', 'link', 'hard'].map(async (name) => {
        const connection = await driver.connect({ database: join(folder, `${name}.sqlite`) })
        const found = await connection.identify!()
        await connection.close()
        return found
      }),
    )
    const [shop, link, hard] = identities
    expect(link).toEqual(shop)
    expect(shop!.some((each) => hard!.includes(each))).toBe(true)
  })
})
