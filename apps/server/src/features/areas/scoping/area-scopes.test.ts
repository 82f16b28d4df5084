import { describe, expect, test } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { createServices } from '../../../app.ts'
import { createAreaApp } from '../../../testing/area-app.ts'
import { makeAreaRecord } from '../../../testing/area-record.ts'
import { describeOneStore } from '../../../testing/test-store.ts'
import type { Principal } from '../../../http/principal.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import type { AreaRecord } from '../store/area-record.ts'
import { createAreaScopes } from './area-scopes.ts'
import { insertArea, updateArea } from '../store/area-store.ts'

const principalOf = ({ user }: SignedInUser): Principal => ({
  userId: user.id,
  email: user.email,
  username: user.username,
  role: user.role,
  tenantId: null,
  tenantName: null,
  deptId: null,
  attributes: {},
  limits: null,
})

const table = (name: string, change: Partial<CatalogueTable> = {}): CatalogueTable => ({
  schema: 'public',
  name,
  objectType: 'TABLE',
  comment: null,
  columns: ['id', 'region', 'ssn'].map((column) => ({
    name: column,
    dataType: 'text',
    kind: 'text',
    nullable: true,
    comment: null,
  })),
  primaryKey: ['id'],
  foreignKeys: [],
  rowEstimate: null,
  definition: null,
  ...change,
})

const catalogueOf = (tables: CatalogueTable[]): Catalogue => ({
  dialect: 'postgresql',
  defaultSchema: 'public',
  tables,
})

const entry = (name: string, change: Partial<AreaRecord['tables'][number]> = {}) => ({
  name,
  description: null,
  synonyms: [],
  columns: [],
  confirmed: false,
  ...change,
})

const met = (area: Pick<AreaRecord, 'id' | 'version'>) => ({ ...area, isReachApproved: true })

describeOneStore('areas as the gate gets them', (current) => {
  /** Scopes over a stored area and a catalog that the test changes. */
  async function world(change: Partial<AreaRecord>, first: Catalogue) {
    const app = await createAreaApp(current())
    const { applicationId } = app
    const ownerId = app.admin.user.id
    const area = makeAreaRecord({ id: 'area-1', applicationId, ownerId, name: 'Area', visibility: 'public', ...change })
    await insertArea(app.context.store.db, area)
    let catalogue = first
    const scopes = createAreaScopes(app.context, {
      catalog: { get: async () => catalogue },
      protection: app.services.protection,
    })
    return { app, area, scopes, replace: (next: Catalogue) => void (catalogue = next) }
  }

  test('returns the same object for the same area and catalog, also for concurrent callers', async () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => table(`t${at}`))
    const { app, area, scopes, replace } = await world(
      { tables: tables.map(({ name }) => entry(name)) },
      catalogueOf(tables),
    )
    const [one, two] = await Promise.all([scopes.scopeOf(met(area), 'c'), scopes.scopeOf(met(area), 'c')])
    expect(one.allowedTables).toHaveLength(10_000)
    expect(two).toBe(one)
    expect(await scopes.hintsOf(met(area), 'c', null)).toBe(await scopes.hintsOf(met(area), 'c', null))
    replace(catalogueOf(tables.slice(1)))
    const after = await scopes.scopeOf(met(area), 'c')
    expect(after.missing).toEqual([{ name: 't0', reason: 'gone' }])
    expect(after.allowedTables).toHaveLength(9_999)
    await updateArea(app.context.store.db, { ...area, version: 2, tables: [entry('t5')] })
    expect((await scopes.scopeOf(met({ id: area.id, version: 2 }), 'c')).allowedTables).toEqual([
      { schema: 'public', table: 't5' },
    ])
    await app.close()
  })

  test('treats a name that now fits several tables as missing rather than choosing a wrong one', async () => {
    const { app, area, scopes, replace } = await world(
      { tables: [entry('staff')] },
      catalogueOf([table('staff', { schema: 'hr' })]),
    )
    expect((await scopes.scopeOf(met(area), 'c')).allowedTables).toEqual([{ schema: 'hr', table: 'staff' }])
    replace(catalogueOf([table('staff', { schema: 'hr' }), table('staff', { schema: 'crm' })]))
    expect(await scopes.scopeOf(met(area), 'c')).toMatchObject({
      allowedTables: [],
      missing: [{ name: 'staff', reason: 'ambiguous' }],
    })
    await app.close()
  })

  test('R23 allows a view whose definition cannot be read only after an administrator confirmed it', async () => {
    const known = catalogueOf([
      table('people'),
      table('dark', { objectType: 'VIEW' }),
      table('above', { objectType: 'VIEW', definition: 'select * from dark' }),
      table('plain', { objectType: 'VIEW', definition: 'select 1 as id' }),
    ])
    const names = ['people', 'dark', 'above', 'plain']
    const rowRules = { rules: [{ name: 'Own', tables: { people: { condition: "region = 'north'" } } }] }
    const { app, area, scopes } = await world({ tables: names.map((name) => entry(name)), rowRules }, known)
    const { allowedTables, missing } = await scopes.scopeOf(met(area), 'c')
    expect(allowedTables.map(({ table: name }) => name)).toEqual(['people', 'plain'])
    expect(missing).toEqual([
      { name: 'dark', reason: 'unconfirmed' },
      { name: 'above', reason: 'unconfirmed' },
    ])
    const confirmed = names.map((name) => entry(name, { confirmed: true }))
    await updateArea(app.context.store.db, { ...area, version: 2, tables: confirmed })
    expect((await scopes.scopeOf(met({ id: area.id, version: 2 }), 'c')).missing).toEqual([])
    await updateArea(app.context.store.db, { ...area, version: 3, rowRules: null })
    expect((await scopes.scopeOf(met({ id: area.id, version: 3 }), 'c')).missing).toEqual([])
    await app.close()
  })

  test('gives the model only readable names, in the catalog’s spelling', async () => {
    const column = (name: string) => ({ name, description: `About ${name}`, synonyms: [] })
    const join = { left_table: 'people', right_table: 'orders', left_column: 'id', right_column: 'id' }
    const { app, area, scopes } = await world(
      {
        description: 'People',
        instructions: 'Be brief.',
        synonyms: ['folk'],
        tables: [
          entry('people', { description: 'Persons', columns: [column('REGION'), column('ssn'), column('gone')] }),
          entry('orders'),
          entry('vanished', { description: 'Not there' }),
        ],
        joins: [
          join,
          { ...join, right_column: 'ssn' },
          { ...join, right_table: 'vanished' },
          { description: 'Said so' },
        ],
        columnRules: {
          rules: [
            {
              name: 'No ssn',
              tables: { people: { ssn: { mask_type: 'disallow' } }, orders: { ssn: { mask_type: 'disallow' } } },
            },
          ],
        },
      },
      catalogueOf([table('people'), table('orders')]),
    )
    expect(await scopes.hintsOf(met(area), 'c', null)).toEqual({
      name: 'Area',
      description: 'People',
      instructions: 'Be brief.',
      sampleQuestions: [],
      synonyms: ['folk'],
      tables: [
        {
          table: 'public.people',
          description: 'Persons',
          synonyms: [],
          columns: [{ name: 'region', description: 'About REGION', synonyms: [] }],
        },
      ],
      joins: [join, { description: 'Said so' }],
    })
    await app.close()
  })

  test('R16 applies a change in one server process at the next question in another', async () => {
    const app = await createAreaApp(current())
    const { area_id: areaId } = await app.newArea()
    const other = await createServices(app.context)
    const place = { connectionId: app.databaseId, areaId }
    const principal = principalOf(await app.signIn('GENERAL'))
    const namesIn = async () =>
      (await other.areas.resolve(principal, place)).allowedTables?.map(({ table: name }) => name)
    expect(await namesIn()).toEqual(['customers', 'orders'])
    await app.api(app.admin, 'PUT', `business-areas/${areaId}/tables`, [{ table_name: 'orders' }])
    expect(await namesIn()).toEqual(['orders'])
    await app.api(app.admin, 'PUT', `business-areas/${areaId}`, { area_name: 'Sales', visibility: 'private' })
    await expect(namesIn()).rejects.toMatchObject({ code: 'area_not_found' })
    await other.close()
    await app.close()
  })
})

describe('hidden columns', () => {
  test('shows users who only view an area none of the columns that are hidden from them', async () => {
    const app = await createAreaApp(null)
    const columns = [{ name: 'email', description: 'Private address' }, { name: 'name' }]
    const join = { left_table: 'orders', left_column: 'customer_id', right_table: 'customers', right_column: 'id' }
    const { area_id: id } = await app.newArea({
      tables: [{ table_name: 'customers', columns }, { table_name: 'orders' }],
      joins: [join, { ...join, right_column: 'email' }],
      column_security_rules: {
        rules: [{ name: 'No mail', tables: { Customers: { EMAIL: { mask_type: 'disallow' } } } }],
      },
    })
    const viewed = await app.api(await app.signIn('GENERAL'), 'GET', `business-areas/${id}`)
    expect(viewed.body).not.toMatch(/email|Private address/i)
    expect(viewed.json().joins).toEqual([{ ...join, join_type: 'INNER' }])
    expect((await app.api(app.admin, 'GET', `business-areas/${id}`)).body).toContain('Private address')
    await app.close()
  })
})
