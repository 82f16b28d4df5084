import type { Area, AreaField, areaFields, DefinitionKind, Definitions, Visibility } from '@parlance/contract'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Business areas, and who may use them. */

type Fields = typeof areaFields

/** Lists and definitions are never null. Rules are null if there are none. */
type Json<Value> = Value extends readonly unknown[] | Definitions ? string : string | null

type Encoded<Field extends AreaField> = {
  plain: Area[Field]
  flag: Flag
  json: Json<Area[Field]>
}[Fields[Field]['encoding']]

/** The columns that users edit, as named and encoded by `areaFields`. */
type AreaFieldColumns = { [Field in AreaField as Fields[Field]['column']]: Encoded<Field> }

/** A business area: a named group of tables from one application's databases. */
export interface AreasTable extends AreaFieldColumns {
  id: string
  /** Null: the account was deleted. */
  owner_id: string | null
  /** Incremented with each change of this row. */
  version: number
  /** JSON of the version in which each definition last changed. */
  definition_versions: Generated<string>
  table_count: number
  join_count: number
  created_at: string
  updated_at: string
  /** What an administrator last saved or approved: who can reach it, and JSON of ApprovedContent; null if nothing. */
  approved_visibility: Visibility | null
  approved_owner_id: string | null
  approved_content: string | null
  /** The version whose content an administrator declined to approve. */
  declined_version: number | null
}

/** What an area said after a change: its instructions, synonyms, tables, relationships, and definitions, but no rules. */
export interface AreaVersionsTable {
  area_id: string
  /** The area's version after the change. */
  number: number
  /** Who made the change. Null if the account was deleted. */
  user_id: string | null
  created_at: string
  reason: string | null
  /** The version that the change restored. */
  restored_from: number | null
  /** JSON of the names of the fields that the change concerned. */
  changes: string
  /** JSON of VersionContent. */
  content: string
}

/** What an area will say: the changes that its owners have not published yet. */
export interface AreaDraftsTable {
  area_id: string
  /** Another text each time the draft is saved. */
  revision: string
  /** JSON of DraftChange[]: only what differs from the area. */
  changes: string
  /** Null if the account was deleted. */
  started_by: string | null
  started_at: string
  updated_by: string | null
  updated_at: string
  /** The version of the area that the draft was last proven with. */
  proven_version: number
  /** Whose databases the problems name. Null if the account was deleted. */
  proven_by: string | null
  has_errors: Flag
  /** JSON of AreaProblem[]. */
  problems: string
  /** Another text each time one of its examples changes; null if none did. */
  examples_revision: string | null
}

/** A verified example that a draft adds, changes, or deletes. */
export interface AreaDraftExamplesTable {
  area_id: string
  /** The example that it changes or deletes, or the ID that a new one will have. */
  example_id: string
  connection_id: string
  /** The example when the draft changed it. Both are null for a new one. */
  question_before: string | null
  sql_before: string | null
  /** Both are null if the draft deletes it. */
  question: string | null
  sql_query: string | null
  written_at: string
}

/** How many answers used a definition on one day. */
export interface DefinitionUsageTable {
  area_id: string
  kind: DefinitionKind
  name: string
  /** As yyyy-mm-dd in UTC. */
  day: string
  answers: number
}

/** A definition that was proposed for an area and rejected. */
export interface RejectedProposalsTable {
  area_id: string
  /** `portableKey` of the proposed item. */
  proposal_key: string
  /** Who rejected it. Null if the account was deleted. */
  user_id: string | null
  rejected_at: string
}

/** An unclear word in a conversation about an area. It is deleted with the conversation. */
export interface AskedWordsTable {
  area_id: string
  /** In lower case. */
  phrase: string
  session_id: string
  user_id: string
  /** The last day, as yyyy-mm-dd in UTC. */
  asked_on: string
}

/** Who may use a restricted area. */
export interface AreaAccessTable {
  area_id: string
  user_id: string
  granted_by: string | null
  created_at: string
  /** An administrator granted or approved it, so it also covers protected tables. */
  is_approved: Generated<Flag>
}

/** The area for a user's questions that don't name one. */
export interface DefaultAreasTable {
  user_id: string
  application_id: string
  area_id: string
  updated_at: string
}
