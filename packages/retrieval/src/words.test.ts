import { describe, expect, it } from 'vitest'
import { normalise, singular, splitIdentifier, stem, tokenise } from './words.ts'

describe('words', () => {
  it.each([
    ['unit_price', 'unit price'],
    ['UnitPrice', 'unit price'],
    ['Order Details', 'order details'],
    ['CustomerID', 'customer id'],
    ['HTTPStatus', 'http status'],
    ['address2', 'address 2'],
    ['emp_fname', 'employee first name'],
  ])('splits %s into %s', (identifier, expected) => {
    expect(splitIdentifier(identifier).join(' ')).toBe(expected)
  })

  it('splits joined words that the vocabulary knows', () => {
    const vocabulary = new Set(['club', 'student', 'lap', 'speed'])
    expect(splitIdentifier('clubname', vocabulary)).toEqual(['club', 'name'])
    expect(splitIdentifier('lapspeed', vocabulary)).toEqual(['lap', 'speed'])
    expect(splitIdentifier('comment', vocabulary)).toEqual(['comment'])
  })

  it.each([
    ['countries', 'country'],
    ['classes', 'class'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['status', 'status'],
    ['people', 'person'],
    ['movies', 'movie'],
    ['courses', 'course'],
  ])('turns %s into the singular %s', (word, expected) => {
    expect(singular(word)).toBe(expected)
  })

  it('links a verb with its nouns', () => {
    expect(new Set(['ordered', 'orders', 'ordering'].map(stem)).size).toBe(1)
    expect(stem('enrollments')).toBe(stem('enrolled'))
    expect(stem('rated')).not.toBe(stem('ordered'))
  })

  it('normalizes accents, case, and quotes', () => {
    expect(normalise('São “Paulo”')).toBe('sao "paulo"')
    expect(tokenise("What's up, Zoë?")).toEqual(["what's", 'up', 'zoe'])
  })
})
