import { join } from 'node:path'
import type { DatabaseType } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const recorded = join(import.meta.dirname, '../../../../../packages/contract/src/testing/database-types.generated.json')

let app: TestApp
let types: DatabaseType[]
const fieldOf = (kind: string, name: string) =>
  types.find((type) => type.db_type === kind)?.fields.find((field) => field.name === name)

beforeAll(async () => {
  app = await createTestApp()
  const { headers } = await app.signIn('GENERAL')
  types = (await app.app.inject({ url: '/api/v1/database-management/types', headers })).json()
})
afterAll(() => app.close())

describe('GET /api/v1/database-management/types', () => {
  test('AC-334 AC-336 returns the eleven kinds in the documented order with names and default ports', () => {
    expect(types.map((type) => [type.db_type, type.name, type.default_port])).toEqual([
      ['postgresql', 'PostgreSQL', 5432],
      ['mysql', 'MySQL', 3306],
      ['sqlserver', 'SQL Server', 1433],
      ['oracle', 'Oracle', 1521],
      ['sqlite', 'SQLite', null],
      ['snowflake', 'Snowflake', null],
      ['bigquery', 'BigQuery', null],
      ['dremio', 'Dremio', 31_010],
      ['mongodb', 'MongoDB', 27_017],
      ['hana', 'SAP HANA', 30_015],
      ['googlesheets', 'Google Sheets', null],
    ])
  })

  test('AC-341 AC-346 AC-348 returns the fields of Google Sheets, Oracle and Dremio', () => {
    const namesOf = (kind: string) => types.find((type) => type.db_type === kind)?.fields.map((field) => field.name)
    expect(namesOf('googlesheets')).toEqual(
      expect.arrayContaining([
        'spreadsheet_id',
        'credentials_path',
        'auth_type',
        'sync_on_connect',
        'auto_sync_interval',
      ]),
    )
    expect(namesOf('oracle')).toEqual(
      expect.arrayContaining(['service_name', 'sid', 'use_thick_mode', 'disable_oob', 'oracle_client_lib_dir']),
    )
    expect(namesOf('dremio')).toEqual(
      expect.arrayContaining(['driver_type', 'driver', 'disable_tls', 'use_direct_flight']),
    )
    expect(fieldOf('googlesheets', 'auth_type')?.options.map(({ value }) => value)).toEqual([
      'service_account',
      'oauth2',
    ])
    expect(fieldOf('dremio', 'driver_type')?.options.map(({ value }) => value)).toEqual(['flight', 'jdbc', 'odbc'])
  })

  test('names the one command if only a library is missing, and no command if there is no driver', () => {
    const usable = types.filter((type) => type.is_available)
    const named = types.map((type) => type.install_command).filter((command) => command !== null)
    expect(usable.filter((type) => type.install_command !== null)).toEqual([])
    expect(named.filter((command) => !/^npm install \S+( \S+)*$/.test(command))).toEqual([])
    expect(types.find((type) => type.db_type === 'sqlite')).toMatchObject({ is_available: true, install_command: null })
  })

  test('matches the record that the browser’s tests build their forms from (vitest -u updates it)', async () => {
    const everywhere = types.map((type) => ({ ...type, is_available: true, install_command: null }))
    await expect(`${JSON.stringify(everywhere, null, 2)}\n`).toMatchFileSnapshot(recorded)
  })
})
