import type { DatabaseSync } from 'node:sqlite'
import type { CatalogueTable } from '@parlance/contract'
import type { ColumnMask, GatePrincipal, MaskType, Policies, RowTableRule } from '../contract.ts'
import type { Random } from './random.ts'
import { literalCondition, maskOf, quoted } from './random-policies.ts'
import type { TablePolicy } from './reference-policies.ts'

/**
 * Rules in the documents' form, the user they apply to, and what they leave of each table, computed without the gate.
 */
export interface RandomRules {
  policies: Policies
  principal: GatePrincipal
  tables: TablePolicy[]
  /** The additional condition if a query reads this table: that of a conditional rule. */
  resting: { requires: string; tables: TablePolicy[] } | null
}

/**
 * A rule's condition, and the same with the user's values written in; a value that isn't a required number hides the
 * row.
 */
interface Condition {
  sql: string
  meaning: string
}

const hostile = ["' OR 1=1 --", "t1' OR '1'='1", '1 OR 1=1', '7); DROP TABLE users; --', '\\', '%', '0x7', 'abc', '１']

/** Random rules of every form over the shop in SQLite. */
export function randomRules(database: DatabaseSync, tables: CatalogueTable[], random: Random): RandomRules {
  const principal = randomPerson(random)
  const rules: { name: string; tables: Record<string, RowTableRule> }[] = []
  const meanings = new Map(tables.map((table) => [table.name, [] as string[]]))
  const add = (table: CatalogueTable, rule: RowTableRule, meaning: string) => {
    const key = random.pick([table.name, table.name, table.name.toUpperCase()])
    rules.push({ name: `rule ${rules.length}`, tables: { [key]: rule } })
    meanings.get(table.name)?.push(meaning)
  }
  for (const table of tables) {
    for (let count = random.pick([0, 1, 1, 2]); count > 0; count--) {
      const { sql, meaning } = condition(database, table, principal, random)
      add(table, { condition: sql, ...random.pick([{}, { always_apply: true }, { always_apply: false }]) }, meaning)
    }
  }
  if (random.chance(0.5)) addForAll(tables, principal, rules, meanings, random)
  const resting = random.chance(0.4) ? addResting(database, tables, rules, random) : null
  const inherits = { order_items: random.chance(0.5), orders: random.chance(0.4) }
  for (const [name, join] of Object.entries(joins)) {
    if (!inherits[name as keyof typeof inherits]) continue
    const rule = { inherit_parent_security: true, requires: join.parent, join_condition: join.on }
    rules.push({ name: `rule ${rules.length}`, tables: { [name]: rule } })
  }
  const { masks, columnRules } = randomMasks(tables, random)
  const policyOf = (table: CatalogueTable, isRestless: boolean): TablePolicy => ({
    table,
    condition: meaningOf(table.name, meanings, inherits, resting, isRestless),
    masks: masks.get(table.name) ?? {},
  })
  return {
    policies: { rowRules: { rules }, columnRules, hashSalt: 'salt' },
    principal,
    tables: tables.map((table) => policyOf(table, false)),
    resting: resting && {
      requires: resting.requires,
      tables: tables.map((table) => policyOf(table, true)),
    },
  }
}

function randomPerson(random: Random): GatePrincipal {
  return {
    userId: random.pick(['3', '7', '7 ', '0', 'abc', ...hostile]),
    tenantId: random.pick(['t1', 't1', 't2', null, '', random.pick(hostile)]),
    deptId: null,
    attributes: {
      level: random.pick(['5', '12', '-1', '1e1', random.pick(hostile)]),
      status: random.pick(['paid', "it's", random.pick(hostile)]),
    },
  }
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
/** The number that the engine makes of a value; NULL, which hides the row, if it isn't one. */
const asNumber = (value: string | undefined) => (/^[+-]?\d+$/.test((value ?? '').trim()) ? String(Number(value)) : null)

function condition(database: DatabaseSync, table: CatalogueTable, person: GatePrincipal, random: Random): Condition {
  const has = (name: string) => table.columns.some((column) => column.name === name)
  const user = asNumber(person.userId)
  const level = asNumber(person.attributes.level)
  const tenant = person.tenantId ? text(person.tenantId) : null
  const status = text(person.attributes.status ?? '')
  const key = has('user_id') ? 'user_id' : 'id'
  const hidesWithout = (value: string | null, meaning: string) => (value === null ? '0' : meaning)
  const written = literalCondition(database, table, random)
  const choices: Condition[] = [
    { sql: written, meaning: written },
    { sql: `${key} = :current_user_id`, meaning: hidesWithout(user, `${key} = ${user}`) },
    { sql: `${key} <> :current_user_id`, meaning: hidesWithout(user, `${key} <> ${user}`) },
    { sql: `${key} IN (SELECT :current_user_id)`, meaning: hidesWithout(user, `${key} = ${user}`) },
    { sql: `id < :user.level`, meaning: hidesWithout(level, `id < ${level}`) },
    { sql: `id > NULLIF(:user.level, 5)`, meaning: hidesWithout(level, `id > NULLIF(${level}, 5)`) },
    {
      sql: `id > CASE WHEN id > 3 THEN :user.level ELSE 1 END`,
      meaning: hidesWithout(level, `id > CASE WHEN id > 3 THEN ${level} ELSE 1 END`),
    },
    { sql: `:user.level > 4 OR id = 2`, meaning: hidesWithout(level, `${level} > 4 OR id = 2`) },
    { sql: 'id = :user.nothing OR 1 = 1', meaning: '0' },
    { sql: "id > 2 OR :current_dept_id = 'x'", meaning: '0' },
  ]
  if (has('tenant_id'))
    choices.push({ sql: 'tenant_id = :current_tenant_id', meaning: hidesWithout(tenant, `tenant_id = ${tenant}`) })
  if (has('status'))
    choices.push({
      sql: 'status = :user.status OR status LIKE :user.status',
      meaning: `status = ${status} OR status LIKE ${status}`,
    })
  return random.pick(choices)
}

type RowRules = { name: string; tables: Record<string, RowTableRule> }[]

function addForAll(
  tables: CatalogueTable[],
  person: GatePrincipal,
  rules: RowRules,
  meanings: Map<string, string[]>,
  random: Random,
): void {
  const tenant = person.tenantId ? `tenant_id = ${text(person.tenantId)}` : '0'
  const [column, sql, meaning] = random.pick([
    ['TENANT_ID', 'tenant_id = :current_tenant_id', tenant],
    ['salary', 'salary > 3', 'salary > 3'],
    ['order_id', 'order_id IS NOT NULL', 'order_id IS NOT NULL'],
    ['id', 'id <> 4', 'id <> 4'],
    ['nothing', 'nothing = 1', '0'],
  ] as const)
  rules.push({ name: 'for all', tables: { ALL: { condition: sql, when_column_exists: column } } })
  for (const table of tables) {
    const holds = table.columns.some(({ name }) => name.toLowerCase() === column.toLowerCase())
    if (holds) meanings.get(table.name)?.push(meaning)
  }
}

interface Resting {
  table: string
  requires: string
  meaning: string
}

function addResting(database: DatabaseSync, tables: CatalogueTable[], rules: RowRules, random: Random): Resting {
  const table = random.pick(tables)
  const requires = random.pick(tables.filter((other) => other !== table)).name
  const meaning = literalCondition(database, table, random)
  rules.push({ name: 'resting', tables: { [table.name]: { condition: meaning, always_apply: false, requires } } })
  return { table: table.name, requires, meaning }
}

const joins = {
  order_items: { parent: 'orders', on: 'order_items.order_id = orders.id' },
  orders: { parent: 'users', on: 'orders.user_id = users.id' },
}

/**
 * Everything that restricts a table's rows; a parent's conditional rule always applies to the tables that inherit from
 * it.
 */
function meaningOf(
  table: string,
  meanings: Map<string, string[]>,
  inherits: Record<keyof typeof joins, boolean>,
  resting: Resting | null,
  isRestless: boolean,
): string | null {
  const all = [...(meanings.get(table) ?? [])]
  if (resting?.table === table && isRestless) all.push(resting.meaning)
  if ((table === 'order_items' || table === 'orders') && inherits[table]) {
    const { parent, on } = joins[table]
    const above = meaningOf(parent, meanings, inherits, resting, true)
    all.push(`EXISTS (SELECT 1 FROM ${quoted(parent)} WHERE ${on} AND (${above ?? '1'}))`)
  }
  return all.length === 0 ? null : all.map((meaning) => `(${meaning})`).join(' AND ')
}

/** From the strictest to the mildest. */
const rank = { disallow: 0, null: 1, replace: 2, hash: 3, range: 4, custom: 5, partial: 6 } satisfies Record<
  MaskType,
  number
>

function randomMasks(tables: CatalogueTable[], random: Random) {
  const columnRules: NonNullable<Policies['columnRules']> = { rules: [] }
  const masks = new Map<string, Record<string, ColumnMask>>()
  for (const table of tables) {
    const strictest: Record<string, ColumnMask> = {}
    for (const column of table.columns.slice(1)) {
      for (let count = random.pick([0, 0, 0, 0, 1, 2, 3]); count > 0; count--) {
        const mask = maskOf(column, random)
        const name = random.pick([column.name, column.name.toUpperCase()])
        columnRules.rules.push({ name: `mask ${columnRules.rules.length}`, tables: { [table.name]: { [name]: mask } } })
        const known = strictest[column.name]
        if (!known || rank[mask.mask_type] < rank[known.mask_type]) strictest[column.name] = mask
      }
    }
    masks.set(table.name, strictest)
  }
  return { masks, columnRules }
}
