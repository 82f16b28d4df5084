import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Business areas, and who may use them. */

/** A business area: a named group of tables of one application's databases. */
export interface AreasTable {
  id: string
  application_id: string
  /** Null: the account is gone. */
  owner_id: string | null
  name: string
  visibility: 'private' | 'public' | 'restricted'
  is_active: Flag
  /** Grows with each change of this row. */
  version: number
  table_count: number
  join_count: number
  created_at: string
  updated_at: string
  description: string | null
  instructions: string | null
  /** JSON list of texts. */
  synonyms: string
  /** JSON of the contract's RowSecurityRules; null: none. */
  row_rules: string | null
  /** JSON of the contract's ColumnSecurityRules; null: none. */
  column_rules: string | null
  /** JSON list of the contract's AreaJoin. */
  joins: string
  /** JSON list of AreaTableRecord. */
  tables: string
  /** What an administrator last saved or approved: who reaches it, and JSON of ApprovedContent; null: nothing. */
  approved_visibility: 'private' | 'public' | 'restricted' | null
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
