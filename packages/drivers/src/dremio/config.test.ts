import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { dremioManifest } from './manifest.ts'

const form = {
  driver_type: 'flight',
  host: 'dremio.example.com',
  port: 32_010,
  database: 'DREMIO',
  username: 'reader',
  password: 'secret',
}

describe('the form of Dremio', () => {
  it('AC-348 AC-349 AC-358 has the documented options and defaults', () => {
    const fields = new Map(dremioManifest.fields.map((field) => [field.name, field]))
    expect(fields.get('driver_type')?.options?.map(({ value }) => value)).toEqual(['flight', 'jdbc', 'odbc'])
    expect(fields.get('driver_type')?.required).toBe(true)
    expect(fields.get('driver')?.requiredWhen).toEqual({ field: 'driver_type', is: ['odbc'] })
    expect(readConfig(form)).toMatchObject({
      driver: 'Dremio ODBC Driver',
      disable_tls: false,
      use_direct_flight: false,
      tls_ca: null,
    })
  })

  it('AC-336 AC-337 sets port 32010 for Arrow Flight and 31010 for the other types', () => {
    const { sets } = dremioManifest.fields[0] ?? {}
    expect(sets).toEqual({ flight: { port: 32_010 }, jdbc: { port: 31_010 }, odbc: { port: 31_010 } })
    expect(dremioManifest.defaultPort).toBe(31_010)
  })

  it('serves JDBC over Arrow Flight, replaces the old protocol’s port with Flight’s, and says so', () => {
    expect(readConfig({ ...form, driver_type: 'jdbc', port: 31_010 })).toMatchObject({ type: 'flight', port: 32_010 })
    expect(readConfig({ ...form, driver_type: 'jdbc', port: 443 })).toMatchObject({ type: 'flight', port: 443 })
    expect(readConfig({ ...form, port: 31_010 })).toMatchObject({ type: 'flight', port: 31_010 })
    expect(dremioManifest.fields[0]?.hint).toMatch(/JDBC .* uses Arrow Flight/)
  })

  const paths: [database: string, schema: string | null, path: string | null, defaultSchema: string | null][] = [
    ['DREMIO', null, null, null],
    ['dremio', 'Sales.europe', 'Sales.europe', 'Sales.europe'],
    ['Sales', null, 'Sales', null],
    ['Sales', 'europe', 'Sales.europe', 'Sales.europe'],
    ['Sales', 'sales.europe', 'sales.europe', 'sales.europe'],
    ['Sales', 'Sales', 'Sales', 'Sales'],
    ['Sales', 'Salesmen', 'Sales.Salesmen', 'Sales.Salesmen'],
  ]
  it.each(paths)('joins the database %s and the schema %s', (database, schema_name, path, defaultSchema) => {
    expect(readConfig({ ...form, database, schema_name })).toMatchObject({ path, defaultSchema })
  })
})
