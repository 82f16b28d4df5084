import { describe, expect, it } from 'vitest'
import { matchScore } from './match-score.ts'

const better = (query: string, ...texts: string[]) =>
  texts.toSorted((left, right) => (matchScore(query, right) ?? -1) - (matchScore(query, left) ?? -1))

describe('text typed into the palette', () => {
  it('matches beginnings of words, parts of words and beginnings of several words together', () => {
    const fitting = (queries: string[]) => queries.filter((query) => matchScore(query, 'New Conversation') !== null)
    const all = ['new', 'CONV', 'ersat', 'nc', 'newcon', 'con new', '']
    expect(fitting(all)).toEqual(all)
    expect(fitting(['old', 'wc', 'new old', 'vnc', 'newx', 'nwc'])).toEqual([])
  })

  it('ignores case and accents in every script', () => {
    expect(matchScore('cafe', 'Umsatz Café')).not.toBeNull()
    expect(matchScore('Größe', 'grösse')).toBeNull()
    expect(matchScore('заказ', 'Мои Заказы')).not.toBeNull()
    expect(matchScore('売上', '今月の売上')).not.toBeNull()
  })

  it('matches the digits of a number only together, whatever time is in the text', () => {
    expect(matchScore('499', 'Question 49, 9:05 PM')).toBeNull()
    expect(matchScore('49', 'Question 499')).not.toBeNull()
    expect(matchScore('q4', 'Question 4')).not.toBeNull()
  })

  it('matches symbols literally', () => {
    expect(matchScore('.*', 'New Conversation')).toBeNull()
    expect(matchScore('(', 'Sales (old)')).not.toBeNull()
  })

  it('puts the best match first', () => {
    expect(better('set', 'Reset everything', 'User Settings', 'Settings', 'Show every table')).toEqual([
      'Settings',
      'User Settings',
      'Reset everything',
      'Show every table',
    ])
  })

  it('does not read a name of ten thousand letters to its end', () => {
    expect(matchScore('z', `${'a'.repeat(10_000)} z`)).toBeNull()
    expect(matchScore('a'.repeat(10_000), 'a')).toBeNull()
    expect(matchScore(`${'a'.repeat(150)}b`, 'a '.repeat(100))).toBeNull()
  })
})
