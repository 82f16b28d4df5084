import type { Area, AreaField, areaFields, Visibility } from '@parlance/contract'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Business areas, and who may use them. */

type Fields = typeof areaFields

/** A list is never null; rules are, where there are none. */
type Json<Value> = Value extends readonly unknown[] ? string : string | null

type Encoded<Field extends AreaField> = {
  plain: Area[Field]
  flag: Flag
  json: Json<Area[Field]>
}[Fields[Field]['encoding']]

/** The columns of what people fill in, as `areaFields` names and encodes them. */
type AreaFieldColumns = { [Field in AreaField as Fields[Field]['column']]: Encoded<Field> }

/** A business area: a named group of tables of one application's databases. */
export interface AreasTable extends AreaFieldColumns {
  id: string
  /** Null: the account is gone. */
  owner_id: string | null
  /** Grows with each change of this row. */
  version: number
  table_count: number
  join_count: number
  created_at: string
  updated_at: string
  /** What an administrator last saved or approved: who reaches it, and JSON of ApprovedContent; null: nothing. */
  approved_visibility: Visibility | null
  approved_owner_id: string | null
  approved_content: string | null
  /** The version of which an administrator declined to approve what it shows. */
  declined_version: number | null
}

/** Who may use a restricted area. */
export interface AreaAccessTable {
  area_id: string
  user_id: string
  granted_by: string | null
  created_at: string
  /** An administrator granted or approved it: it reaches protected tables too. */
  is_approved: Generated<Flag>
}

/** The area that a user's questions run in where they name none. */
export interface DefaultAreasTable {
  user_id: string
  application_id: string
  area_id: string
  updated_at: string
}
