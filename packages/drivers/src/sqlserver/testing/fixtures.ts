import * as tokens from './tokens.ts'

/** The answer to `SELECT 'foo' AS 'bar'` as printed in MS-TDS 4.7, without its packet header and its end. */
export const documentedAnswer = Buffer.from(
  '81 01 00 00 00 00 00 20 00 A7 03 00 09 04 D0 00 34 03 62 00 61 00 72 00 D1 03 00 66 6F 6F'.replaceAll(' ', ''),
  'hex',
)

/** Values of one column by the statement that selects them: TYPE_INFO of 2.2.5.6, then the value of 2.2.5.5, in hex. */
const values: Record<string, [typeInfo: string, value: string]> = {
  // 12345678901234567890123456789 in sixteen bytes, least significant first, after the sign.
  'SELECT CAST(12345678901234567890.123456789 AS decimal(38, 9))': [
    '6a 11 26 09',
    `11 01 ${leastFirst(12345678901234567890123456789n, 16)}`,
  ],
  'SELECT CAST(-10.5 AS decimal(10, 2))': ['6a 09 0a 02', `09 00 ${leastFirst(1050n, 8)}`],
  'SELECT CAST(922337203685477.5807 AS money)': ['6e 08', '08 ff ff ff 7f ff ff ff ff'],
  'SELECT CAST(-0.0001 AS smallmoney)': ['6e 04', '04 ff ff ff ff'],
  'SELECT CAST(1 AS bit)': ['68 01', '01 01'],
  'SELECT CAST(0.1 AS real)': ['6d 04', '04 cd cc cc 3d'],
  'SELECT CAST(255 AS tinyint)': ['26 01', '01 ff'],
  "SELECT CAST('2026-03-01' AS date)": ['28', `03 ${leastFirst(739_675n, 3)}`],
  "SELECT CAST('23:59:59' AS time(0))": ['29 00', `03 ${leastFirst(86_399n, 3)}`],
  // Ticks of 1/300 second since midnight, after the days since 1900.
  "SELECT CAST('2026-02-28 23:59:59.997' AS datetime)": [
    '6f 08',
    `08 ${leastFirst(46_079n, 4)} ${leastFirst(25_919_999n, 4)}`,
  ],
  "SELECT CAST('2026-02-28 23:59' AS smalldatetime)": ['6f 04', `04 ${leastFirst(46_079n, 2)} ${leastFirst(1439n, 2)}`],
  "SELECT CAST('2026-02-28 23:59:59.1234567' AS datetime2(7))": [
    '2a 07',
    `08 ${leastFirst(863_991_234_567n, 5)} ${leastFirst(739_674n, 3)}`,
  ],
  // In UTC, followed by the zone in minutes: 330.
  "SELECT CAST('2026-02-28 23:59:59.1234567 +05:30' AS datetimeoffset(7))": [
    '2b 07',
    `0a ${leastFirst(665_991_234_567n, 5)} ${leastFirst(739_674n, 3)} 4a 01`,
  ],
  "SELECT CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier)": [
    '24 10',
    '10 ff 19 96 6f 86 8b 11 d0 b4 2d 00 c0 4f c9 64 ff',
  ],
  'SELECT CAST(0x00ff10 AS varbinary(10))': ['a5 0a 00', '03 00 00 ff 10'],
  "SELECT CAST('<a/>' AS xml)": ['f1 00', `08 00 00 00 00 00 00 00 08 00 00 00 ${utf16('<a/>')} 00 00 00 00`],
  'SELECT geography::Point(1, 2, 4326)': [
    `f0 ff ff 00 03 ${utf16('sys')} 09 ${utf16('geography')} 01 00 ${utf16('x')}`,
    '16 00 00 00 00 00 00 00 16 00 00 00 e6 10 00 00 01 0c 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40 00 00 00 00',
  ],
  'SELECT CAST(CAST(1.10 AS decimal(5, 2)) AS sql_variant)': [
    '62 49 1f 00 00',
    `15 00 00 00 6a 02 05 02 01 ${leastFirst(110n, 16)}`,
  ],
}

/** Returns the tokens that answer a recorded statement; null for any other. */
export function recordedAnswer(sql: string): Buffer | null {
  if (sql === "SELECT 'foo' AS 'bar'") return documentedAnswer
  const known = values[sql]
  if (!known) return null
  const [typeInfo, value] = known.map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'))
  if (!typeInfo || !value) return null
  return Buffer.concat([tokens.columnMetadata([{ name: '', typeInfo }]), tokens.row([value])])
}

function leastFirst(value: bigint, size: number): string {
  return Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')
    .reverse()
    .toString('hex')
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').toString('hex')
}
