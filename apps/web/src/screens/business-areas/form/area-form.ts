import {
  editableOf,
  namesOf,
  newEditable,
  pickFields,
  updateRequestOf as updateOf,
  versionParts,
  type Area,
  type AreaAccessChange,
  type GrantedGroup,
  type AreaAccessList,
  type AreaEditable,
  type AreaJoin,
  type AreaTableInput,
  type ColumnSecurityRules,
  type CreateAreaRequest,
  type RowSecurityRules,
  type SaveDraftRequest,
  type UpdateAreaRequest,
} from '@parlance/contract'
import { cleanJoin, descriptiveJoins, textOfJoins } from './area-joins.ts'
import { findTable, formatTableNames, keyOfName, parseTableNames, type TableIndex } from './table-names.ts'

/** The sections of the dialog that contain fields of the area. */
export type AreaSection = 'basic' | 'tables' | 'joins' | 'row-security' | 'column-security'

export type NoRules = Record<string, never>

/** The fields of a business area that the dialog changes, each with a value. */
export type EditableArea = { [Field in keyof AreaEditable]: NonNullable<AreaEditable[Field]> }

/** How tables and joins are entered, and what is saved with the area but not in it. */
interface AreaEntry {
  /** Null until the tables of the databases are known. */
  tableMode: 'text' | 'select' | null
  /** The text typed in text mode; `tables` follows when typing stops. */
  tableText: string
  joinMode: 'text' | 'structured'
  joinText: string
  /** Users and groups that get or lose access when the area is saved. */
  access: { add: AccessEntry[]; remove: string[]; addGroups: GrantedGroup[]; removeGroups: string[] }
  /** IDs of the verified examples that removed tables take with them. */
  removedExamples: string[]
  /** Why the area is changed, for the list of its versions. */
  changeReason: string
}

export type AccessEntry = AreaAccessList['access_list'][number]

export type AreaForm = EditableArea & AreaEntry

export type EditForm = (change: Partial<AreaForm> | ((form: AreaForm) => Partial<AreaForm>)) => void

/** The section that edits each field. The form loads, compares and saves exactly these fields. */
const sectionOf = {
  area_name: 'basic',
  description: 'basic',
  ai_instructions: 'basic',
  synonyms: 'basic',
  sample_questions: 'basic',
  application_id: 'basic',
  visibility: 'basic',
  is_default: 'basic',
  is_active: 'basic',
  tables: 'tables',
  joins: 'joins',
  definitions: 'joins',
  row_security_rules: 'row-security',
  column_security_rules: 'column-security',
} as const satisfies Record<keyof AreaEditable, AreaSection>

const fields = namesOf(sectionOf)

/** An access list that doesn't change. */
export const sameAccess: AreaEntry['access'] = { add: [], remove: [], addGroups: [], removeGroups: [] }

const nothingBeside = { access: sameAccess, removedExamples: [], changeReason: '' }

/** A new area starts private, active, not as a default, and with a table picker, unless `start` says otherwise. */
export function newAreaForm(applicationId: string | null, start: Partial<AreaEditable> = {}): AreaForm {
  return {
    ...filled({ ...newEditable(applicationId ?? ''), ...start }),
    tableMode: null,
    tableText: formatTableNames(start.tables?.map((table) => table.table_name) ?? []),
    joinMode: 'structured',
    joinText: '',
    ...nothingBeside,
  }
}

/** How joins are entered: in words if none of them names two tables. */
export function formOfJoins(joins: AreaJoin[]): Pick<AreaForm, 'joins' | 'joinMode' | 'joinText'> {
  const isText = joins.length > 0 && descriptiveJoins(joins).length === joins.length
  return { joins, joinMode: isText ? 'text' : 'structured', joinText: isText ? textOfJoins(joins) : '' }
}

export function formOfArea(area: Area): AreaForm {
  return {
    ...filled(editableOf(area)),
    tableMode: null,
    tableText: formatTableNames(area.tables.map((table) => table.table_name)),
    ...formOfJoins(area.joins),
    ...nothingBeside,
  }
}

/** Inputs show missing text as empty. */
function filled(area: AreaEditable): EditableArea {
  return { ...area, description: area.description ?? '', ai_instructions: area.ai_instructions ?? '' }
}

/** The mode in which an existing area's tables open: text if a name is not in the list or if there are none. */
export function openingTableMode(form: AreaForm, isNew: boolean, index: TableIndex | null): 'text' | 'select' {
  if (isNew) return index === null ? 'text' : 'select'
  const names = form.tables.map((table) => table.table_name)
  const isOdd = names.some((name) => /[, ]/.test(name) || (index !== null && findTable(index, name) === null))
  return isOdd || names.length === 0 ? 'text' : 'select'
}

/** The tables that the text names, in the catalog's spelling, with their existing hints. */
export function tablesOfText(form: Pick<AreaForm, 'tableText' | 'tables'>, index: TableIndex | null): AreaTableInput[] {
  const known = new Map(form.tables.map((table) => [keyOfName(table.table_name), table]))
  const tables = new Map<string, AreaTableInput>()
  for (const typed of parseTableNames(form.tableText)) {
    const name = (index === null ? null : findTable(index, typed))?.table_name ?? typed
    const before = known.get(keyOfName(name))
    tables.set(name, before?.table_name === name ? before : { ...before, table_name: name })
  }
  const list = [...tables.values()]
  // Return the same list if the tables are the same, so that nothing renders again.
  return list.length === form.tables.length && list.every((table, at) => table === form.tables[at]) ? form.tables : list
}

/** Names that no database of the application has; only text mode can contain some. */
export function invalidTables(form: Pick<AreaForm, 'tableMode' | 'tables'>, index: TableIndex | null): string[] {
  if (index === null || form.tableMode !== 'text') return []
  return form.tables.map((table) => table.table_name).filter((name) => findTable(index, name) === null)
}

/** The joins to save: those of the builder without empty fields. */
export function joinsOf({ joins }: Pick<AreaForm, 'joins'>): AreaJoin[] {
  return joins.map(cleanJoin).filter((join) => join !== null)
}

/** The rules as saved: an empty object if there are none. Parameter meanings are saved even without rules. */
function rulesOf<Rules extends RowSecurityRules | ColumnSecurityRules>(rules: Rules | NoRules): Rules | NoRules {
  if (!('rules' in rules)) return {}
  const hasParameters = 'parameters' in rules && Object.keys(rules.parameters ?? {}).length > 0
  return rules.rules.length > 0 || hasParameters ? rules : {}
}

/** The area as saved. */
function areaOf(form: AreaForm): EditableArea {
  return {
    ...pickFields(form, fields),
    area_name: form.area_name.trim(),
    description: form.description.trim(),
    ai_instructions: form.ai_instructions.trim(),
    tables: form.tables.map(tableRequestOf),
    joins: joinsOf(form),
    row_security_rules: rulesOf(form.row_security_rules),
    column_security_rules: rulesOf(form.column_security_rules),
  }
}

/** The request that creates an area; leaves out empty rules. Checking a draft sends a part of it. */
export function createRequestOf(form: AreaForm): CreateAreaRequest {
  const { row_security_rules: row, column_security_rules: column, ...area } = areaOf(form)
  return {
    ...area,
    ...('rules' in row && { row_security_rules: row }),
    ...('rules' in column && { column_security_rules: column }),
    ...accessOf(form),
  }
}

/** The request that saves an existing area. */
export function updateRequestOf(form: AreaForm): UpdateAreaRequest {
  const { removedExamples } = form
  const reason = form.changeReason.trim()
  return {
    ...updateOf(areaOf(form)),
    ...accessOf(form),
    ...(removedExamples.length > 0 && { removed_examples: removedExamples }),
    ...(reason !== '' && { change_reason: reason }),
  }
}

/** What the draft of the area says. Everything else has no draft. */
export function draftOf(form: AreaForm): SaveDraftRequest['content'] {
  const { description, ai_instructions, synonyms, sample_questions, tables, joins, definitions } = areaOf(form)
  return {
    description,
    ai_instructions,
    synonyms,
    sample_questions,
    tables: tables.map((table) => pickFields(table, ['table_name', 'description', 'synonyms', 'columns'])),
    joins,
    definitions,
  }
}

/** Whether the form changes something that has no draft, such as tables, rules, and access. */
export function changesPublished(form: AreaForm, initial: AreaForm): boolean {
  const own = {
    ...initial,
    ...pickFields(form, versionParts),
    joinText: form.joinText,
    changeReason: form.changeReason,
  }
  const namesOfTables = ({ tables }: AreaForm) => tables.map((table) => [table.table_name, table.confirmed ?? false])
  return isChanged(form, own) || !isSame(namesOfTables(form), namesOfTables(initial))
}

/** The change to the access list; only a restricted area has one. */
function accessOf({ visibility, access }: AreaForm): { access?: AreaAccessChange } {
  const { add, remove, addGroups, removeGroups } = access
  if (visibility !== 'restricted' || Object.values(access).every(({ length }) => length === 0)) return {}
  return {
    access: {
      add: add.map((entry) => entry.user_id),
      remove,
      add_groups: addGroups.map((group) => group.group_id),
      remove_groups: removeGroups,
    },
  }
}

/** A table with its hints; empty hints are left out. */
export function tableRequestOf({
  description,
  synonyms,
  columns,
  confirmed,
  ...table
}: AreaTableInput): AreaTableInput {
  const described = columns?.filter((column) => isText(column.description) || (column.synonyms ?? []).length > 0) ?? []
  return {
    ...table,
    ...(isText(description) && { description }),
    ...(synonyms !== undefined && synonyms.length > 0 && { synonyms }),
    ...(described.length > 0 && { columns: described }),
    ...(confirmed === true && { confirmed }),
  }
}

/** Whether the form has input that saving would change. */
export function isChanged(form: AreaForm, initial: AreaForm): boolean {
  if (form.tableMode === 'text' && form.tableText !== initial.tableText) return true
  if ('access' in accessOf(form)) return true
  if (form.joinText !== initial.joinText || !isSame(joinsOf(form), joinsOf(initial))) return true
  return fields.some((field) => field !== 'joins' && !isSame(form[field], initial[field]))
}

/** Whether saving makes a new version of what the area says. Rules and access have no versions. */
export function isVersioned(form: AreaForm, initial: AreaForm): boolean {
  return versionParts.some((part) => !isSame(form[part], initial[part]))
}

/** Whether nothing was edited between the two; unchanged lists keep their identity. */
export function isSameForm(form: AreaForm, other: AreaForm): boolean {
  return Object.entries(other).every(([name, value]) => form[name as keyof AreaForm] === value)
}

const jsonTexts = new WeakMap<object, string>()

function isSame(one: unknown, other: unknown): boolean {
  return one === other || jsonOf(one) === jsonOf(other)
}

/** Serializes lists of many thousand tables once, not on every key press. */
function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const known = jsonTexts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  jsonTexts.set(value, text)
  return text
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== ''
}
