import { describe, expect, it } from 'vitest'
import { readPastedRows, writeRows } from './pasted-rows.ts'

describe('pasted rows', () => {
  it('reads a table from a spreadsheet', () => {
    expect(readPastedRows('region\ttotal\nNorth\t12.5\r\nSouth\t\n', true)).toEqual({
      rows: {
        columns: ['region', 'total'],
        rows: [
          ['North', 12.5],
          ['South', null],
        ],
        ordered: true,
      },
    })
  })

  it('reads quoted values, NULL, and numbers with leading zeros or too many digits as they are written', () => {
    const text = 'name,code,id,n\n"Smith, ""Jo""",007,9007199254740993,NULL\n"12",-3,1e5,""'
    expect(readPastedRows(text, false)).toEqual({
      rows: {
        columns: ['name', 'code', 'id', 'n'],
        rows: [
          ['Smith, "Jo"', '007', '9007199254740993', null],
          ['12', -3, '1e5', ''],
        ],
        ordered: false,
      },
    })
  })

  it('names the line with too few values', () => {
    expect(readPastedRows('a,b\n1,2\n3', false)).toMatchObject({
      problem: { values: { line: 3, found: 1, expected: 2 } },
    })
  })

  it('needs the names of the columns', () => {
    expect(readPastedRows(' \n', false)).toHaveProperty('problem')
  })

  it('reads again what it wrote', () => {
    const rows = {
      columns: ['a', 'b'],
      rows: [
        ['1', 1],
        [null, 'x,y'],
        ['NULL', ''],
      ],
      ordered: false,
    }
    expect(readPastedRows(writeRows(rows), false)).toEqual({ rows })
  })
})
