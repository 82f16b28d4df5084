import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definitionsSchema, formatMessage, noDefinitions } from '@parlance/contract'
import type { AreaJoin, Catalogue, CatalogueTable, ColumnKind, DefinitionsInput } from '@parlance/contract'
import { createParserPool } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import { proveArea } from './prove-area.ts'

let parsers: ParserPool
beforeAll(() => {
  parsers = createParserPool()
})
afterAll(() => parsers.close())

function table(name: string, columns: string[], more: Partial<CatalogueTable> = {}): CatalogueTable {
  return {
    schema: 'public',
    name,
    objectType: 'TABLE',
    comment: null,
    columns: columns.map((each) => {
      const [column = '', kind = 'text'] = each.split(':')
      return { name: column, dataType: kind, kind: kind as ColumnKind, nullable: true, comment: null }
    }),
    primaryKey: ['id'],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
    ...more,
  }
}

const customerKey = {
  columns: ['customer_id'],
  referencedSchema: 'public',
  referencedTable: 'customers',
  referencedColumns: ['id'],
}
const customers = table('customers', ['id:integer', 'country', 'joined_on:date'])
const orders = table('orders', ['id:integer', 'customer_id:integer', 'total:number', 'ordered_on:date', 'status'], {
  foreignKeys: [customerKey],
})

const metric = (expression: string, more: object = {}) => ({
  name: 'Revenue',
  computation: { kind: 'aggregate' as const, table: 'orders', expression, ...more },
})

async function problemsOf(
  definitions: DefinitionsInput,
  {
    databases = [[customers, orders]],
    tables = ['customers', 'orders'],
    joins = [],
  }: { databases?: CatalogueTable[][]; tables?: string[]; joins?: AreaJoin[] } = {},
): Promise<string[]> {
  const known = databases.map((each, at) => ({
    database: { connectionId: `db${at}`, name: `db${at}`, ownerId: null, visibility: 'public' as const },
    catalogue: { dialect: 'postgresql', defaultSchema: 'public', tables: each } satisfies Catalogue,
  }))
  const { problems } = await proveArea(
    {
      readDatabases: async () => ({ read: known, unread: [] }),
      countAttributes: async () => ({ active: 1, counts: new Map() }),
      parse: parsers.parse,
    },
    {
      applicationId: 'a',
      tables: tables.map((name) => ({ name, description: null, synonyms: [], columns: [], confirmed: false })),
      joins,
      definitions: definitionsSchema.parse({ ...noDefinitions, ...definitions }),
      rowRules: null,
      columnRules: null,
    },
  )
  return problems
    .filter(({ section }) => section === 'definitions')
    .map(({ severity, definition, part, position, message: text, database }) => {
      const place = [definition?.kind, definition?.name, part].join(' ')
      const where = `${position === null ? '' : ` at ${position}`}${database === null ? '' : ` in ${database}`}`
      return `${severity}, ${place}${where}: ${formatMessage({ text })}`
    })
}

describe('definitions', () => {
  test('are accepted if each part is proven', async () => {
    const definitions: DefinitionsInput = {
      metrics: [
        { ...metric('SUM(total)', { condition: "status = 'paid'" }), dimensions: ['Country'] },
        { ...metric('COUNT(*)', { time_column: { table: 'customers', column: 'joined_on' } }), name: 'Orders' },
        { name: 'Average', computation: { kind: 'formula', formula: '{revenue} / {Orders}' } },
      ],
      dimensions: [{ name: 'Country', table: 'customers', expression: 'UPPER(country)' }],
      filters: [{ name: 'Paid', table: 'orders', condition: "status = 'paid'" }],
      time_columns: [{ table: 'orders', column: 'ordered_on' }],
      value_synonyms: [{ table: 'customers', column: 'country', value: 'Germany', synonyms: ['DE'] }],
    }
    expect(await problemsOf(definitions)).toEqual([])
  })

  test('are refused if an expression is not what it must be', async () => {
    const definitions: DefinitionsInput = {
      metrics: [metric('total')],
      dimensions: [{ name: 'Country', table: 'customers', expression: 'MAX(country)' }],
      filters: [{ name: 'Paid', table: 'orders', condition: 'status' }],
    }
    expect(await problemsOf(definitions)).toEqual([
      'error, metric Revenue expression at 0: total is a column of each row. Write it inside of a function such as SUM or COUNT.',
      'error, dimension Country expression at 0: This is a value of each row, so it cannot contain a function such as SUM or COUNT.',
      'error, filter Paid condition at 0: This is not a condition. Compare a column with a value.',
    ])
  })

  test('are refused if a column is of another table, missing, or not a date', async () => {
    const definitions: DefinitionsInput = {
      metrics: [
        metric('SUM(country)'),
        { ...metric('COUNT(*)', { time_column: { table: 'orders', column: 'status' } }), name: 'Orders' },
      ],
      time_columns: [{ table: 'orders', column: 'paid_on' }],
    }
    const [first, ...others] = await problemsOf(definitions)
    expect(first).toContain('error, metric Revenue expression at 4:')
    expect(others).toEqual([
      'error, metric Orders time_column: orders.status is not a date. Choose a column of dates or of dates with a time.',
      'error, time_column orders.paid_on column: There is no column paid_on in orders.',
    ])
  })

  test('are refused if a metric can not be grouped by one of its dimensions', async () => {
    const definitions: DefinitionsInput = {
      metrics: [
        {
          name: 'Customers',
          computation: { kind: 'aggregate', table: 'customers', expression: 'COUNT(*)' },
          dimensions: ['Status'],
        },
      ],
      dimensions: [{ name: 'Status', table: 'orders', expression: 'status' }],
    }
    expect(await problemsOf(definitions)).toEqual([
      'error, metric Customers dimensions: One row of customers can have several rows of orders, so Customers cannot be grouped by Status.',
    ])
  })

  test('say that their table was removed from the area', async () => {
    expect(await problemsOf({ metrics: [metric('SUM(total)')] }, { tables: ['customers'] })).toEqual([
      'error, metric Revenue table: orders is not a table of this business area. Add the table, or change or delete the definition.',
    ])
  })

  test('may fail in some databases, with a warning that names them', async () => {
    const older = table('orders', ['id:integer', 'customer_id:integer'], { foreignKeys: [customerKey] })
    const databases = [[customers, orders], [customers, older], [customers]]
    const problems = await problemsOf({ metrics: [metric('SUM(total)')] }, { databases })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('warning, metric Revenue expression at 4 in db1:')
  })
})
