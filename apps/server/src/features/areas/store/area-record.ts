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

/* An area in the server: its fields with the names and values of `areaFields`. */

type AreaFields = typeof areaFields
type TableFields = typeof areaTableFields
type NoRules = Extract<Area['row_security_rules'], Record<string, never>>

/** The server's names for some fields. */
export type PropertiesOf<
  Fields extends Record<string, { property: string }>,
  Name extends keyof Fields = keyof Fields,
> = Fields[Name]['property']

/** A stored table of an area, in the catalog's own spelling. */
export type AreaTableRecord = {
  [Field in keyof TableFields as TableFields[Field]['property']]: AreaTable[Field]
}

/** An area without rules has null instead. */
type ValueOf<Field extends AreaField> = NoRules extends Area[Field] ? Exclude<Area[Field], NoRules> | null : Area[Field]

/** The fields of an area that users fill in, as they are stored. */
export type AreaValues = {
  [Field in AreaField as AreaFields[Field]['property']]: Field extends 'tables' ? AreaTableRecord[] : ValueOf<Field>
}

/** The server's values of some fields. */
export type ValuesOf<Fields> = Fields extends AreaFields
  ? AreaValues
  : Fields extends TableFields
    ? AreaTableRecord
    : Fields extends typeof areaColumnFields
      ? AreaTableRecord['columns'][number]
      : never

/** The fields that decide who sees what of a protected table. */
export type ExposingProperty = PropertiesOf<AreaFields, FieldsWith<AreaFields, { exposes: true }>>

/** What an area shows and to whom, as an administrator last saved or approved it (R24). */
export interface ApprovedExposure extends Omit<Pick<AreaValues, ExposingProperty>, 'tables'> {
  ownerId: string | null
  tables: Pick<AreaTableRecord, PropertiesOf<TableFields, FieldsWith<TableFields, { exposes: true }>>>[]
}

/** The part that the store saves as one text. */
export type ApprovedContent = Omit<ApprovedExposure, 'visibility' | 'ownerId'>

/** The fields that are proven against an application's databases when an area is saved or checked. */
export type AreaDraft = Pick<
  AreaValues,
  'applicationId' | 'tables' | 'joins' | 'definitions' | 'rowRules' | 'columnRules'
>

/** A stored business area. */
export interface AreaRecord extends AreaValues {
  id: string
  /** Null if the account was deleted. */
  ownerId: string | null
  /** Null if no administrator has saved or approved it, so it shows no protected table. */
  approved: ApprovedExposure | null
  /** The version that an administrator declined to approve. Null if none. */
  declinedVersion: number | null
  /** Increases with each change of the area itself, but not with changes of grants and defaults. */
  version: number
  /** The version in which each definition last changed, by `definitionKey`. */
  definitionVersions: Readonly<Record<string, number>>
  createdAt: string
  updatedAt: string
}

/** A tested database of an application, used to prove an area. */
export interface TestedDatabase {
  connectionId: string
  name: string
  ownerId: string | null
  visibility: Visibility
}

/** The result of proving a draft. */
export interface AreaProof {
  problems: AreaProblem[]
  /** Names of the tested databases that the draft was proven against. */
  databases: string[]
}
