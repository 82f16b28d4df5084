import { cellSchema, type Row } from '@parlance/contract'
import { z } from 'zod'
import { breathing, isLook, type Breath } from './breath.ts'

const rowSchema = z.array(cellSchema)

/**
 * Checks the rows of a response. The page can render in between.
 * @throws ZodError for a value that isn't a row
 * @throws the reason of `breath.signal` once it is aborted
 */
export async function checkedRows(values: readonly unknown[], breath: Breath): Promise<Row[]> {
  const breathe = breathing(breath)
  const rows: Row[] = []
  for (const [index, value] of values.entries()) {
    rows.push(rowSchema.parse(value))
    if (isLook(index)) await breathe()
  }
  return rows
}
