import { message } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { AppError } from '../../lib/errors.ts'

/** Rows that are encoded together, which is all that is in memory. */
const groupRows = 20_000
const exactDigits = 15

type ParquetType = 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING'

/**
 * Writes a Parquet file in row groups. A column has one type, from its kind and its first cells. A number that a
 * floating one would round is written as text.
 * @param names unique names of the columns
 * @param checkEnd throws if the rows ended early, so that the file is not completed
 * @throws AppError result_too_large if a later cell has another type
 */
export async function* writeParquet(
  columns: ResultColumn[],
  names: string[],
  batches: AsyncIterable<Row[]>,
  checkEnd: () => void,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter(1024 * 1024)
  let file: { writer: ParquetWriter; types: ParquetType[] } | null = null
  const begin = (rows: Row[]) => {
    const types = columns.map((column, index) => typeOf(column, rows, index))
    return {
      writer: new ParquetWriter({
        writer: bytes,
        schema: schemaOf(names, types),
        statistics: true,
        createdBy: 'Parlance',
      }),
      types,
    }
  }
  let rows: Row[] = []
  for await (const batch of batches) {
    for (const row of batch) rows.push(row)
    if (rows.length < groupRows) continue
    file ??= begin(rows)
    await writeGroup(file.writer, { names, types: file.types, rows })
    rows = []
    yield take(bytes)
  }
  file ??= begin(rows)
  if (rows.length > 0) await writeGroup(file.writer, { names, types: file.types, rows })
  checkEnd()
  await file.writer.finish()
  yield take(bytes)
}

function take(bytes: ByteWriter): Uint8Array {
  const taken = Uint8Array.from(bytes.getBytes())
  bytes.index = 0
  return taken
}

function schemaOf(names: string[], types: ParquetType[]): ConstructorParameters<typeof ParquetWriter>[0]['schema'] {
  const root = { name: 'root', num_children: names.length }
  const fields = names.map((name, index) => {
    const type = types[index] ?? 'STRING'
    const optional = { name, repetition_type: 'OPTIONAL' } as const
    if (type === 'STRING') return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
    return { ...optional, type }
  })
  return [root, ...fields]
}

function typeOf({ kind }: ResultColumn, rows: Row[], index: number): ParquetType {
  const cells = rows.map((row) => row[index] ?? null)
  if (kind === 'boolean' && cells.every((cell) => cell === null || typeof cell === 'boolean')) return 'BOOLEAN'
  if (kind === 'integer' && cells.every((cell) => toInteger(cell) !== undefined)) return 'INT64'
  if (kind === 'number' && cells.every((cell) => toDouble(cell) !== undefined)) return 'DOUBLE'
  return 'STRING'
}

async function writeGroup(
  writer: ParquetWriter,
  { names, types, rows }: { names: string[]; types: ParquetType[]; rows: Row[] },
): Promise<void> {
  const columnData = names.map((name, index) => {
    const convert = conversions[types[index] ?? 'STRING']
    return { name, data: rows.map((row) => required(convert(row[index] ?? null), name)) }
  })
  await writer.write({ columnData, rowGroupSize: groupRows * 2 })
}

const conversions: Record<ParquetType, (cell: Cell) => boolean | bigint | number | string | null | undefined> = {
  BOOLEAN: (cell) => (cell === null || typeof cell === 'boolean' ? cell : undefined),
  INT64: toInteger,
  DOUBLE: toDouble,
  STRING: (cell) => (cell === null ? null : String(cell)),
}

function toInteger(cell: Cell): bigint | null | undefined {
  if (cell === null) return null
  if (!/^-?\d{1,19}$/.test(String(cell))) return undefined
  const whole = BigInt(String(cell))
  return BigInt.asIntN(64, whole) === whole ? whole : undefined
}

function toDouble(cell: Cell): number | null | undefined {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell !== 'string' || !/^-?\d+(\.\d+)?$/.test(cell)) return undefined
  return cell.replaceAll(/\D/g, '').replace(/^0+/, '').length > exactDigits ? undefined : Number(cell)
}

function required<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value
  throw new AppError('result_too_large', {
    detail: message(
      "The column {name} contains values of several types, which Parquet doesn't support. Export as CSV.",
      { name },
    ),
  })
}
