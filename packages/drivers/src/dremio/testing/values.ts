import type { DataType, RecordBatch, Vector } from 'apache-arrow'
import type { Cell, ColumnKind } from '@parlance/contract'
import type { ValueCase } from '../../testing/engine.ts'
import type { FlightLibraries } from '../flight/library.ts'
import { batchOf } from './batches.ts'

type Make = (arrow: FlightLibraries['arrow']) => Vector
type Form = [title: string, sql: string, make: Make, cell: Cell, kind: ColumnKind]

/** Builds a column from raw values laid out in Arrow's memory format; the test reads the first one. */
const raw =
  (
    type: (arrow: FlightLibraries['arrow']) => DataType,
    values: Int32Array | BigInt64Array | Uint32Array | Uint8Array,
  ): Make =>
  (arrow) =>
    arrow.makeVector(arrow.makeData({ type: type(arrow) as never, length: 1, nullCount: 0, data: values as never }))

const made =
  (type: (arrow: FlightLibraries['arrow']) => DataType, value: unknown): Make =>
  (arrow) =>
    arrow.vectorFromArray([value], type(arrow)).slice(0, 1)

function words(value: bigint, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, word) => Number(BigInt.asUintN(32, value >> BigInt(word * 32))))
}

const family = '👩‍👩‍👧 e\u0301'

/** One value of each type: https://arrow.apache.org/docs/format/Columnar.html */
const forms: Form[] = [
  [
    'the largest safe integer',
    'SELECT 9007199254740991',
    made((a) => new a.Int64(), 9007199254740991n),
    9007199254740991,
    'integer',
  ],
  [
    'an integer above the largest safe one',
    'SELECT 9007199254740993',
    made((a) => new a.Int64(), 9007199254740993n),
    '9007199254740993',
    'integer',
  ],
  [
    'the largest unsigned integer',
    'SELECT u64',
    made((a) => new a.Uint64(), 2n ** 64n - 1n),
    '18446744073709551615',
    'integer',
  ],
  ['a small integer', 'SELECT i8', made((a) => new a.Int8(), -5), -5, 'integer'],
  [
    'a decimal',
    'SELECT d128',
    raw((a) => new a.Decimal(9, 38, 128), words(12345678901234567890123456789n, 4)),
    '12345678901234567890.123456789',
    'number',
  ],
  [
    'trailing zeros of a negative decimal',
    'SELECT -10.50',
    raw((a) => new a.Decimal(2, 4, 128), words(-1050n, 4)),
    '-10.50',
    'number',
  ],
  ['a small decimal', 'SELECT 0.05', raw((a) => new a.Decimal(2, 4, 128), words(5n, 4)), '0.05', 'number'],
  [
    'a decimal of 70 digits',
    'SELECT d256',
    raw((a) => new a.Decimal(1, 70, 256), words(-(10n ** 69n + 7n), 8)),
    `-1${'0'.repeat(67)}0.7`,
    'number',
  ],
  ['a double', 'SELECT 1e-1 + 2e-1', made((a) => new a.Float64(), 0.1 + 0.2), 0.1 + 0.2, 'number'],
  [
    'a single-precision number with the digits that were written',
    'SELECT CAST(0.1 AS FLOAT)',
    made((a) => new a.Float32(), 0.1),
    0.1,
    'number',
  ],
  ['a half', 'SELECT half', made((a) => new a.Float16(), 1.5), 1.5, 'number'],
  ['NaN', "SELECT CAST('NaN' AS DOUBLE)", made((a) => new a.Float64(), NaN), 'NaN', 'number'],
  [
    'minus infinity',
    "SELECT CAST('-Infinity' AS DOUBLE)",
    made((a) => new a.Float64(), -Infinity),
    '-Infinity',
    'number',
  ],
  ['true', 'SELECT TRUE', made((a) => new a.Bool(), true), true, 'boolean'],
  ['NULL', 'SELECT NULL', (a) => a.makeVector(a.makeData({ type: new a.Null(), length: 1 })), null, 'other'],
  ['a NULL number', 'SELECT CAST(NULL AS BIGINT)', made((a) => new a.Int64(), null), null, 'integer'],
  ['a date', "SELECT DATE '2026-03-01'", raw((a) => new a.DateDay(), Int32Array.of(20_513)), '2026-03-01', 'date'],
  [
    'a date in milliseconds, as Dremio sends it',
    "SELECT DATE '1844-05-24'",
    raw((a) => new a.DateMillisecond(), BigInt64Array.of(-45_877n * 86_400_000n)),
    '1844-05-24',
    'date',
  ],
  [
    'the last day of a leap year',
    "SELECT DATE '2000-02-29'",
    raw((a) => new a.DateDay(), Int32Array.of(11_016)),
    '2000-02-29',
    'date',
  ],
  [
    'a year before the first',
    "SELECT DATE '-0001-12-31'",
    raw((a) => new a.DateDay(), Int32Array.of(-719_529)),
    '-0001-12-31',
    'date',
  ],
  [
    'a time',
    "SELECT TIME '23:59:59.123'",
    raw((a) => new a.TimeMillisecond(), Int32Array.of(86_399_123)),
    '23:59:59.123',
    'time',
  ],
  [
    'a time to the nanosecond',
    'SELECT ns',
    raw((a) => new a.TimeNanosecond(), BigInt64Array.of(1n)),
    '00:00:00.000000001',
    'time',
  ],
  [
    'a timestamp in milliseconds, as Dremio sends it',
    "SELECT TIMESTAMP '2026-02-28 23:59:59.120'",
    raw((a) => new a.TimestampMillisecond(), BigInt64Array.of(1_772_323_199_120n)),
    '2026-02-28 23:59:59.12',
    'timestamp',
  ],
  [
    'a timestamp before 1970',
    "SELECT TIMESTAMP '1969-12-31 23:59:59.5'",
    raw((a) => new a.TimestampMillisecond(), BigInt64Array.of(-500n)),
    '1969-12-31 23:59:59.5',
    'timestamp',
  ],
  [
    'a timestamp with zone to the nanosecond',
    'SELECT tz',
    raw((a) => new a.TimestampNanosecond('Asia/Kolkata'), BigInt64Array.of(1_772_323_199_123_456_789n)),
    '2026-02-28 23:59:59.123456789 +00:00',
    'timestamp',
  ],
  [
    'a timestamp on the second',
    'SELECT ts',
    raw((a) => new a.TimestampSecond(), BigInt64Array.of(1_772_323_190n)),
    '2026-02-28 23:59:50',
    'timestamp',
  ],
  [
    'an interval of months',
    "SELECT INTERVAL '14' MONTH",
    raw((a) => new a.Interval(a.IntervalUnit.YEAR_MONTH), Int32Array.of(14)),
    '14 months',
    'other',
  ],
  [
    'an interval of days',
    "SELECT INTERVAL '1' DAY",
    raw((a) => new a.Interval(a.IntervalUnit.DAY_TIME), Int32Array.of(1, 500)),
    '1 days 500 ms',
    'other',
  ],
  [
    'an interval of all three',
    'SELECT mdn',
    raw((a) => new a.Interval(a.IntervalUnit.MONTH_DAY_NANO), Int32Array.of(1, -2, -3, -1)),
    '1 months -2 days -3 ns',
    'other',
  ],
  ['a duration', 'SELECT dur', raw((a) => new a.DurationMicrosecond(), BigInt64Array.of(5n)), '5 µs', 'other'],
  [
    'binary',
    "SELECT BINARY_STRING('00FF10')",
    made((a) => new a.Binary(), Uint8Array.of(0, 255, 16)),
    '\\x00ff10',
    'binary',
  ],
  [
    'fixed-length binary data',
    'SELECT fixed',
    raw((a) => new a.FixedSizeBinary(2), Uint8Array.of(1, 254)),
    '\\x01fe',
    'binary',
  ],
  ['large binary', 'SELECT lb', made((a) => new a.LargeBinary(), Uint8Array.of(7)), '\\x07', 'binary'],
  ['binary data in a view', 'SELECT bv', made((a) => new a.BinaryView(), Uint8Array.of(9, 8)), '\\x0908', 'binary'],
  ['emoji and combining marks', `SELECT '${family}'`, made((a) => new a.Utf8(), family), family, 'text'],
  ['a large text', 'SELECT lu', made((a) => new a.LargeUtf8(), family), family, 'text'],
  [
    'a text in a view',
    'SELECT uv',
    made((a) => new a.Utf8View(), 'longer than twelve bytes'),
    'longer than twelve bytes',
    'text',
  ],
  [
    'a word of a dictionary',
    'SELECT dict',
    made((a) => new a.Dictionary(new a.Utf8(), new a.Int32()), 'north'),
    'north',
    'text',
  ],
  [
    'a list',
    'SELECT list',
    made((a) => new a.List(new a.Field('item', new a.Int64(), true)), [1n, 9007199254740993n, null]),
    '[1,9007199254740993,null]',
    'json',
  ],
  [
    'a struct in a list',
    'SELECT structs',
    made(
      (a) =>
        new a.List(
          new a.Field(
            'item',
            new a.Struct([new a.Field('a "b"', new a.Utf8(), true), new a.Field('d', new a.DateDay(), true)]),
            true,
          ),
        ),
      [{ 'a "b"': 'x"y', d: new Date('2026-03-01') }],
    ),
    '[{"a \\"b\\"":"x\\"y","d":"2026-03-01"}]',
    'json',
  ],
  [
    'a map',
    'SELECT m',
    made(
      (a) =>
        new a.Map_(
          new a.Field(
            'entries',
            new a.Struct([new a.Field('key', new a.Int32(), false), new a.Field('value', new a.Bool(), true)]) as never,
            false,
          ),
        ),
      new Map([[7, true]]),
    ),
    '{"7":true}',
    'json',
  ],
  ['an empty list', 'SELECT none', made((a) => new a.List(new a.Field('item', new a.Utf8(), true)), []), '[]', 'json'],
]

export const valueCases: ValueCase[] = forms.map(([title, sql, , cell, kind]) => ({ title, sql, cell, kind }))

/** The stand-in's answers to the statements of the cases. */
export function fixtures(libraries: FlightLibraries): Record<string, RecordBatch[]> {
  return Object.fromEntries(forms.map(([, sql, make]) => [sql, [batchOf(libraries, ['v'], [make(libraries.arrow)])]]))
}
