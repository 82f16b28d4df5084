import { clarity, clarityOf, columnsNamed } from './columns-named.ts'
import { wordsIn } from './concepts.ts'
import { totalWords } from './cues.ts'
import type { FactColumn, Facts } from './facts.ts'
import type { NamedRows } from './named-rows.ts'
import type { PartSum } from './part-sums.ts'
import { isSameKind } from './related-columns.ts'
import { commonRows } from './statement.ts'

const additionWords = /(?<!\p{L})(?:plus|makes? up|adding|counting both|summe|más|sumando)(?!\p{L})/iu
const acrossAll = /(?<!\p{L})(?:across (?:all|both)|total number|combined|altogether)(?!\p{L})/iu
/** Rows of a result whose columns are added up, and columns of one sum. */
const mostRows = 200
const mostColumns = 6

/** What the columns that a text names add up to, in each row that it names, and over all rows: “electricity and heat add up to”. */
export function columnSums(facts: Facts, { text, names }: { text: string; names: readonly NamedRows[] }): PartSum[] {
  const isOfAll = acrossAll.test(text)
  if (!isOfAll && !totalWords.test(text) && !additionWords.test(text)) return []
  const words = wordsIn(text)
  return facts.steps.flatMap((step) => {
    const own = facts.numbers.filter((column) => column.step === step)
    const spoken = own.filter((column) => words.some((word) => clarityOf(word, column) > clarity.meaning))
    const named = columnsNamed(words, spoken)
    // “across all platforms”: the counts of each.
    const counts = own.filter((column) => column.isCount || (!column.isPercent && !column.isFraction))
    const [first, ...others] = (named.length < 2 && isOfAll ? counts : named).slice(0, mostColumns)
    if (!first || others.length === 0 || first.numbers.length > mostRows) return []
    if (!others.every((column) => isSameKind(first, column))) return []
    const summed = [first, ...others]
    const rows = commonRows(names, step.id) ?? []
    const all = first.isComplete ? sumsAt(summed, null) : []
    return [...rows.slice(0, mostColumns).flatMap((row) => sumsAt(summed, row)), ...all]
  })
}

/** The sum as a figure of each of its columns. */
function sumsAt(columns: readonly FactColumn[], row: number | null): PartSum[] {
  const numbers = columns.flatMap((column) => (row === null ? column.numbers : [column.numbers[row] ?? null]))
  const value = numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return columns.map((column) => ({
    value,
    meaning: { op: 'sum', column, rows: row === null ? null : [row], value },
  }))
}
