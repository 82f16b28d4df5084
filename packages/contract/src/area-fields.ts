import { updateAreaRequestSchema } from './areas.ts'
import { noDefinitions } from './definitions.ts'
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
 * Decides for each field of an area where it is stored, shown, and exported. The store, the responses, the exported file,
 * the model's hints, the approvals, and the form all read these tables. If a field is missing here, the code does not
 * compile.
 */

/**
 * Fields that users fill in, by the schema. `is_default` belongs to each user and is stored with the user; `access` is
 * stored with the grants.
 */
type FilledIn = Exclude<keyof CreateAreaRequest, 'is_default' | 'access'>
type Answer<Field extends FilledIn> = Field extends keyof Area ? Area[Field] : never

interface Kept<Value> {
  /** Name of the field in the server. */
  property: string
  /** Value until a user fills it in. */
  initial: Value extends (infer Entry)[] ? readonly Entry[] : Value
}

interface Decided<Value> extends Kept<Value> {
  /** `viewers`: everyone who can see the area. `editors`: its owner and administrators. Others get `initial`. */
  seenBy: 'viewers' | 'editors'
  /** Whether exports contain it, also those to another application. */
  inFile: boolean
  /** Whether a model and the built-in engine read it. */
  toModel: boolean
  /** Whether it decides who sees what of a protected table, so that an administrator approves it. */
  exposes: boolean
}

interface Stored<Field extends FilledIn> extends Decided<Answer<Field>> {
  /** Column in the store's table `areas`. A migration adds it. */
  column: string
  /** `plain`: unchanged. `flag`: 0 or 1. `json`: JSON text or null. */
  encoding: Answer<Field> extends boolean ? 'flag' : Answer<Field> extends string | number | null ? 'plain' : 'json'
  seenBy: Field extends keyof AreaListItem ? 'viewers' : 'viewers' | 'editors'
  exposes: Field extends ExposurePart ? true : false
}

/** Describes the data, for everyone who can see the area, its file, and the model. */
const describing = { seenBy: 'viewers', inFile: true, toModel: true, exposes: false } as const
/** Decides who can ask. Everyone who can see the area sees it. */
const admitting = { seenBy: 'viewers', inFile: true, toModel: false, exposes: true } as const
/** Protects rows and columns. A rule shows how, so only editors see it. */
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
  sample_questions: {
    ...describing,
    property: 'sampleQuestions',
    column: 'sample_questions',
    encoding: 'json',
    initial: [],
  },
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
  definitions: {
    ...describing,
    toModel: false,
    property: 'definitions',
    column: 'definitions',
    encoding: 'json',
    initial: noDefinitions,
  },
  row_security_rules: { ...protecting, property: 'rowRules', column: 'row_rules', encoding: 'json', initial: {} },
  column_security_rules: {
    ...protecting,
    property: 'columnRules',
    column: 'column_rules',
    encoding: 'json',
    initial: {},
  },
} as const satisfies { [Field in FilledIn]: Stored<Field> }

/** A field of an area that users fill in. */
export type AreaField = keyof typeof areaFields

/** All fields of an area that users fill in: the value of its form, and a complete request to create it. */
export type AreaEditable = Omit<Pick<Area, AreaField | 'is_default'>, 'tables'> & { tables: AreaTableInput[] }

/** The fields of an area's table. */
export const areaTableFields = {
  table_name: { ...describing, exposes: true, property: 'name', initial: '' },
  description: { ...describing, property: 'description', initial: null },
  synonyms: { ...describing, property: 'synonyms', initial: [] },
  columns: { ...describing, property: 'columns', initial: [] },
  // An administrator confirmed the view of one database. Another database can have another view of that name.
  confirmed: { ...admitting, inFile: false, property: 'confirmed', initial: false },
} as const satisfies { [Field in keyof Required<AreaTableInput>]: Decided<AreaTable[Field]> }

/** The fields of a column's hint. They go where `columns` of the table goes. */
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

/** @returns the named fields that an object has */
export function pickFields<Whole extends object, Name extends PropertyKey>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name & keyof Whole> {
  return Object.fromEntries(names.flatMap((name) => (name in whole ? [[name, Reflect.get(whole, name)]] : []))) as Pick<
    Whole,
    Name & keyof Whole
  >
}

/** @returns the initial value of the form of a new area */
export function newEditable(applicationId: string): AreaEditable {
  const initial = Object.fromEntries(Object.entries(areaFields).map(([name, field]) => [name, field.initial]))
  return { ...structuredClone(initial as unknown as AreaEditable), application_id: applicationId, is_default: false }
}

/** @returns the initial value of the form of an area */
export function editableOf(area: Area): AreaEditable {
  const tables = area.tables.map((table) => pickFields(table, namesOf(areaTableFields)))
  return { ...pickFields(area, namesOf(areaFields)), is_default: area.is_default, tables }
}

/** @returns the request that saves an area */
export function updateRequestOf(editable: AreaEditable): UpdateAreaRequest {
  return pickFields(editable, Object.keys(updateAreaRequestSchema.shape) as (keyof UpdateAreaRequest)[])
}
