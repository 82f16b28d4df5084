import type {
  Area,
  AreaField,
  AreaProblem,
  AreaTable,
  areaColumnFields,
  areaFields,
  areaTableFields,
  FieldsWith,
  Visibility,
} from '@parlance/contract'

/*
 * An area as the server has it: its fields under the names, and with the values, that `areaFields` gives them.
 */

type AreaFields = typeof areaFields
type TableFields = typeof areaTableFields
type NoRules = Extract<Area['row_security_rules'], Record<string, never>>

/** What the server calls some fields. */
export type PropertiesOf<
  Fields extends Record<string, { property: string }>,
  Name extends keyof Fields = keyof Fields,
> = Fields[Name]['property']

/** A table of an area as it is stored, in the catalogue's own spelling. */
export type AreaTableRecord = {
  [Field in keyof TableFields as TableFields[Field]['property']]: AreaTable[Field]
}

/** An area without rules has null for them. */
type ValueOf<Field extends AreaField> = NoRules extends Area[Field] ? Exclude<Area[Field], NoRules> | null : Area[Field]

/** What people fill in of an area, as it is stored. */
export type AreaValues = {
  [Field in AreaField as AreaFields[Field]['property']]: Field extends 'tables' ? AreaTableRecord[] : ValueOf<Field>
}

/** What the server has for fields. */
export type ValuesOf<Fields> = Fields extends AreaFields
  ? AreaValues
  : Fields extends TableFields
    ? AreaTableRecord
    : Fields extends typeof areaColumnFields
      ? AreaTableRecord['columns'][number]
      : never

/** What decides who sees what of a protected table. */
export type ExposingProperty = PropertiesOf<AreaFields, FieldsWith<AreaFields, { exposes: true }>>

/** What an area shows, and to whom, as an administrator last saved or approved it (R24). */
export interface ApprovedExposure extends Omit<Pick<AreaValues, ExposingProperty>, 'tables'> {
  ownerId: string | null
  tables: Pick<AreaTableRecord, PropertiesOf<TableFields, FieldsWith<TableFields, { exposes: true }>>>[]
}

/** The part of it that the store keeps as one text. */
export type ApprovedContent = Omit<ApprovedExposure, 'visibility' | 'ownerId'>

/** What is proven when an area is saved or checked: its names and rules against the databases of an application. */
export type AreaDraft = Pick<AreaValues, 'applicationId' | 'tables' | 'joins' | 'rowRules' | 'columnRules'>

/** A business area as it is stored. */
export interface AreaRecord extends AreaValues {
  id: string
  /** Null: the account is gone. */
  ownerId: string | null
  /** Null: no administrator has saved or approved it, so it shows no protected table. */
  approved: ApprovedExposure | null
  /** The version of which an administrator declined to approve what it shows; null: none. */
  declinedVersion: number | null
  /** Grows with each change of the area itself; grants and defaults leave it. */
  version: number
  createdAt: string
  updatedAt: string
}

/** A tested database of an application: what an area is proven against. */
export interface TestedDatabase {
  connectionId: string
  name: string
  ownerId: string | null
  visibility: Visibility
}

/** What proving a draft found. */
export interface AreaProof {
  problems: AreaProblem[]
  /** Names of the tested databases that it was proven against. */
  databases: string[]
}
