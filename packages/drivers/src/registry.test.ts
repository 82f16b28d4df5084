import { databaseKinds } from '@parlance/contract'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { driverFor, manifests } from './registry.ts'

const byKind = new Map(manifests.map((manifest) => [manifest.kind, manifest]))

describe('the registry', () => {
  it('lists every kind once, with its driver', async () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([...databaseKinds])
    for (const manifest of manifests) expect((await driverFor(manifest.kind)).manifest).toBe(manifest)
  })

  it.each(databaseKinds)('runs the conformance suite on %s, which has a page of documentation', (kind) => {
    const tests = readFileSync(join(import.meta.dirname, kind, 'driver.test.ts'), 'utf8')
    expect(tests).toContain('describeDriver(')
    expect(existsSync(join(import.meta.dirname, `../../../docs/databases/${kind}.md`))).toBe(true)
  })

  it('loads no client library before a driver is used', () => {
    const registry = new URL('./registry.ts', import.meta.url).href
    const script = `
      import { createRequire } from 'node:module'
      const { cache } = createRequire(import.meta.url)
      const clients = () => Object.keys(cache).filter((path) => /node_modules.(pg|mysql2)./.test(path)).length
      const { driverFor } = await import(${JSON.stringify(registry)})
      const before = clients()
      await driverFor('postgresql')
      console.log(before, clients() > 0)`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(output.trim()).toBe('0 true')
  })

  it('AC-334 names all kinds as the product shows them', () => {
    expect(manifests.map(({ name }) => name)).toEqual([
      'PostgreSQL',
      'MySQL',
      'SQL Server',
      'Oracle',
      'SQLite',
      'Snowflake',
      'BigQuery',
      'Dremio',
      'MongoDB',
      'SAP HANA',
      'Google Sheets',
    ])
  })

  it('AC-336 has the default ports', () => {
    const ports = Object.fromEntries(manifests.map(({ kind, defaultPort }) => [kind, defaultPort]))
    expect(ports).toEqual({
      postgresql: 5432,
      mysql: 3306,
      oracle: 1521,
      sqlserver: 1433,
      dremio: 31_010,
      mongodb: 27_017,
      hana: 30_015,
      sqlite: null,
      snowflake: null,
      bigquery: null,
      googlesheets: null,
    })
  })
})

describe('every manifest', () => {
  const kinds = manifests

  it('AC-339 marks only passwords as secret', () => {
    for (const { fields } of kinds) {
      for (const field of fields) expect([field.name, field.secret]).toEqual([field.name, field.input === 'password'])
    }
  })

  it.each(kinds)('R14 $name accepts only the fields of its form', ({ fields, configSchema }) => {
    const text = { text: 'x', textarea: 'x', password: 'secret', file: './x' }
    const examples = { ...text, number: 5, checkbox: true, select: '', radio: '' }
    const config = Object.fromEntries(
      fields.map((field) => [field.name, field.options?.[0]?.value ?? examples[field.input]]),
    )
    expect(configSchema.parse(config)).toMatchObject(config)
    expect(configSchema.safeParse({ ...config, options: '-c x' }).success).toBe(false)
    for (const field of fields.filter((one) => one.required)) {
      const { success } = configSchema.safeParse({ ...config, [field.name]: undefined })
      expect([field.name, success]).toEqual([field.name, false])
    }
  })

  it('R14 refuses hosts that a client library would interpret as something else', () => {
    const schema = byKind.get('postgresql')?.configSchema
    const config = { host: 'db.example.com', port: 5432, database: 'd', username: 'u', password: 'p' }
    expect(schema?.safeParse(config).success).toBe(true)
    for (const host of ['/var/run/postgresql', 'a b', 'x?y=1', 'user@host', 'http://host', '-h', '']) {
      expect([host, schema?.safeParse({ ...config, host }).success]).toEqual([host, false])
    }
  })
})
