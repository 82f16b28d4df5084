import { message, type Message } from '@parlance/contract'
import type { ColumnMask, Policies } from '../contract.ts'
import type { Place, PolicyProblem, Section } from './check-context.ts'

type Rules = Pick<Policies, 'rowRules' | 'columnRules'>
type Range = NonNullable<ColumnMask['ranges']>[number]

/**
 * Finds contradictions that are the same in every database: names used twice, rules that protect nothing, and ranges
 * that no number can be in. A problem of a whole rule has an empty table and part.
 */
export function checkConsistency({ rowRules, columnRules }: Rules): PolicyProblem[] {
  const rows = rowRules?.rules ?? []
  const columns = columnRules?.rules ?? []
  return [
    ...repeatedNames('rows', rows),
    ...rows
      .filter(({ tables }) => Object.keys(tables).length === 0)
      .map(({ name }) => problem('rows', wholeRule(name), noTablesText, 'error')),
    ...repeatedNames('columns', columns),
    ...columns
      .filter(({ tables }) => Object.values(tables).every((masks) => Object.keys(masks).length === 0))
      .map(({ name }) => problem('columns', wholeRule(name), noMasksText, 'error')),
    ...columns.flatMap(({ name, tables }) =>
      Object.entries(tables).flatMap(([table, masks]) =>
        Object.entries(masks).flatMap(([part, { ranges = [] }]) =>
          rangeTexts(ranges).map((text) => problem('columns', { rule: name, table, part }, text)),
        ),
      ),
    ),
  ]
}

const noTablesText = message('The rule has no tables. Add a table or remove the rule.')
const noMasksText = message('The rule masks no columns. Add a mask or remove the rule.')

function repeatedNames(section: Section, rules: { name: string }[]): PolicyProblem[] {
  return Map.groupBy(rules, ({ name }) => name.trim().toLowerCase())
    .values()
    .filter((same) => same.length > 1)
    .map((same) => {
      const { name } = same.at(-1)!
      const text = message('{n, number} rules are named “{name}”. Give each rule its own name.', {
        n: same.length,
        name,
      })
      return problem(section, wholeRule(name), text)
    })
    .toArray()
}

function rangeTexts(ranges: Range[]): Message[] {
  return ranges.flatMap((range, at) => {
    const [from, to] = boundsOf(range)
    const { label } = range
    if (from >= to)
      return message('The range “{label}” contains no numbers. Its lower limit must be less than its upper limit.', {
        label,
      })
    const wider = ranges.slice(0, at).find((earlier) => boundsOf(earlier)[0] <= from && to <= boundsOf(earlier)[1])
    if (!wider) return []
    return message('The range “{label}” is never used, because the range “{earlier}” already has all its numbers.', {
      label,
      earlier: wider.label,
    })
  })
}

function boundsOf({ min, max }: Range): [number, number] {
  return [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY]
}

function wholeRule(rule: string): Place {
  return { rule, table: '', part: '' }
}

function problem(
  section: Section,
  place: Place,
  text: Message,
  severity: PolicyProblem['severity'] = 'warning',
): PolicyProblem {
  return { severity, code: 'contradiction', section, ...place, message: text, position: null }
}
