import type { ColumnMask } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { maskedExample, sampleValue } from './mask-example.ts'

const partial = (pattern?: string): ColumnMask => ({ mask_type: 'partial', ...(pattern !== undefined && { pattern }) })

describe('the masked form of a value', () => {
  it.each([
    ['XXX-XX-####', '123-45-6789', 'XXX-XX-6789'],
    ['####', '123', 'XXX3'],
    [undefined, '123-45-6789', 'XXXX-6789'],
    ['##/##', '123-45-6789', '67/89'],
    ['##/##', '123', 'XX/X3'],
    ['hidden', '123', 'hidden'],
    ['(XXX) XXX-####', '(555) 123-4567', '(XXX) XXX-4567'],
    ['(XXX) XXX-####', '12345', '(XXX) XXX-XX45'],
    ['****@domain.com', 'ada@example.com', '****@example.com'],
    ['****@domain.com', 'nobody', '****'],
    ['****@domain.com', 'a@b@c', '****'],
    ['####', '', 'XXXX'],
    ['####', 'Zürich Süd', 'hSüd'],
  ])('masks partially with %s: turns %s into %s', (pattern, value, text) => {
    expect(maskedExample(partial(pattern), value)).toEqual({ kind: 'value', text })
  })

  it('never shows more than half of the letters and digits', () => {
    for (let length = 0; length <= 24; length++) {
      const value = 'abcdefghijklmnopqrstuvwxyz'.slice(0, length)
      for (let marks = 1; marks <= 24; marks++) {
        const example = maskedExample(partial('#'.repeat(marks)), value)
        const shown = example.kind === 'value' ? example.text.replaceAll('X', '') : value
        expect(shown).toBe(length < 2 ? '' : value.slice(-Math.min(marks, Math.floor(length / 2))))
      }
    }
  })

  it('replaces, empties, hashes and leaves out values', () => {
    expect(maskedExample({ mask_type: 'replace' }, 'a')).toEqual({ kind: 'value', text: '***' })
    expect(maskedExample({ mask_type: 'replace', replacement: '[hidden]' }, 'a')).toEqual({
      kind: 'value',
      text: '[hidden]',
    })
    expect(maskedExample({ mask_type: 'null' }, 'a')).toEqual({ kind: 'null' })
    expect(maskedExample({ mask_type: 'hash' }, 'a')).toEqual({ kind: 'hash' })
    expect(maskedExample({ mask_type: 'disallow' }, 'a')).toEqual({ kind: 'none' })
    expect(maskedExample({ mask_type: 'custom', sql: 'substr(city,1,1)' }, 'a')).toEqual({ kind: 'unknown' })
  })

  it.each([
    ['999.99', '< 1k'],
    ['1000', '1k-5k'],
    ['4999', '1k-5k'],
    ['5000', '5k+'],
  ])('masks ranges: turns %s into %s', (value, text) => {
    const ranges = [
      { max: 1000, label: '< 1k' },
      { min: 1000, max: 5000, label: '1k-5k' },
      { min: 5000, label: '5k+' },
    ]
    expect(maskedExample({ mask_type: 'range', ranges }, value)).toEqual({ kind: 'value', text })
    expect(maskedExample({ mask_type: 'range', ranges: [{ max: 1, label: 'x' }] }, '1')).toEqual({ kind: 'null' })
  })

  it('uses a sample value of the column’s kind', () => {
    expect(sampleValue(partial(), 'emp_SSN')).toBe('123-45-6789')
    expect(sampleValue(partial(), 'Email')).toBe('ada@example.com')
    expect(sampleValue(partial(), 'home_phone')).toBe('(555) 123-4567')
    expect(sampleValue({ mask_type: 'range', ranges: [{ max: 10, label: 'low' }] }, 'salary')).toBe('9')
  })
})
