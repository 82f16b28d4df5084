import { expect, test } from 'vitest'
import type { Area, AreaApprovals, ProtectionMatrix } from '@parlance/contract'
import { createOlderPlace, upgrade } from '../testing/older-version.ts'
import type { UpgradedApp } from '../testing/older-version.ts'
import { storeDialects } from '../testing/test-store.ts'
import type { People } from '../testing/version-fixture/fill.ts'

async function statusOf(server: UpgradedApp, who: keyof People, areaId: string, sql_query: string): Promise<number> {
  const payload = { sql_query, business_area_id: areaId, database_config_id: server.facts.databases.shop }
  return (await server.as(who, 'POST', '/api/v1/query/full-results', payload)).statusCode
}

test.each(storeDialects)(
  'R24 after an upgrade from 1.1 on %s, areas of other owners show no protected table until an administrator approves',
  async (dialect) => {
    const older = await createOlderPlace('1.1', dialect)
    if ('skip' in older) throw new Error(older.skip)
    const server = await upgrade(older)
    const { team, view, sales } = server.facts.areas
    const url = `/api/v1/database-management/${server.facts.databases.shop}/protection`
    const { tables } = (await server.as('ann', 'GET', url)).json<ProtectionMatrix>()
    const reasons = tables.map(({ table_name, protection }) => [table_name, protection?.reason ?? null])
    expect(Object.fromEntries(reasons)).toEqual({
      customers: 'upgrade',
      order_lines: 'upgrade',
      orders: 'upgrade',
      visits: 'upgrade',
      staff: 'upgrade',
      big_orders: 'view',
      regions: null,
    })
    for (const table of ['customers', 'orders']) {
      expect(await statusOf(server, 'bea', team, `SELECT count(*) AS n FROM ${table}`)).toBe(422)
    }
    expect(await statusOf(server, 'bea', team, 'SELECT count(*) AS n FROM regions')).toBe(200)
    expect(await statusOf(server, 'bea', sales, 'SELECT count(*) AS n FROM customers')).toBe(200)
    expect(await statusOf(server, 'bea', view, 'SELECT count(*) AS n FROM big_orders')).toBe(422)

    const { approvals } = (await server.as('ann', 'GET', '/api/v1/area-approvals')).json<AreaApprovals>()
    expect(approvals.map(({ kind, area_name, tables: names }) => [kind, area_name, names])).toEqual([
      ['exposure', 'Team', ['customers', 'orders']],
      ['exposure', 'Big orders', ['big_orders']],
    ])
    for (const { id } of approvals) {
      expect((await server.as('bea', 'POST', `/api/v1/area-approvals/${id}/approve`)).statusCode).toBe(403)
      expect((await server.as('ann', 'POST', `/api/v1/area-approvals/${id}/approve`)).statusCode).toBe(200)
    }
    expect(await statusOf(server, 'carl', team, 'SELECT count(*) AS n FROM customers')).toBe(200)
    expect(await statusOf(server, 'bea', view, 'SELECT count(*) AS n FROM big_orders')).toBe(200)
    expect((await server.as('bea', 'GET', `/api/v1/business-areas/${team}`)).json<Area>().waiting_tables).toEqual([])
    await server.close()
  },
)
