import { updateAreaRequestSchema } from './areas.ts'
import type {
  Area,
  AreaColumnHint,
  AreaListItem,
  AreaTable,
  AreaTableInput,
  CreateAreaRequest,
  UpdateAreaRequest,
} from './areas.ts'
import type { ExposurePart } from './protection.ts'

/*
 * What becomes of each field of an area, decided once: the store, the answers, the exported file, the model's hints, the
 * approvals, and the form all read these tables. A field that a schema has and its table lacks does not compile.
 */

/** What people fill in, by the schema. `is_default` is each user's own and is stored with them. */
type FilledIn = Exclude<keyof CreateAreaRequest, 'is_default'>
type Answer<Field extends FilledIn> = Field extends keyof Area ? Area[Field] : never

interface Kept<Value> {
  /** Its name in the server. */
  property: string
  /** Its value until someone fills it in. */
  initial: Value extends (infer Entry)[] ? readonly Entry[] : Value
}

interface Decided<Value> extends Kept<Value> {
  /** `viewers`: everyone who may see the area. `editors`: its owner and administrators; others get `initial`. */
  seenBy: 'viewers' | 'editors'
  /** It goes into an exported file, and with its table to another application. */
  inFile: boolean
  /** A model and the built-in engine read it. */
  toModel: boolean
  /** It decides who sees what of a protected table: an administrator approves it. */
  exposes: boolean
}

interface Stored<Field extends FilledIn> extends Decided<Answer<Field>> {
  /** Its column in the store's table `areas`; a migration adds it. */
  column: string
  /** `plain`: as it is. `flag`: 0 or 1. `json`: JSON text, or null. */
  encoding: Answer<Field> extends boolean ? 'flag' : Answer<Field> extends string | number | null ? 'plain' : 'json'
  seenBy: Field extends keyof AreaListItem ? 'viewers' : 'viewers' | 'editors'
  exposes: Field extends ExposurePart ? true : false
}

/** Describes the data: for everyone who may see the area, its file, and the model. */
const describing = { seenBy: 'viewers', inFile: true, toModel: true, exposes: false } as const
/** Decides who may ask: everyone who may see the area sees it. */
const admitting = { seenBy: 'viewers', inFile: true, toModel: false, exposes: true } as const
/** Protects rows and columns: a rule shows how, so only editors see it. */
const protecting = { seenBy: 'editors', inFile: true, toModel: false, exposes: true } as const

/** The fields of an area. */
export const areaFields = {
  area_name: { ...describing, property: 'name', column: 'name', encoding: 'plain', initial: '' },
  description: { ...describing, property: 'description', column: 'description', encoding: 'plain', initial: null },
  ai_instructions: {
    ...describing,
    property: 'instructions',
    column: 'instructions',
    encoding: 'plain',
    initial: null,
  },
  synonyms: { ...describing, property: 'synonyms', column: 'synonyms', encoding: 'json', initial: [] },
  visibility: { ...admitting, property: 'visibility', column: 'visibility', encoding: 'plain', initial: 'private' },
  application_id: {
    ...admitting,
    inFile: false,
    property: 'applicationId',
    column: 'application_id',
    encoding: 'plain',
    initial: '',
  },
  is_active: { ...admitting, property: 'isActive', column: 'is_active', encoding: 'flag', initial: true },
  tables: { ...describing, exposes: true, property: 'tables', column: 'tables', encoding: 'json', initial: [] },
  joins: { ...describing, property: 'joins', column: 'joins', encoding: 'json', initial: [] },
  row_security_rules: { ...protecting, property: 'rowRules', column: 'row_rules', encoding: 'json', initial: {} },
  column_security_rules: {
    ...protecting,
    property: 'columnRules',
    column: 'column_rules',
    encoding: 'json',
    initial: {},
  },
} as const satisfies { [Field in FilledIn]: Stored<Field> }

/** A field that people fill in of an area. */
export type AreaField = keyof typeof areaFields

/** Everything that people fill in of an area: the value of its form, and a whole request to create it. */
export type AreaEditable = Omit<Pick<Area, AreaField | 'is_default'>, 'tables'> & { tables: AreaTableInput[] }

/** The fields of an area's table. */
export const areaTableFields = {
  table_name: { ...describing, exposes: true, property: 'name', initial: '' },
  description: { ...describing, property: 'description', initial: null },
  synonyms: { ...describing, property: 'synonyms', initial: [] },
  columns: { ...describing, property: 'columns', initial: [] },
  // An administrator confirmed the view of one database: another database may have another view of that name.
  confirmed: { ...admitting, inFile: false, property: 'confirmed', initial: false },
} as const satisfies { [Field in keyof Required<AreaTableInput>]: Decided<AreaTable[Field]> }

/** The fields of a column's hint, which go wherever their table's `columns` go. */
export const areaColumnFields = {
  name: { property: 'name', initial: '' },
  description: { property: 'description', initial: null },
  synonyms: { property: 'synonyms', initial: [] },
} as const satisfies { [Field in keyof Required<AreaColumnHint>]: Kept<AreaTable['columns'][number][Field]> }

/** The names of the fields that have a decision. */
export type FieldsWith<Fields, Decision> = {
  [Name in keyof Fields]: Fields[Name] extends Decision ? Name : never
}[keyof Fields]

/** @returns the names of fields, in their order */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[]
}

/** @returns the names of the fields that have a decision, as in `{ inFile: true }` */
export function fieldsWith<Fields extends object, const Decision extends Partial<Decided<unknown>>>(
  fields: Fields,
  decision: Decision,
): FieldsWith<Fields, Decision>[] {
  const wanted = Object.entries(decision)
  return Object.entries(fields).flatMap(([name, field]) =>
    wanted.every(([key, value]) => field[key] === value) ? [name as FieldsWith<Fields, Decision>] : [],
  )
}

/** @returns only the named fields of an object, as far as it has them */
export function pickFields<Whole extends object, Name extends PropertyKey>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name & keyof Whole> {
  return Object.fromEntries(names.flatMap((name) => (name in whole ? [[name, Reflect.get(whole, name)]] : []))) as Pick<
    Whole,
    Name & keyof Whole
  >
}

/** @returns what the form of a new area opens with */
export function newEditable(applicationId: string): AreaEditable {
  const initial = Object.fromEntries(Object.entries(areaFields).map(([name, field]) => [name, field.initial]))
  return { ...structuredClone(initial as unknown as AreaEditable), application_id: applicationId, is_default: false }
}

/** @returns what people fill in of an area, as its form opens */
export function editableOf(area: Area): AreaEditable {
  const tables = area.tables.map((table) => pickFields(table, namesOf(areaTableFields)))
  return { ...pickFields(area, namesOf(areaFields)), is_default: area.is_default, tables }
}

/** @returns the request that saves the basic data and the rules; the tables and the joins have their own */
export function updateRequestOf(editable: AreaEditable): UpdateAreaRequest {
  return pickFields(editable, Object.keys(updateAreaRequestSchema.shape) as (keyof UpdateAreaRequest)[])
}
