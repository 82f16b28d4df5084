import type {
  Area,
  AreaJoin,
  AreaTableInput,
  ColumnSecurityRules,
  CreateAreaRequest,
  RowSecurityRules,
  UpdateAreaRequest,
  Visibility,
} from '@parlance/contract'
import { findTable, formatTableNames, keyOfName, parseTableNames, type TableIndex } from '../tables/table-names.ts'
import { cleanJoin, descriptiveJoins, joinsOfText, textOfJoins } from '../joins/area-joins.ts'

export type NoRules = Record<string, never>

/** What the dialog shows and changes of one business area. */
export interface AreaForm {
  name: string
  description: string
  instructions: string
  synonyms: string[]
  applicationId: string | null
  visibility: Visibility
  isDefault: boolean
  isActive: boolean
  /** Null until it is known which tables the databases have. */
  tableMode: 'text' | 'select' | null
  /** What stands in text mode; `tables` follows when typing stops. */
  tableText: string
  tables: AreaTableInput[]
  joinMode: 'text' | 'structured'
  joinText: string
  joins: AreaJoin[]
  rowRules: RowSecurityRules | NoRules
  columnRules: ColumnSecurityRules | NoRules
}

export type EditForm = (change: Partial<AreaForm> | ((form: AreaForm) => Partial<AreaForm>)) => void

/** A new area begins private, active, nobody's default, and with the tables to be picked. */
export function newAreaForm(applicationId: string | null): AreaForm {
  return {
    name: '',
    description: '',
    instructions: '',
    synonyms: [],
    applicationId,
    visibility: 'private',
    isDefault: false,
    isActive: true,
    tableMode: null,
    tableText: '',
    tables: [],
    joinMode: 'structured',
    joinText: '',
    joins: [],
    rowRules: {},
    columnRules: {},
  }
}

export function formOfArea(area: Area): AreaForm {
  const isText = area.joins.length > 0 && descriptiveJoins(area.joins).length === area.joins.length
  return {
    name: area.area_name,
    description: area.description ?? '',
    instructions: area.ai_instructions ?? '',
    synonyms: area.synonyms,
    applicationId: area.application_id,
    visibility: area.visibility,
    isDefault: area.is_default,
    isActive: area.is_active,
    tableMode: null,
    tableText: formatTableNames(area.tables.map((table) => table.table_name)),
    tables: area.tables.map(({ table_name, description, synonyms, columns, confirmed }) => ({
      table_name,
      description,
      synonyms,
      columns,
      confirmed,
    })),
    joinMode: isText ? 'text' : 'structured',
    joinText: isText ? textOfJoins(area.joins) : '',
    joins: isText ? [] : area.joins,
    rowRules: area.row_security_rules,
    columnRules: area.column_security_rules,
  }
}

/**
 * How an existing area's tables open: as text where a name could not be picked from the list, or where there are none.
 */
export function openingTableMode(form: AreaForm, isNew: boolean, index: TableIndex | null): 'text' | 'select' {
  if (isNew) return index === null ? 'text' : 'select'
  const names = form.tables.map((table) => table.table_name)
  const isOdd = names.some((name) => /[, ]/.test(name) || (index !== null && findTable(index, name) === null))
  return isOdd || names.length === 0 ? 'text' : 'select'
}

/** The tables that the text names, in the catalogue's spelling, with the hints that they had. */
export function tablesOfText(form: Pick<AreaForm, 'tableText' | 'tables'>, index: TableIndex | null): AreaTableInput[] {
  const known = new Map(form.tables.map((table) => [keyOfName(table.table_name), table]))
  const tables = new Map<string, AreaTableInput>()
  for (const typed of parseTableNames(form.tableText)) {
    const name = (index === null ? null : findTable(index, typed))?.table_name ?? typed
    const before = known.get(keyOfName(name))
    tables.set(name, before?.table_name === name ? before : { ...before, table_name: name })
  }
  const list = [...tables.values()]
  // The same tables stay the same list, so that nothing that shows them is drawn again.
  return list.length === form.tables.length && list.every((table, at) => table === form.tables[at]) ? form.tables : list
}

/** The form as it is to be saved: what was typed last counts. */
export function settledForm(form: AreaForm, index: TableIndex | null): AreaForm {
  return form.tableMode === 'text' ? { ...form, tables: tablesOfText(form, index) } : form
}

/** Names that no database of the application has; only text mode can hold some. */
export function invalidTables(form: Pick<AreaForm, 'tableMode' | 'tables'>, index: TableIndex | null): string[] {
  if (index === null || form.tableMode !== 'text') return []
  return form.tables.map((table) => table.table_name).filter((name) => findTable(index, name) === null)
}

/** The joins that are saved: the builder's, or the text's lines. */
export function joinsOf(form: Pick<AreaForm, 'joinMode' | 'joinText' | 'joins'>): AreaJoin[] {
  if (form.joinMode === 'text') return joinsOfText(form.joinText)
  return form.joins.map(cleanJoin).filter((join) => join !== null)
}

/** The rules as they are saved: none is an empty object. What parameters mean is kept without rules too. */
function rulesOf<Rules extends RowSecurityRules | ColumnSecurityRules>(rules: Rules | NoRules): Rules | NoRules {
  if (!('rules' in rules)) return {}
  const hasParameters = 'parameters' in rules && Object.keys(rules.parameters ?? {}).length > 0
  return rules.rules.length > 0 || hasParameters ? rules : {}
}

export function createRequestOf(form: AreaForm): CreateAreaRequest {
  const row = rulesOf(form.rowRules)
  const column = rulesOf(form.columnRules)
  return {
    ...basicsOf(form),
    application_id: form.applicationId ?? '',
    tables: form.tables.map(tableRequestOf),
    joins: joinsOf(form),
    is_active: form.isActive,
    ...('rules' in row && { row_security_rules: row }),
    ...('rules' in column && { column_security_rules: column }),
  }
}

export function updateRequestOf(form: AreaForm): UpdateAreaRequest {
  return {
    ...basicsOf(form),
    is_active: form.isActive,
    ...(form.applicationId !== null && { application_id: form.applicationId }),
    row_security_rules: rulesOf(form.rowRules),
    column_security_rules: rulesOf(form.columnRules),
  }
}

/** A table with what there is to say of it: empty hints are left out. */
export function tableRequestOf({
  table_name,
  description,
  synonyms,
  columns,
  confirmed,
}: AreaTableInput): AreaTableInput {
  const told = columns?.filter((column) => isText(column.description) || (column.synonyms ?? []).length > 0) ?? []
  return {
    table_name,
    ...(isText(description) && { description }),
    ...(synonyms !== undefined && synonyms.length > 0 && { synonyms }),
    ...(told.length > 0 && { columns: told }),
    ...(confirmed === true && { confirmed }),
  }
}

/** Whether something was typed or chosen that saving would change. */
export function isChanged(form: AreaForm, initial: AreaForm): boolean {
  const { tableMode, tableText, joinMode: _mode, joinText, joins: _joins, ...others } = form
  if (tableMode === 'text' && tableText !== initial.tableText) return true
  if (joinText !== initial.joinText || !isSame(joinsOf(form), joinsOf(initial))) return true
  return Object.entries(others).some(([name, value]) => !isSame(value, initial[name as keyof AreaForm]))
}

const jsonTexts = new WeakMap<object, string>()

function isSame(one: unknown, other: unknown): boolean {
  return one === other || jsonOf(one) === jsonOf(other)
}

/** Lists of many thousand tables are written once, not at every key that is pressed. */
function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const known = jsonTexts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  jsonTexts.set(value, text)
  return text
}

function basicsOf(form: AreaForm) {
  return {
    area_name: form.name.trim(),
    description: form.description.trim(),
    ai_instructions: form.instructions.trim(),
    synonyms: form.synonyms,
    is_default: form.isDefault,
    visibility: form.visibility,
  }
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== ''
}
