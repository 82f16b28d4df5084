import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'
import { tableSql } from '@parlance/sql'
import { testDataFolder, testDataReason } from '../../../../../../packages/contract/src/testing/test-data.ts'
import { openTestDatabase, testDatabase } from '../../../../../../packages/engine/src/testing/sqlite-database.ts'
import { findRelationships } from './find-relationships.ts'
import { groupTables } from './group-tables.ts'
import { inferKeys } from './infer-keys.ts'
import { nameWords } from './name-words.ts'
import type { Relationship } from './prove-keys.ts'

const written = ({ child, columns, parent, parentColumns }: Relationship) =>
  `${child.name}(${columns.join()}) → ${parent.name}(${parentColumns.join()})`.toLowerCase()

/** The relationships of a SQLite database, each query counted. */
async function found(sql: string, isOver = () => false) {
  const file = new DatabaseSync(':memory:')
  file.exec(sql)
  const database = testDatabase(file)
  const { catalogue } = database
  const queries: string[] = []
  const { relationships } = await findRelationships(nameWords(catalogue), {
    catalogue,
    tableSql,
    isOver,
    count: async (query) => {
      queries.push(query)
      return (database.rows(query)[0] ?? []).map(Number)
    },
  })
  database.close()
  return { relationships, lines: relationships.map(written), queries }
}

/** Rows with the numbers 1 to 5 in every column. */
const rows = (table: string, columns: number) =>
  [1, 2, 3, 4, 5].map((n) => `insert into ${table} values (${Array(columns).fill(n).join()});`).join('')

describe('relationships that names imply', () => {
  test.each([
    ['customers (id integer primary key)', 'orders (n int, customer_id int)', 'orders(customer_id) → customers(id)'],
    ['cust (cust_no integer primary key)', 'orders (n int, cust_no int)', 'orders(cust_no) → cust(cust_no)'],
    [
      'tblCustomer (CustID integer primary key)',
      'orders (n int, CustomerId int)',
      'orders(customerid) → tblcustomer(custid)',
    ],
    ['employees (id integer primary key)', 'teams (n int, manager_id int)', 'teams(manager_id) → employees(id)'],
    ['clubs (club_id integer primary key)', 'matches (n int, club_id_2 int)', 'matches(club_id_2) → clubs(club_id)'],
    [
      'addresses (id integer primary key)',
      'orders (n int, billing_address_id int)',
      'orders(billing_address_id) → addresses(id)',
    ],
    ['books (isbn int primary key, n int)', 'loans (n int, isbn int)', 'loans(isbn) → books(isbn)'],
    ['boxes (box_id int, n int)', 'items (n int, box_id int)', 'items(box_id) → boxes(box_id)'],
    [
      'lines (a_id int, b_no int, primary key (a_id, b_no))',
      'shipments (n int, a_id int, b_no int)',
      'shipments(a_id,b_no) → lines(a_id,b_no)',
    ],
  ])('finds the one between %s and %s', async (parent, child, expected) => {
    const [parentName = '', childName = ''] = [parent, child].map((each) => each.split(' ')[0])
    const columnsOf = (text: string) => text.replace(/, primary key.*\)\)/, ')').split(',').length
    const data = rows(parentName, columnsOf(parent)) + rows(childName, columnsOf(child))
    expect((await found(`create table ${parent}; create table ${child}; ${data}`)).lines).toEqual([expected])
  })

  test('finds a table that refers to itself', async () => {
    const tree = 'create table parts (id integer primary key, parent_id int);'
    expect((await found(tree + rows('parts', 2))).lines).toEqual(['parts(parent_id) → parts(id)'])
  })

  test('prefers a declared key, and infers no other one for its column', async () => {
    const sql = `create table customers (id integer primary key); create table people (id integer primary key);
      create table orders (n int, customer_id int references people (id));`
    const { relationships, queries } = await found(sql)
    expect([relationships.map(written), relationships[0]?.origin, queries]).toEqual([
      ['orders(customer_id) → people(id)'],
      'declared',
      [],
    ])
  })

  test('needs nearly all values for a clear name, and refuses a key with equal values', async () => {
    const parents = Array.from({ length: 19 }, (_, at) => `(${at})`).join()
    const children = Array.from({ length: 20 }, (_, at) => `(1, ${at})`).join()
    const sql = `create table boxes (id integer primary key); create table items (n int, box_id int);
      create table bins (bin_id int, n int); create table lots (n int, bin_id int);
      insert into boxes values ${parents}; insert into items values ${children};
      insert into bins values (1, 1), (1, 2); insert into lots values (1, 1);`
    const { relationships } = await found(sql)
    expect(relationships.map((each) => [written(each), each.confidence, each.sampled, each.found])).toEqual([
      ['items(box_id) → boxes(id)', 0.95, 20, 19],
    ])
  })

  test('compares no columns of different types, and asks nothing when the time is over', async () => {
    const sql = `create table boxes (id integer primary key); create table items (n int, box_id text);
      create table lots (n int, box_id int);`
    const { relationships, queries } = await found(sql, () => true)
    expect([relationships.map((each) => [written(each), each.untested]), queries]).toEqual([
      [['lots(box_id) → boxes(id)', 'time']],
      [],
    ])
  })
})

describe('a large database', () => {
  const column = (name: string): CatalogueColumn => ({
    name,
    dataType: 'int',
    kind: 'integer',
    nullable: true,
    comment: null,
  })
  const table = (name: string, columns: string[]): CatalogueTable => ({
    schema: null,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: columns.map(column),
    primaryKey: ['id'],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  })
  const word = (at: number) => `t${at.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`
  const tables = Array.from({ length: 10_000 }, (_, at) =>
    table(word(at), ['id', `${word(at % 100)}_id`, 'status_id', 'name', 'created_on', 'amount']),
  )
  const catalogue: Catalogue = { dialect: 'sqlite', defaultSchema: null, tables }

  test('of 10,000 tables gets relationships and groups of at most 30 tables, the same each time', async () => {
    const words = nameWords(catalogue)
    const { candidates, isCut } = await inferKeys(catalogue, words)
    expect([candidates.length > 9000, isCut]).toEqual([true, false])
    const relationships = candidates.map(({ child, columns, parent, parentColumns }): Relationship => ({
      child,
      columns,
      parent,
      parentColumns,
      origin: 'name',
      confidence: 0.4,
      sampled: null,
      found: null,
      untested: 'time',
    }))
    const group = () => groupTables(tables, { relationships, words, most: Number.POSITIVE_INFINITY })
    const groups = group()
    expect(groups).toEqual(group())
    expect(Math.max(...groups.map((each) => each.tables.length + each.shared.length))).toBeLessThanOrEqual(30)
    expect(new Set(groups.flatMap((each) => each.tables)).size).toBe(10_000)
  })

  test('in which every column names the same keys is cut at a limit, and says so', async () => {
    const same = Array.from({ length: 3000 }, (_, at) =>
      table(`box_${word(at)}`, ['id', ...Array.from({ length: 10 }, (__, n) => `${word(at + n)}_id`)]),
    )
    const all = { ...catalogue, tables: same }
    const { candidates, isCut } = await inferKeys(all, nameWords(all))
    expect([candidates.length, isCut]).toEqual([20_000, true])
  })
})

/** Copies the tables of a database, without foreign keys. Returns the relationships that its foreign keys declare. */
function copyTables(target: DatabaseSync, path: string, nameIn: (table: string) => string): string[] {
  const source = openTestDatabase(path)
  const { tables } = source.catalogue
  source.close()
  target.exec(`attach '${path}' as source`)
  const declared = tables
    .filter(({ name, objectType }) => objectType === 'TABLE' && !name.startsWith('payment_p'))
    .flatMap(({ name, columns, primaryKey, foreignKeys }) => {
      const quoted = (names: string[]) => names.map((each) => `"${each}"`).join()
      const types = columns.map((each) => `"${each.name}" ${each.dataType}`).join()
      const key = primaryKey.length === 0 ? '' : `, primary key (${quoted(primaryKey)})`
      target.exec(`create table "${nameIn(name)}" (${types}${key})`)
      target.exec(`insert into "${nameIn(name)}" select * from source."${name}"`)
      return foreignKeys.map((each) => {
        const parent = tables.find((table) => table.name.toLowerCase() === each.referencedTable.toLowerCase())!
        const parentColumns = each.referencedColumns.length > 0 ? each.referencedColumns : parent.primaryKey
        return `${nameIn(name)}(${each.columns.join()}) → ${nameIn(parent.name)}(${parentColumns.join()})`.toLowerCase()
      })
    })
  target.exec('detach source')
  return declared
}

test('finds most relationships of more than 50 tables without foreign keys, and few others', async (context) => {
  const folder = testDataFolder()
  if (folder === null) return context.skip(testDataReason)
  const copy = new DatabaseSync(':memory:')
  const truth = ['chinook/chinook', 'northwind/northwind', 'sakila/sakila', 'spider-train/sqlite/hospital_1']
    .map((name) => [name.split('/').at(-1)?.replace('_1', '') ?? '', join(folder, `${name}.sqlite`)] as const)
    // Each database has customers or staff, so its name is in front, as in a warehouse.
    .flatMap(([name, path]) => copyTables(copy, path, (table) => `${name}_${table}`))
  const { catalogue, rows: read, close } = testDatabase(copy)
  const { relationships } = await findRelationships(nameWords(catalogue), {
    catalogue,
    tableSql,
    isOver: () => false,
    count: async (query) => (read(query)[0] ?? []).map(Number),
  })
  close()
  const proposed = relationships.filter(({ origin }) => origin === 'values').map(written)
  const right = proposed.filter((each) => truth.includes(each))
  expect(catalogue.tables.length).toBeGreaterThan(50)
  expect(right.length / proposed.length).toBeGreaterThan(0.95)
  expect(right.length / truth.length).toBeGreaterThan(0.85)
})
