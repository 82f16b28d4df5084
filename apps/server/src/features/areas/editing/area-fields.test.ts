import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  areaColumnFields,
  areaFields,
  areaTableFields,
  areaTableInputSchema,
  areaJoinSchema,
  columnSecurityRuleSchema,
  createAreaRequestSchema,
  dimensionSchema,
  editableOf,
  metricSchema,
  namesOf,
  newEditable,
  noDefinitions,
  pickFields,
  rowSecurityRuleSchema,
  updateRequestOf,
  valueSynonymSchema,
} from '@parlance/contract'
import type { Area, AreaEditable, AreaFile, AreaTableInput } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A value that a schema accepts and that differs from the field's initial value. */
function sample(name: string, schema: JsonSchema, initial: unknown): unknown {
  const { anyOf, oneOf, const: only, enum: choices, type, items, properties = {} } = schema
  const option = (anyOf ?? oneOf)?.findLast((each) => each.type !== 'null')
  if (only !== undefined) return only
  if (option !== undefined) return sample(name, option, initial)
  if (choices !== undefined) return choices.findLast((choice) => choice !== initial)
  if (type === 'string') return `Some ${name}`
  if (type === 'boolean') return initial !== true
  if (type === 'number' || type === 'integer') return 7
  if (type === 'array') return [sample(name, items as JsonSchema, undefined)]
  if (type !== 'object') throw new Error(`There is no sample of ${name}: ${JSON.stringify(schema)}`)
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, sample(key, property as JsonSchema, undefined)]),
  )
}

function sampleOf<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  return schema.parse(sample('area', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), undefined))
}

/** Fills in every field. Fields that the databases and the gate check use names that exist there. */
function fill(applicationId: string): AreaEditable {
  const { properties = {} } = z.toJSONSchema(createAreaRequestSchema, { io: 'input', unrepresentable: 'any' })
  const samples = namesOf(areaFields).map((name) => [
    name,
    sample(name, properties[name] as JsonSchema, areaFields[name].initial),
  ])
  const table = sampleOf(areaTableInputSchema)
  const named = (table_name: string, column: string): AreaTableInput => ({
    ...table,
    table_name,
    columns: (table.columns ?? []).map((hint) => ({ ...hint, name: column })),
  })
  return {
    ...(Object.fromEntries(samples) as AreaEditable),
    is_default: false,
    application_id: applicationId,
    tables: [named('big_orders', 'amount'), named('customers', 'email')],
    joins: [
      {
        ...sampleOf(areaJoinSchema),
        left_table: 'big_orders',
        left_column: 'customer_id',
        right_table: 'customers',
        right_column: 'id',
        join_condition: 'big_orders.customer_id = customers.id',
        cardinality: 'many_to_one',
      },
    ],
    definitions: {
      ...noDefinitions,
      metrics: [
        {
          ...sampleOf(metricSchema),
          name: 'Revenue',
          computation: {
            kind: 'aggregate',
            table: 'big_orders',
            expression: 'SUM(amount)',
            condition: 'amount > 0',
            time_column: null,
          },
          dimensions: ['Region'],
          deprecated: null,
        },
      ],
      dimensions: [
        {
          ...sampleOf(dimensionSchema),
          name: 'Region',
          table: 'customers',
          expression: 'region',
          parent: null,
          deprecated: null,
        },
      ],
      value_synonyms: [{ ...sampleOf(valueSynonymSchema), table: 'customers', column: 'region' }],
    },
    row_security_rules: {
      rules: [{ ...sampleOf(rowSecurityRuleSchema), tables: { customers: { condition: 'region = :user.region' } } }],
      parameters: { ':user.region': 'The region that they sell in' },
    },
    column_security_rules: {
      rules: [{ ...sampleOf(columnSecurityRuleSchema), tables: { customers: { email: { mask_type: 'hash' } } } }],
    },
  }
}

const initialOf = (fields: Record<string, { initial: unknown }>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]))

let app: AreaApp
let filled: AreaEditable
/** The same area after each operation. */
let kept: Record<'created' | 'read' | 'changed' | 'copied', AreaEditable>
let file: AreaFile['area']
let imported: AreaEditable
/** The initial values of an import into another application. */
let elsewhere: AreaEditable
let viewed: Area

async function call(who: SignedInUser, method: 'GET' | 'POST' | 'PUT', path: string, payload?: unknown) {
  const answer = await app.api(who, method, `business-areas/${path}`, payload)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer
}
const make = async (editable: AreaEditable): Promise<Area> => (await call(app.admin, 'POST', '', editable)).json()

/** Changes every field with the calls that an edit makes. */
async function change({ area_id: id }: Area, editable: AreaEditable): Promise<Area> {
  await call(app.admin, 'PUT', id, updateRequestOf(editable))
  await call(app.admin, 'PUT', `${id}/joins`, [])
  await call(app.admin, 'PUT', `${id}/tables`, editable.tables)
  return (await call(app.admin, 'PUT', `${id}/joins`, editable.joins)).json()
}

beforeAll(async () => {
  app = await createAreaApp(null)
  const stored = await app.context.store.db.introspection.getTables()
  const columns = stored.find(({ name }) => name === 'areas')?.columns.map(({ name }) => name)
  const missing = Object.values(areaFields).filter(({ column }) => columns?.includes(column) !== true)
  if (missing.length > 0) throw new Error(`No migration adds ${missing.map(({ column }) => column).join(', ')}.`)
  filled = fill(app.applicationId)
  const created = await make(filled)
  const read: Area = (await call(app.admin, 'GET', created.area_id)).json()
  const begun = await make({ ...newEditable(app.applicationId), area_name: 'Begun', tables: filled.tables })
  const changed = await change(begun, filled)
  const copied = await make(editableOf(read))
  kept = {
    created: editableOf(created),
    read: editableOf(read),
    changed: editableOf(changed),
    copied: editableOf(copied),
  }
  const exported = (await call(app.admin, 'GET', `${created.area_id}/export`)).json<AreaFile>()
  file = exported.area
  const other = await app.newDatabase('other', [
    'customers (id integer primary key, email text, region text)',
    'big_orders (id integer primary key, customer_id integer, amount integer)',
  ])
  elsewhere = newEditable(other.applicationId)
  const taken = { application_id: other.applicationId, file: exported }
  imported = editableOf((await call(app.admin, 'POST', 'import', taken)).json())
  const viewer = await app.signIn('GENERAL')
  await call(app.admin, 'POST', `${created.area_id}/access`, { user_id: viewer.user.id })
  viewed = (await call(viewer, 'GET', created.area_id)).json()
})
afterAll(() => app.close())

describe('a business area with every field filled in', () => {
  test.each(namesOf(areaFields).filter((name) => name !== 'tables'))(
    'keeps %s when it is saved, read, changed, exported, imported, and copied',
    (name) => {
      const { initial, inFile, seenBy } = areaFields[name]
      expect(filled[name]).not.toEqual(initial)
      for (const editable of Object.values(kept)) expect(editable[name]).toEqual(filled[name])
      expect(Reflect.get(file, name)).toEqual(inFile ? filled[name] : undefined)
      expect(imported[name]).toEqual(inFile ? filled[name] : elsewhere[name])
      expect(viewed[name]).toEqual(seenBy === 'viewers' ? filled[name] : initial)
    },
  )

  test.each(namesOf(areaTableFields))(
    'keeps %s of a table when the area is saved, read, changed, exported, imported, and copied',
    (name) => {
      const { initial, inFile } = areaTableFields[name]
      const of = ({ tables }: { tables: AreaTableInput[] }) => tables.map((table) => table[name])
      for (const value of of(filled)) expect(value).not.toEqual(initial)
      for (const editable of Object.values(kept)) expect(of(editable)).toEqual(of(filled))
      expect(of(viewed)).toEqual(of(filled))
      expect(of(file)).toEqual(inFile ? of(filled) : [undefined, undefined])
      expect(of(imported)).toEqual(inFile ? of(filled) : [initial, initial])
    },
  )

  test('gives a stored area initial values for fields that were added later', async () => {
    const { area_id: id } = await make({ ...filled, area_name: 'Older' })
    const tables = JSON.stringify([{ name: 'customers', columns: [{ name: 'email' }] }])
    await app.context.store.db.updateTable('areas').set({ tables }).where('id', '=', id).execute()
    const older = editableOf((await call(app.admin, 'GET', id)).json())
    expect(older.tables).toEqual([
      {
        ...initialOf(areaTableFields),
        table_name: 'customers',
        columns: [{ ...initialOf(areaColumnFields), name: 'email' }],
      },
    ])
  })

  test('shows its rules only to those who may edit it', () => {
    const hidden = namesOf(areaFields).filter((name) => areaFields[name].seenBy === 'editors')
    expect(pickFields(viewed, hidden)).toEqual({ row_security_rules: {}, column_security_rules: {} })
  })
})
