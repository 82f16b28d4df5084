import { describe, expect, it } from 'vitest'
import { columnOf, describeColumn, fetchTypeOf, kindOfType, toCell, type LibraryColumn } from './types.ts'

/** A column that the stand-in cannot send, with its type and value as the library reports them. */
const column = (type: string, described: Partial<LibraryColumn> = {}) =>
  columnOf({ name: 'V', dbType: { name: `DB_TYPE_${type}` }, ...described })

describe('a value that the stand-in does not support', () => {
  it('reads JSON, XML and vectors as the server’s text', () => {
    expect(toCell('{"a":12345678901234567890}', column('JSON'))).toBe('{"a":12345678901234567890}')
    expect(toCell('<a>1</a>', column('XMLTYPE'))).toBe('<a>1</a>')
    expect(toCell('[1.0E+000,2.5E+000]', column('VECTOR'))).toBe('[1.0E+000,2.5E+000]')
    expect(describeColumn(column('JSON')).kind).toBe('json')
  })

  it('reads times in thick mode as the session writes them', () => {
    expect(toCell('2026-02-28 00:00:00', column('DATE'))).toBe('2026-02-28')
    expect(toCell('2026-02-28 23:59:59', column('DATE'))).toBe('2026-02-28 23:59:59')
    expect(toCell('2026-02-28 23:59:59.123456', column('TIMESTAMP', { precision: 6 }))).toBe(
      '2026-02-28 23:59:59.123456',
    )
    const zoned = column('TIMESTAMP_TZ', { precision: 3 })
    expect(toCell('2026-02-28 23:59:59.123000 +02:00', zoned)).toBe('2026-02-28 23:59:59.123 +02:00')
    expect(toCell('2026-02-28 23:59:59.123', column('TIMESTAMP_LTZ', { precision: 3 }))).toBe(
      '2026-02-28 23:59:59.123 +00:00',
    )
  })

  it.each(['CURSOR', 'OBJECT', 'BFILE'])('refuses a column that cannot be read, and names it: %s', (type) => {
    expect(() => column(type)).toThrow(`The column V has the type ${type}, which is not supported.`)
  })
})

describe('a column', () => {
  it('describes a column with its name from the statement, its type and size', () => {
    const named = columnOf({ name: 'A_1', dbColumnName: 'A', dbType: { name: 'DB_TYPE_VARCHAR' }, byteSize: 20 })
    expect(describeColumn(named)).toEqual({ name: 'A', dataType: 'VARCHAR2(20)', kind: 'text' })
    expect(describeColumn(column('NUMBER', { precision: 10, scale: 2 })).dataType).toBe('NUMBER(10,2)')
    expect(describeColumn(column('NUMBER', { precision: 0, scale: -127 })).dataType).toBe('NUMBER')
    expect(describeColumn(column('TIMESTAMP_LTZ', { precision: 6 })).dataType).toBe('TIMESTAMP(6) WITH LOCAL TIME ZONE')
  })

  const kinds: [type: string, scale: number | null, kind: string][] = [
    ['NUMBER', 0, 'integer'],
    ['NUMBER', -2, 'integer'],
    ['NUMBER', 2, 'number'],
    ['NUMBER', null, 'number'],
    ['FLOAT', null, 'number'],
    ['DATE', null, 'date'],
    ['TIMESTAMP(6)', 6, 'timestamp'],
    ['TIMESTAMP(6) WITH LOCAL TIME ZONE', 6, 'timestamp'],
    ['INTERVAL DAY(2) TO SECOND(6)', null, 'other'],
    ['XMLTYPE', null, 'text'],
    ['SDO_GEOMETRY', null, 'other'],
  ]
  it.each(kinds)('maps a catalogue column of type %s with scale %s to the kind %s', (type, scale, kind) => {
    expect(kindOfType(type, scale)).toBe(kind)
  })

  it('fetches large objects and JSON with their row, and times as text only in thick mode', () => {
    const types = { STRING: 'text', BUFFER: 'bytes' } as never as { STRING: never; BUFFER: never }
    const asked = (type: string, thin: boolean) =>
      fetchTypeOf({ name: 'V', dbType: { name: `DB_TYPE_${type}` } }, { thin, ...types })?.type
    expect(['NUMBER', 'CLOB', 'NCLOB', 'JSON', 'VECTOR'].map((type) => asked(type, true))).toEqual(
      Array(5).fill('text'),
    )
    expect(asked('BLOB', true)).toBe('bytes')
    expect([asked('DATE', true), asked('DATE', false), asked('VARCHAR', false)]).toEqual([undefined, 'text', undefined])
  })
})
