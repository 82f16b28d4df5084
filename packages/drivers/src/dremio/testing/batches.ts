import type { DataType, RecordBatch, Vector } from 'apache-arrow'
import type { AnswerColumn, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import type { FlightLibraries } from '../flight/library.ts'

const rowsPerBatch = 1000
const bytesPerBatch = 1_000_000

/** Builds a batch from columns with their values, in Arrow types. */
export function batchOf({ arrow }: FlightLibraries, names: string[], vectors: Vector[]): RecordBatch {
  const fields = vectors.map(({ type }, index) => new arrow.Field(names[index] ?? '', type, true))
  const struct = arrow.makeData({
    type: new arrow.Struct(fields),
    length: vectors[0]?.length ?? 0,
    nullCount: 0,
    children: vectors.flatMap(({ data }) => data.slice(0, 1)),
  })
  return new arrow.RecordBatch(new arrow.Schema(fields), struct)
}

/** Yields the model's rows in batches, made on demand. The first batch has the columns and may be empty. */
export function* answerBatches(
  libraries: FlightLibraries,
  columns: AnswerColumn[],
  rows: Iterable<AnswerRow>,
): Iterable<RecordBatch> {
  let portion: AnswerRow[] = []
  let types: DataType[] | null = null
  let bytes = 0
  const flush = () => {
    types ??= columns.map((column, index) => typeOf(libraries, column.type, portion[0]?.[index]))
    const vectors = types.map((type, index) => {
      const values = portion.map((row) => valueFor(libraries, row[index] ?? null, type))
      return libraries.arrow.vectorFromArray(values, type)
    })
    const names = columns.map(({ name }) => name)
    portion = []
    bytes = 0
    return batchOf(libraries, names, vectors)
  }
  for (const row of rows) {
    portion.push(row)
    bytes += row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
    if (portion.length >= rowsPerBatch || bytes >= bytesPerBatch) yield flush()
  }
  if (portion.length > 0 || types === null) yield flush()
}

function typeOf({ arrow }: FlightLibraries, declared: string, first: AnswerRow[number] | undefined): DataType {
  if (declared.startsWith('DECIMAL')) return new arrow.Decimal(2, 12, 128)
  if (declared === 'DATE') return new arrow.DateDay()
  if (declared === 'INTEGER' || typeof first === 'bigint') return new arrow.Int64()
  if (typeof first === 'number') return Number.isInteger(first) ? new arrow.Int64() : new arrow.Float64()
  return new arrow.Utf8()
}

function valueFor({ arrow }: FlightLibraries, cell: AnswerRow[number], type: DataType): unknown {
  if (cell === null) return null
  if (arrow.DataType.isInt(type)) return BigInt(Number(cell))
  if (arrow.DataType.isDate(type)) return new Date(String(cell))
  if (!arrow.DataType.isDecimal(type)) return cell
  const hundredths = BigInt.asUintN(128, BigInt(Math.round(Number(cell) * 100)))
  return Uint32Array.from([0n, 32n, 64n, 96n], (shift) => Number((hundredths >> shift) & 0xffffffffn))
}
