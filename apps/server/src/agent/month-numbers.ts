import type { Cell, Row } from '@parlance/contract'

const names = 'January February March April May June July August September October November December'.split(' ')

/** The month of a cell such as `3` or `03`, in a column of months. */
function monthNameOf(cell: Cell | undefined): string | null {
  return /^(?:0?[1-9]|1[0-2])$/.test(String(cell)) ? (names[Number(cell) - 1] ?? null) : null
}

/** A sentence with the names of numbered months: “month 6” is June, and “months 6 to 8” are June to August. */
export function withMonthNames(text: string): string {
  return text
    .replaceAll(numberedMonth, (_, number: string) => nameOr(number))
    .replaceAll(
      numberedMonths,
      (_, first: string, between: string, last: string) => nameOr(first) + between + nameOr(last),
    )
}

function nameOr(number: string): string {
  return monthNameOf(number) ?? number
}

const numberedMonth =
  /(?<!\p{L})(?:month|monat|mes|mois|mese|mês) (?:no\.? |number |#)?(0?[1-9]|1[0-2])(?![\d.,]*\d)/giu
const numberedMonths =
  /(?<!\p{L})(?:months|monaten?|meses|mesi) (0?[1-9]|1[0-2])(\s?(?:and|to|through|und|bis|y|a|et|à|e|–|-)\s?)(0?[1-9]|1[0-2])(?![\d.,]*\d)/giu

interface Rows {
  columns: readonly { name: string }[]
  rows: readonly Row[]
}

/** The columns that number months, with the name of the month in each row. */
export function monthColumns({ columns, rows }: Rows): { index: number; names: string[] }[] {
  return columns.flatMap(({ name }, index) => {
    if (rows.length === 0 || !/(?:^|_)month(?:_?(?:num|number|no))?$/i.test(name)) return []
    const found = rows.flatMap((row) => monthNameOf(row[index]) ?? [])
    return found.length === rows.length ? [{ index, names: found }] : []
  })
}
