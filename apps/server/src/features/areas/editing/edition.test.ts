import { expect, test } from 'vitest'
import type { Edition } from '@parlance/contract'
import { crowd } from '../../../../../../packages/contract/src/testing/test-sample.ts'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { installLicense } from '../../../testing/install-license.ts'
import { describeOneStore, describeStores } from '../../../testing/test-store.ts'

const manyTables = (count: number) => Array.from({ length: count }, (_, at) => ({ table_name: `t${at}` }))

async function edition(app: AreaApp, name: Edition): Promise<void> {
  await installLicense(app, { edition: name })
}

/** A database with enough tables for the largest limit. */
async function wide(app: AreaApp): Promise<object> {
  const { applicationId } = await app.newDatabase(
    'wide',
    manyTables(12).map(({ table_name }) => `${table_name} (id integer, region text)`),
  )
  return { application_id: applicationId, tables: manyTables(3) }
}

const rowRules = { rules: [{ name: 'North', tables: { t0: { condition: "region = 'north'" } } }] }
const columnRules = { rules: [{ name: 'Hidden', tables: { t0: { region: { mask_type: 'null' } } } }] }
const rowText = '403 Row-level security features are available only in Enterprise edition'
const columnText = '403 Column-level security features are available only in Enterprise edition'

describeOneStore('what the edition allows', (current) => {
  test('BA-010 BA-163 BA-178 OP-02 reports the limits with the number of areas', async () => {
    const app = await createAreaApp(current())
    await app.newArea()
    const limits = async () => (await app.api(app.admin, 'GET', 'business-areas/edition-limits')).json()
    expect(await limits()).toEqual({
      edition: 'enterprise',
      max_business_areas: -1,
      current_business_areas: 1,
      max_tables_per_area: -1,
      row_security_enabled: true,
      column_security_enabled: true,
      restricted_visibility_enabled: true,
      max_databases: -1,
    })
    await edition(app, 'demo')
    expect(await limits()).toMatchObject({
      edition: 'demo',
      max_business_areas: 50,
      max_tables_per_area: 10,
      row_security_enabled: false,
      restricted_visibility_enabled: true,
    })
    await app.close()
  })

  test('OP-13 allows no new area without a license for areas, and keeps existing ones', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea()
    await installLicense(app, { edition: 'enterprise', businessAreas: false })
    expect(await app.outcome(app.admin, 'POST', 'business-areas/', app.form())).toBe(
      '403 Maximum business areas limit reached for enterprise edition (0 allowed)',
    )
    expect(await app.outcome(app.admin, 'GET', `business-areas/${id}`)).toBe('200')
    await app.close()
  })

  test('BA-068 refuses too many tables on create and on update, but keeps a larger area and lets it shrink', async () => {
    const app = await createAreaApp(current())
    const shape = await wide(app)
    const { area_id: id } = await app.newArea({ ...shape, tables: manyTables(11) })
    await edition(app, 'standard')
    const text = '403 Maximum 10 tables allowed per business area in standard edition'
    const create = app.form({ ...shape, tables: manyTables(11) })
    expect(await app.outcome(app.admin, 'POST', 'business-areas/', create)).toBe(text)
    const put = (count: number) =>
      app.outcome(app.admin, 'PUT', `business-areas/${id}/tables`, manyTables(12).slice(12 - count))
    expect(await put(12)).toBe(text)
    expect(await put(10)).toBe('200')
    expect(await put(11)).toBe(text)
    await app.close()
  })

  test('BA-006 BA-099 BA-114 allows row and column rules only in the enterprise edition', async () => {
    const app = await createAreaApp(current())
    const shape = await wide(app)
    for (const name of ['personal', 'standard', 'demo'] as const) {
      await edition(app, name)
      const post = (rules: object) =>
        app.outcome(app.admin, 'POST', 'business-areas/', app.form({ ...shape, ...rules }))
      expect(await post({ row_security_rules: rowRules })).toBe(rowText)
      expect(await post({ column_security_rules: columnRules })).toBe(columnText)
      expect(await post({ row_security_rules: {}, column_security_rules: { rules: [] } })).toBe('200')
    }
    await edition(app, 'enterprise')
    await app.newArea({ ...shape, row_security_rules: rowRules, column_security_rules: columnRules })
    await app.close()
  })

  test('keeps existing rules when the edition no longer allows editing them, and allows other edits', async () => {
    const app = await createAreaApp(current())
    const shape = await wide(app)
    const rules = { row_security_rules: rowRules, column_security_rules: columnRules }
    const { area_id: id } = await app.newArea({ ...shape, ...rules })
    await edition(app, 'standard')
    const put = (change: object) =>
      app.outcome(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'Renamed', visibility: 'public', ...change })
    expect(await put({})).toBe('200')
    expect(await put(rules)).toBe('200')
    expect(await put({ row_security_rules: {} })).toBe(rowText)
    expect(await put({ column_security_rules: { rules: [] } })).toBe(columnText)
    const looser = { rules: [{ name: 'North', tables: { t0: { condition: '1 = 1' } } }] }
    expect(await put({ row_security_rules: looser })).toBe(rowText)
    expect((await app.api(app.admin, 'GET', `business-areas/${id}`)).json()).toMatchObject({ ...rules, version: 3 })
    await app.close()
  })

  test('BA-007 BA-044 allows restricted visibility only in enterprise and demo, and keeps existing restrictions', async () => {
    const app = await createAreaApp(current())
    const text = '403 Restricted visibility is available only in Enterprise or Demo edition'
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    const { area_id: open } = await app.newArea()
    const put = (area: string, visibility: string) =>
      app.outcome(app.admin, 'PUT', `business-areas/${area}`, { area_name: 'Sales', visibility })
    await edition(app, 'standard')
    expect(await app.outcome(app.admin, 'POST', 'business-areas/', app.form({ visibility: 'restricted' }))).toBe(text)
    expect(await put(open, 'restricted')).toBe(text)
    expect(await put(id, 'restricted')).toBe('200')
    await edition(app, 'demo')
    expect(await put(open, 'restricted')).toBe('200')
    await app.close()
  })
})

describeStores('the limit of the edition', (current) => {
  test(`BA-008 BA-009 BA-205 allows exactly three of ${crowd} concurrent new areas in the personal edition`, async () => {
    const app = await createAreaApp(current(), { trial: false })
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => app.outcome(app.admin, 'POST', 'business-areas/', app.form())),
    )
    const refusals = new Set(answers.filter((answer) => answer !== '200'))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(3)
    expect([...refusals]).toEqual(['403 Maximum business areas limit reached for personal edition (3 allowed)'])
    const { current_business_areas: counted } = (
      await app.api(app.admin, 'GET', 'business-areas/edition-limits')
    ).json()
    expect(counted).toBe(3)
    await app.close()
  })
})
