import type { RecordedAnswer } from './session.ts'

const day = 739_677n
const secondsOfDay = 86_399n
const seconds = (day - 1n) * 86_400n + secondsOfDay

/** Values of one column by the statement that selects them: the type, then the value in the protocol's bytes. */
const recorded: Record<string, RecordedAnswer> = {
  // FIXED16: 38 digits as an integer.
  'SELECT CAST(12345678901234567890.123456789 AS DECIMAL(38, 9)) FROM DUMMY': answer(
    { code: 76, fraction: 9, length: 38 },
    [1],
    leastFirst(12345678901234567890123456789n, 16),
  ),
  'SELECT CAST(-10.5 AS DECIMAL(10, 2)) FROM DUMMY': answer(
    { code: 81, fraction: 2, length: 10 },
    [1],
    leastFirst(BigInt.asUintN(64, -1050n), 8),
  ),
  // DECIMAL without a scale: 113 bits of digits, 14 bits of a power of ten offset by 6176, 1 sign bit.
  'SELECT CAST(-1234.5 AS DECIMAL) FROM DUMMY': decimal(12_345n, -1, true),
  'SELECT CAST(1200 AS DECIMAL) FROM DUMMY': decimal(12n, 2, false),
  'SELECT CAST(0.00012 AS DECIMAL) FROM DUMMY': decimal(12n, -5, false),
  'SELECT CAST(0.1 AS REAL) FROM DUMMY': answer({ code: 6, fraction: 0, length: 7 }, [0xcd, 0xcc, 0xcc, 0x3d]),
  'SELECT TRUE FROM DUMMY': answer({ code: 28, fraction: 0, length: 1 }, [2]),
  "SELECT TO_DATE('2026-02-28') FROM DUMMY": answer({ code: 63, fraction: 0, length: 10 }, leastFirst(day, 4)),
  "SELECT TO_TIME('23:59:59') FROM DUMMY": answer(
    { code: 64, fraction: 0, length: 8 },
    leastFirst(secondsOfDay + 1n, 4),
  ),
  "SELECT TO_SECONDDATE('2026-02-28 23:59:59') FROM DUMMY": answer(
    { code: 62, fraction: 0, length: 19 },
    leastFirst(seconds + 1n, 8),
  ),
  // LONGDATE counts units of 100 nanoseconds.
  "SELECT TO_TIMESTAMP('2026-02-28 23:59:59.1234567') FROM DUMMY": answer(
    { code: 61, fraction: 7, length: 27 },
    leastFirst(seconds * 10_000_000n + 1_234_567n + 1n, 8),
  ),
  "SELECT TO_BINARY(HEXTOBIN('00FF10')) FROM DUMMY": answer(
    { code: 13, fraction: 0, length: 3 },
    [3, 0x00, 0xff, 0x10],
  ),
  // BLOB: 1 for its kind, a flag for complete data, its length in characters and bytes, its number, the data.
  "SELECT TO_BLOB(HEXTOBIN('00FF10')) FROM DUMMY": answer(
    { code: 27, fraction: 0, length: 0 },
    [1, 6, 0, 0],
    leastFirst(3n, 8),
    leastFirst(3n, 8),
    leastFirst(9n, 8),
    leastFirst(3n, 4),
    [0x00, 0xff, 0x10],
  ),
}

export function recordedAnswer(sql: string): RecordedAnswer | null {
  return recorded[sql] ?? null
}

function decimal(digits: bigint, power: number, isNegative: boolean): RecordedAnswer {
  const bits = (isNegative ? 1n << 127n : 0n) | (BigInt(power + 6176) << 113n) | digits
  return answer({ code: 5, fraction: 32_767, length: 34 }, leastFirst(bits, 16))
}

function answer(type: RecordedAnswer['type'], ...parts: (number[] | Buffer)[]): RecordedAnswer {
  return { kind: 'recorded', type, value: Buffer.concat(parts.map((part) => Buffer.from(part))) }
}

function leastFirst(value: bigint, size: number): Buffer {
  return Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex').reverse()
}
