import { namesOf } from '@parlance/contract'
import { isChanged, joinsOf, sameAccess, type AreaForm } from './area-form.ts'
import { keyOfName } from './table-names.ts'

const single = [
  'area_name',
  'description',
  'ai_instructions',
  'synonyms',
  'sample_questions',
  'application_id',
  'visibility',
  'is_default',
  'is_active',
] as const

/** How many fields, tables, relationships, definitions, rules, and grants saving would change. */
export function countChanges(form: AreaForm, initial: AreaForm): number {
  if (!isChanged(form, initial)) return 0
  const access = form.visibility === 'restricted' ? form.access : sameAccess
  const count =
    single.filter((field) => JSON.stringify(form[field]) !== JSON.stringify(initial[field])).length +
    changedTables(form.tables, initial.tables) +
    changedItems(joinsOf(form), joinsOf(initial)) +
    changedDefinitions(form.definitions, initial.definitions) +
    changedItems(rulesOf(form.row_security_rules), rulesOf(initial.row_security_rules)) +
    changedItems(rulesOf(form.column_security_rules), rulesOf(initial.column_security_rules)) +
    Object.values(access).reduce((sum, { length }) => sum + length, 0)
  // A text that is still being typed is a change too.
  return Math.max(count, 1)
}

function changedDefinitions(now: AreaForm['definitions'], before: AreaForm['definitions']): number {
  if (now === before) return 0
  return namesOf(now).reduce((sum, list) => sum + changedItems(now[list], before[list]), 0)
}

/** The rules; none for the empty object of an area without rules. */
function rulesOf(value: AreaForm['row_security_rules' | 'column_security_rules']): readonly unknown[] {
  return 'rules' in value ? value.rules : []
}

function changedTables(now: AreaForm['tables'], before: AreaForm['tables']): number {
  if (now === before) return 0
  const old = new Map(before.map((table) => [keyOfName(table.table_name), table]))
  const names = new Set(now.map((table) => keyOfName(table.table_name)))
  const isOther = (table: AreaForm['tables'][number]) => {
    const known = old.get(keyOfName(table.table_name))
    return known !== table && JSON.stringify(known) !== JSON.stringify(table)
  }
  return now.filter(isOther).length + [...old.keys()].filter((name) => !names.has(name)).length
}

/** An edited item is one change, although it is both a new one and a missing one. */
function changedItems(now: readonly unknown[], before: readonly unknown[]): number {
  if (now === before) return 0
  return Math.max(notIn(before, now), notIn(now, before))
}

function notIn(others: readonly unknown[], items: readonly unknown[]): number {
  const known = new Set(others.map((other) => JSON.stringify(other)))
  return items.filter((item) => !known.has(JSON.stringify(item))).length
}
