import databaseTypes from '@parlance/contract/testing/database-types' with { type: 'json' }
import { databaseTypeListSchema, type DatabaseType } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { checkForm, editRules, newRules, wizardRules } from './check-form.ts'
import { toRequest, toWizardRequest } from './form-request.ts'
import {
  chooseType,
  emptyForm,
  formOf,
  managementPlace,
  setField,
  visibleFields,
  wizardPlace,
  type FieldValue,
  type FormState,
} from './form-state.ts'

const types = databaseTypeListSchema.parse(databaseTypes)
const typeOf = (kind: string): DatabaseType => {
  const found = types.find((type) => type.db_type === kind)
  if (found === undefined) throw new Error(`there is no type ${kind}`)
  return found
}
const choose = (kind: string, state: FormState = emptyForm) => chooseType(state, typeOf(kind), managementPlace)
const fill = (state: FormState, values: Record<string, FieldValue>) =>
  Object.entries(values).reduce((filled, [name, value]) => setField(filled, name, value), state)
const names = (state: FormState) => visibleFields(state).map((field) => field.name)
const server = { host: 'db.example.com', database: 'sales', username: 'reader', password: 's3cret' }

describe('choosing a type', () => {
  it.each([
    ['postgresql', '5432'],
    ['mysql', '3306'],
    ['oracle', '1521'],
    ['sqlserver', '1433'],
    ['dremio', '31010'],
    ['mongodb', '27017'],
    ['hana', '30015'],
  ])('AC-336 AC-114 starts %s with port %s', (kind, port) => {
    expect(choose(kind).values['port']).toBe(port)
  })

  it('AC-337 sets the port of a Dremio driver type', () => {
    const dremio = choose('dremio')
    expect(setField(dremio, 'driver_type', 'flight').values['port']).toBe('32010')
    expect(setField(setField(dremio, 'driver_type', 'flight'), 'driver_type', 'jdbc').values['port']).toBe('31010')
    expect(setField(dremio, 'driver_type', 'odbc').values['port']).toBe('31010')
  })

  it('AC-350 AC-351 clears host, port, user, password and schema for SQLite, and starts with its file', () => {
    const typed = fill(choose('postgresql'), { ...server, schema_name: 'public' })
    const sqlite = choose('sqlite', typed)
    expect(sqlite.values).toEqual({ database: './database.db' })
    const back = choose('postgresql', sqlite)
    expect(back.values).toMatchObject({
      host: '',
      port: '5432',
      username: '',
      password: '',
      schema_name: '',
      database: '',
    })
  })

  it('AC-120 uses another SQLite file in the wizard', () => {
    expect(chooseType(emptyForm, typeOf('sqlite'), wizardPlace).values).toEqual({ database: './query_database.db' })
  })

  it('AC-352 clears the connection fields for Google Sheets', () => {
    const sheets = choose('googlesheets', fill(choose('mysql'), server))
    expect(Object.keys(sheets.values)).toEqual(
      expect.not.arrayContaining(['host', 'port', 'username', 'password', 'database']),
    )
    expect(sheets.values).toMatchObject({ spreadsheet_id: '', credentials_path: '' })
  })

  it('AC-342 AC-343 AC-344 starts Google Sheets without a schedule, syncing on connect, with a service account', () => {
    expect(choose('googlesheets').values).toMatchObject({
      auto_sync_interval: '0',
      sync_on_connect: true,
      auth_type: 'service_account',
    })
  })

  it('AC-353 resets fields specific to the old type, and keeps common ones', () => {
    const oracle = fill(choose('oracle'), { ...server, port: '9999', sid: 'X', oracle_connection_type: 'service_name' })
    const postgresql = choose('postgresql', oracle)
    expect(postgresql.values).toMatchObject({ ...server, port: '5432' })
    expect(choose('oracle', postgresql).values).toMatchObject({ sid: '', oracle_connection_type: 'sid' })
  })

  it('AC-347 AC-126 starts Oracle in Thin mode with a SID', () => {
    expect(choose('oracle').values).toMatchObject({ use_thick_mode: false, oracle_connection_type: 'sid' })
    expect(names(choose('oracle'))).toContain('sid')
    expect(names(choose('oracle'))).not.toContain('service_name')
  })

  it('AC-127 turns disable_oob off in Thick mode', () => {
    const thick = fill(choose('oracle'), { disable_oob: true, use_thick_mode: true })
    expect(thick.values['disable_oob']).toBe(false)
    expect(names(thick)).toContain('oracle_client_lib_dir')
  })

  it('AC-121 AC-122 AC-123 AC-349 sets the defaults of drivers and the authentication database', () => {
    expect(choose('sqlserver').values['driver']).toBe('ODBC Driver 17 for SQL Server')
    expect(choose('dremio').values['driver']).toBe('Dremio ODBC Driver')
    expect(choose('mongodb').values['auth_source']).toBe('admin')
  })
})

describe('checking a form', () => {
  const named = (state: FormState) => ({ ...state, name: 'Sales' })
  const summaryOf = (state: FormState) => checkForm(state, newRules).summary?.text ?? null

  it('AC-354 requires a name and a type', () => {
    expect(summaryOf(emptyForm)).toBe('Please fill in all required fields')
    expect(summaryOf(named(emptyForm))).toBe('Please fill in all required fields')
    expect(summaryOf({ ...choose('sqlite'), name: '   ' })).toBe('Please fill in all required fields')
  })

  it.each(['database', 'host', 'username'])('AC-357 requires a server’s %s', (missing) => {
    const whole = named(fill(choose('postgresql'), server))
    expect(summaryOf(whole)).toBeNull()
    const broken = checkForm(setField(whole, missing, ' '), newRules)
    expect(broken.summary?.text).toBe('Please fill in all connection details')
    expect(Object.keys(broken.fields)).toEqual([missing])
  })

  it.each(['spreadsheet_id', 'credentials_path'])('AC-355 requires the %s for Google Sheets', (missing) => {
    const whole = named(fill(choose('googlesheets'), { spreadsheet_id: '1x', credentials_path: '/key.json' }))
    expect(summaryOf(whole)).toBeNull()
    expect(summaryOf(setField(whole, missing, ''))).toBe('Please fill in all connection details')
  })

  it('AC-356 requires a file path for SQLite', () => {
    expect(summaryOf(named(choose('sqlite')))).toBeNull()
    expect(summaryOf(named(setField(choose('sqlite'), 'database', '')))).toBe('Please fill in all connection details')
  })

  it('AC-358 requires the driver type for Dremio, and the driver name with ODBC', () => {
    const typed = named(fill(choose('dremio'), server))
    expect(Object.keys(checkForm(typed, newRules).fields)).toEqual(['driver_type'])
    const odbc = setField(typed, 'driver_type', 'odbc')
    expect(summaryOf(odbc)).toBeNull()
    expect(Object.keys(checkForm(setField(odbc, 'driver', ''), newRules).fields)).toEqual(['driver'])
  })

  it('AC-345 refuses a negative interval, an invalid port, and text instead of a number', () => {
    const sheets = named(fill(choose('googlesheets'), { spreadsheet_id: '1x', credentials_path: '/k' }))
    expect(summaryOf(setField(sheets, 'auto_sync_interval', '-1'))).toBe('Please fix the highlighted fields')
    expect(summaryOf(setField(sheets, 'auto_sync_interval', '0'))).toBeNull()
    const server1 = named(fill(choose('mysql'), server))
    for (const port of ['0', '65536', '1.5', 'x']) {
      expect([port, Object.keys(checkForm(setField(server1, 'port', port), newRules).fields)]).toEqual([port, ['port']])
    }
  })

  it('AC-118 AC-119 requires an application and the password in the wizard as well', () => {
    const typed = fill(chooseType(emptyForm, typeOf('postgresql'), wizardPlace), { ...server, password: '' })
    expect(Object.keys(checkForm(typed, wizardRules).fields)).toEqual(['application_id', 'password'])
    const whole = { ...setField(typed, 'password', 'x'), applicationId: 'app1' }
    expect(checkForm(whole, wizardRules).summary).toBeNull()
  })

  it('AC-129 AC-130 requires Oracle’s service name when connecting by it, but allows an empty SID', () => {
    const oracle = named(fill(choose('oracle'), server))
    expect(summaryOf(oracle)).toBeNull()
    const byService = setField(oracle, 'oracle_connection_type', 'service_name')
    expect(Object.keys(checkForm(byService, newRules).fields)).toEqual(['service_name'])
    expect(typeOf('oracle').fields.find((field) => field.name === 'database')?.hint).toBe(
      'Used as the SID if the SID is empty.',
    )
  })

  it('AC-119 does not require secrets in the wizard that are one of several options', () => {
    expect(Object.keys(checkForm(choose('bigquery'), wizardRules).fields)).not.toContain('credentials_json')
    expect(Object.keys(checkForm(choose('snowflake'), wizardRules).fields)).not.toContain('private_key_passphrase')
  })

  it('AC-131 AC-132 requires Snowflake’s account, and BigQuery’s project and dataset', () => {
    expect(Object.keys(checkForm(choose('snowflake'), wizardRules).fields)).toContain('account')
    expect(Object.keys(checkForm(choose('bigquery'), wizardRules).fields)).toEqual(
      expect.arrayContaining(['project_id', 'dataset']),
    )
  })

  it('AC-339 keeps a stored password if the field is empty', () => {
    const typed = named(fill(choose('sqlserver'), { ...server, password: '' }))
    expect(summaryOf(typed)).toBe('Please fill in all connection details')
    expect(checkForm(typed, editRules).summary).toBeNull()
  })
})

describe('the request', () => {
  it('AC-338 puts documented fields in their places, and the others in extra_params', () => {
    const state = { ...fill(choose('oracle'), { ...server, port: '1522', sid: ' ORCL ' }), name: ' Ledger ' }
    expect(toRequest(state)).toEqual({
      name: 'Ledger',
      description: null,
      application_id: null,
      db_type: 'oracle',
      visibility: 'private',
      ...server,
      port: 1522,
      schema_name: null,
      extra_params: {
        oracle_connection_type: 'sid',
        sid: 'ORCL',
        use_thick_mode: false,
        disable_oob: false,
        tls: 'disable',
      },
    })
  })

  it('AC-339 leaves out an empty secret, and keeps the spaces of a typed one', () => {
    expect(toRequest(choose('mysql'))).not.toHaveProperty('password')
    expect(toRequest(setField(choose('mysql'), 'password', ' a ')).password).toBe(' a ')
  })

  it('AC-138 AC-139 sends type, application and fields side by side from the wizard, the port as a number', () => {
    const state = { ...fill(choose('postgresql'), server), applicationId: 'app1' }
    expect(toWizardRequest(state)).toMatchObject({ type: 'postgresql', application_id: 'app1', ...server, port: 5432 })
    expect(toWizardRequest(choose('sqlite'))).toEqual({
      type: 'sqlite',
      application_id: null,
      sqlite_path: './database.db',
    })
  })

  it('restores a stored connection as it was typed, without its secrets', () => {
    const type = typeOf('postgresql')
    const stored = {
      name: 'Sales',
      description: null,
      application_id: 'app1',
      visibility: 'public' as const,
      host: 'h',
      port: 5433,
      database: 'd',
      schema_name: null,
      username: 'u',
      extra_params: { tls: 'verify' },
    }
    const state = formOf(stored, type)
    expect(state.values).toMatchObject({ host: 'h', port: '5433', tls: 'verify', password: '', schema_name: '' })
    expect(toRequest(state)).toMatchObject({ port: 5433, extra_params: { tls: 'verify' } })
  })
})
