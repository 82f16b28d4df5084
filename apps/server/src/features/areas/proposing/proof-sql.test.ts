import { describe, expect, test } from 'vitest'
import { dialectFacts, sqlDialects } from '@parlance/contract'
import type { Catalogue, CatalogueTable, SqlDialect } from '@parlance/contract'
import { gate, tableSql } from '@parlance/sql'
import { parseSql } from '../../../../../../packages/sql/src/parse/index.ts'
import { schemaOf } from '../../../../../../packages/sql/src/testing/request.ts'
import { findRelationships } from './find-relationships.ts'
import { nameWords } from './name-words.ts'

function table(dialect: SqlDialect, name: string, columns: string[], primaryKey: string[]): CatalogueTable {
  const spelled = (text: string) => (dialectFacts[dialect].folding === 'upper' ? text.toUpperCase() : text)
  return {
    schema: schemaOf[dialect],
    name: spelled(name),
    objectType: 'TABLE',
    comment: null,
    columns: columns.map((column) => ({
      name: spelled(column),
      dataType: 'INTEGER',
      kind: 'integer',
      nullable: true,
      comment: null,
    })),
    primaryKey: primaryKey.map(spelled),
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  }
}

describe.each(sqlDialects)('the queries that test relationships on %s', (dialect) => {
  test('pass the gate, and are not sent to a database that bills for reading', async () => {
    const catalogue: Catalogue = {
      dialect,
      defaultSchema: schemaOf[dialect],
      tables: [
        table(dialect, 'customers', ['id'], ['id']),
        table(dialect, 'boxes', ['box_id', 'size'], []),
        table(dialect, 'order lines', ['order_no', 'line_no'], ['order_no', 'line_no']),
        table(dialect, 'shipments', ['n', 'customer_id', 'box_id', 'order_no', 'line_no'], ['n']),
      ],
    }
    const queries: string[] = []
    const { relationships } = await findRelationships(nameWords(catalogue), {
      catalogue,
      tableSql,
      isOver: () => false,
      count: async (sql) => {
        queries.push(sql)
        return [3, 3]
      },
    })
    expect(relationships).toHaveLength(3)
    const isBilled = dialectFacts[dialect].billsBytesRead
    expect([queries.length, new Set(relationships.map(({ untested }) => untested))]).toEqual([
      isBilled ? 0 : 4,
      new Set([isBilled ? 'cost' : null]),
    ])
    for (const sql of queries) {
      const result = await gate(
        {
          sql,
          dialect,
          catalogue,
          allowedTables: null,
          policies: null,
          principal: { userId: 'u', tenantId: null, deptId: null, attributes: {} },
          limits: { maxRows: 101 },
          now: '2026-11-23T00:00:00.000Z',
        },
        parseSql,
      )
      expect(result.allowed ? null : [sql, result.reasons]).toBeNull()
    }
  })
})
