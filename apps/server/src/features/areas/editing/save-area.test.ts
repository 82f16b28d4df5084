import { expect, test } from 'vitest'
import type { Area, AreaProblem } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'

const rowRules = (condition: string) => ({
  row_security_rules: { rules: [{ name: 'North', tables: { customers: { condition } } }] },
})

const read = async (app: AreaApp, id: string): Promise<Area> =>
  (await app.api(app.admin, 'GET', `business-areas/${id}`)).json()

describeOneStore('rules are proven when they are saved', (current) => {
  test('refuses a rule that is valid in no database, with its name, table and place, and stores nothing', async () => {
    const app = await createAreaApp(current())
    const broken = rowRules("nowhere = 'north'")
    const created = await app.api(app.admin, 'POST', 'business-areas/', app.form(broken))
    expect(created.statusCode).toBe(422)
    expect(created.json()).toMatchObject({ code: 'area_invalid', request_id: expect.any(String) })
    expect(created.json().detail).toMatch(
      /^Row-level security, rule 'North', table customers, condition, at character 1: .*nowhere/,
    )
    const [problem] = created.json<{ problems: AreaProblem[] }>().problems
    expect(problem).toMatchObject({
      severity: 'error',
      section: 'row_security',
      rule: 'North',
      table: 'customers',
      part: 'condition',
      position: 0,
      pattern: 'There is no column {name} here.',
      values: { name: 'nowhere' },
    })
    expect(created.json().values).toMatchObject({ problem: { text: problem?.pattern, values: problem?.values } })
    expect((await app.api(app.admin, 'GET', 'business-areas/')).json()).toEqual([])
    const { area_id: id } = await app.newArea(rowRules("region = 'north'"))
    const put = { area_name: 'Sales', visibility: 'public', ...broken }
    expect((await app.api(app.admin, 'PUT', `business-areas/${id}`, put)).json().code).toBe('area_invalid')
    expect(await read(app, id)).toMatchObject({ version: 1, ...rowRules("region = 'north'") })
    await app.close()
  })

  test('stores parameter meanings without rules and does not treat them as a rule', async () => {
    const app = await createAreaApp(current())
    const row_security_rules = { rules: [], parameters: { ':user.region': 'The region that they sell in' } }
    const { area_id: id } = await app.newArea({ row_security_rules })
    expect(await read(app, id)).toMatchObject({ row_security_rules, has_row_security: false })
    await app.close()
  })

  test('warns about a rule that fails only in some databases and names them', async () => {
    const app = await createAreaApp(current())
    await app.newDatabase('Archive', ['customers (id integer)', 'orders (id integer)'], app.applicationId)
    const area = await app.newArea(rowRules("region = 'north'"))
    expect(area.warnings.map(({ severity, rule, database }) => [severity, rule, database])).toEqual([
      ['warning', 'North', 'Archive'],
    ])
    expect((await read(app, area.area_id)).warnings).toEqual([])
    await app.close()
  })

  test('BA-138 keeps what the first call of an edit saved when a later call fails, and the area still answers questions', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    const basics = { area_name: 'New name', visibility: 'public', ...rowRules("region = 'north'") }
    expect(await app.outcome(app.admin, 'PUT', `business-areas/${id}`, basics)).toBe('200')
    expect(await app.outcome(app.admin, 'PUT', `business-areas/${id}/tables`, [{ table_name: 'nope' }])).toBe(
      '422 Invalid tables: nope',
    )
    const join = { left_table: 'orders', left_column: 'nope', right_table: 'customers', right_column: 'id' }
    const joins = await app.api(app.admin, 'PUT', `business-areas/${id}/joins`, [join])
    expect(joins.json()).toMatchObject({ code: 'area_invalid', detail: expect.stringMatching(/^Table relationships/) })
    expect(await read(app, id)).toMatchObject({ area_name: 'New name', version: 2, table_count: 2, join_count: 0 })
    const asked = await app.api(app.admin, 'POST', 'query/full-results', {
      sql_query: 'SELECT count(*) AS n FROM customers',
      database_config_id: app.databaseId,
      business_area_id: id,
    })
    expect(asked.json().results).toEqual([[1]])
    await app.close()
  })

  test('refuses queries under a rule that is no longer valid, but allows renaming the area', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea(rowRules("region = 'north'"))
    app.alter('alter table customers rename column region to zone')
    const asked = await app.api(app.admin, 'POST', 'query/full-results', {
      sql_query: 'SELECT * FROM customers',
      database_config_id: app.databaseId,
      business_area_id: id,
    })
    expect(asked.json().code).toBe('query_refused')
    const rename = { area_name: 'Renamed', visibility: 'public', ...rowRules("region = 'north'") }
    expect(await app.outcome(app.admin, 'PUT', `business-areas/${id}`, rename)).toBe('200')
    expect((await read(app, id)).row_security_rules).toEqual(rename.row_security_rules)
    await app.close()
  })
})
