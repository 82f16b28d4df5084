import type { RecordedAnswer } from './session.ts'
import { afterLong, ordered, recordedType, sizedValue, typeCode, type OracleType } from './values.ts'

const at = [120, 126, 2, 28, 24, 60, 60]
const nanoseconds = [0x07, 0x5b, 0xcd, 0x15]

/**
 * Values of one column by the statement that selects them, in the protocol's bytes. NUMBER: the examples of the OCI
 * Programmer's Guide, chapter 'Data Types', and of published dumps; DATE: the example of the same chapter.
 */
const recorded: Record<string, RecordedAnswer> = {
  'SELECT 5 FROM DUAL': number([0xc1, 0x06]),
  'SELECT -5 FROM DUAL': number([62, 96, 102]),
  'SELECT 2767 FROM DUAL': number([194, 28, 68]),
  'SELECT -2767 FROM DUAL': number([61, 74, 34, 102]),
  'SELECT 100000 FROM DUAL': number([195, 11]),
  'SELECT -12345678 FROM DUAL': number([0x3b, 0x59, 0x43, 0x2d, 0x17, 0x66]),
  'SELECT 0 FROM DUAL': number([0x80]),
  'SELECT 9007199254740993 FROM DUAL': number([200, 91, 8, 20, 93, 55, 75, 10, 94]),
  'SELECT 0.05 FROM DUAL': number([192, 6]),
  'SELECT CAST(10.5 AS NUMBER(10, 2)) FROM DUAL': number([193, 11, 51], { precision: 10, scale: 2 }),
  'SELECT CAST(5 AS NUMBER(10, 2)) FROM DUAL': number([193, 6], { precision: 10, scale: 2 }),
  'SELECT CAST(5 AS NUMBER(10)) FROM DUAL': number([193, 6], { precision: 10, scale: 0 }),
  "SELECT TO_DATE('1992-11-30 15:17', 'YYYY-MM-DD HH24:MI') FROM DUAL": value(
    typeCode.date,
    [119, 192, 11, 30, 16, 18, 1],
  ),
  "SELECT DATE '2026-02-28' FROM DUAL": value(typeCode.date, [120, 126, 2, 28, 1, 1, 1]),
  "SELECT DATE '-4712-01-01' FROM DUAL": value(typeCode.date, [53, 88, 1, 1, 1, 1, 1]),
  "SELECT TIMESTAMP '2026-02-28 23:59:59.123456789' FROM DUAL": value(typeCode.timestamp, [...at, ...nanoseconds], {
    scale: 9,
  }),
  "SELECT CAST(TIMESTAMP '2026-02-28 23:59:59' AS TIMESTAMP(3)) FROM DUAL": value(typeCode.timestamp, at, { scale: 3 }),
  "SELECT TIMESTAMP '2026-03-01 01:59:59.123456 +02:00' FROM DUAL": value(
    typeCode.timestampTz,
    [...at, 0x07, 0x5b, 0xca, 0x00, 22, 60],
    { scale: 6 },
  ),
  "SELECT CAST(TIMESTAMP '2026-02-28 23:59:59' AS TIMESTAMP(0) WITH LOCAL TIME ZONE) FROM DUAL": value(
    typeCode.timestampLtz,
    at,
  ),
  "SELECT INTERVAL '1-6' YEAR TO MONTH FROM DUAL": value(typeCode.intervalYm, [0x80, 0, 0, 1, 66]),
  "SELECT INTERVAL '-2 03:04:05.5' DAY TO SECOND FROM DUAL": value(
    typeCode.intervalDs,
    [0x7f, 0xff, 0xff, 0xfe, 57, 56, 55, 0x62, 0x32, 0x9b, 0x00],
  ),
  'SELECT 0.1f FROM DUAL': value(typeCode.binaryFloat, ordered(Buffer.from([0x3d, 0xcc, 0xcc, 0xcd]))),
  'SELECT -1.5d FROM DUAL': value(typeCode.binaryDouble, ordered(Buffer.from([0xbf, 0xf8, 0, 0, 0, 0, 0, 0]))),
  'SELECT BINARY_DOUBLE_NAN FROM DUAL': value(
    typeCode.binaryDouble,
    ordered(Buffer.from([0x7f, 0xf8, 0, 0, 0, 0, 0, 0])),
  ),
  'SELECT -BINARY_DOUBLE_INFINITY FROM DUAL': value(
    typeCode.binaryDouble,
    ordered(Buffer.from([0xff, 0xf0, 0, 0, 0, 0, 0, 0])),
  ),
  "SELECT HEXTORAW('00FF10') FROM DUAL": value(typeCode.raw, [0x00, 0xff, 0x10]),
  "SELECT TO_BLOB(HEXTORAW('00FF10')) FROM DUAL": {
    kind: 'recorded',
    type: recordedType(typeCode.blob),
    value: Buffer.concat([sizedValue(Buffer.from([0x00, 0xff, 0x10])), afterLong]),
  },
  'SELECT ROWID FROM customers': {
    kind: 'recorded',
    type: recordedType(typeCode.rowid, { size: 10 }),
    // Object 73181, file 6, block 151, row 2: integers with their length, after the total length.
    value: Buffer.from([14, 3, 0x01, 0x1d, 0xdd, 1, 6, 0, 1, 0x97, 1, 2]),
  },
  'SELECT TRUE FROM DUAL': value(typeCode.boolean, [1, 1]),
  'SELECT FALSE FROM DUAL': value(typeCode.boolean, [0]),
  "SELECT N'é🙂' FROM DUAL": value(typeCode.varchar2, Buffer.from('é🙂', 'utf16le').swap16(), { charset: 2 }),
}

export function recordedAnswer(sql: string): RecordedAnswer | null {
  return recorded[sql] ?? null
}

function number(bytes: number[], described: Partial<OracleType> = { scale: -127 }): RecordedAnswer {
  return value(typeCode.number, bytes, described)
}

function value(code: number, bytes: number[] | Buffer, described: Partial<OracleType> = {}): RecordedAnswer {
  return { kind: 'recorded', type: recordedType(code, described), value: sizedValue(Buffer.from(bytes)) }
}
