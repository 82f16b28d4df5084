import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clearlyNearest, relativesOf } from './relatives.ts'
import { wordnet } from './wordnet.ts'

const net = wordnet()
const differ = () => false
const verb = (term: string) => ({ term, isNoun: false })
const plural = (term: string) => ({ term, isNoun: true })
const nearest = (term: ReturnType<typeof verb>, ...names: string[]) =>
  clearlyNearest(relativesOf(net, term, new Set(names)), differ)

describe('the extract of WordNet', () => {
  it('comes with its license', () => {
    const license = join(import.meta.dirname, 'LICENSE')
    expect(existsSync(license)).toBe(true)
    expect(readFileSync(license, 'utf8')).toContain('WordNet 3.1 Copyright 2011 by Princeton University')
  })

  it('finds whole words only', () => {
    expect(net.meaningsOf('vocalis')).toEqual([])
    expect(net.meaningsOf('ocalist')).toEqual([])
    expect(net.meaningsOf('vocalist')).toHaveLength(1)
  })

  it.each(['', '*', 'x,y', 'a b c', 'Vocalist', 'cafe\n'])('knows nothing of %j', (word) => {
    expect(net.meaningsOf(word)).toEqual([])
  })

  it('knows pairs of words', () => {
    expect(net.meaningsOf('family name').flatMap(({ meaning }) => net.wordsOf(meaning).map((one) => one.word))).toEqual(
      expect.arrayContaining(['surname', 'last name']),
    )
  })
})

describe('relativesOf', () => {
  it('finds a synonym', () => {
    expect(nearest(plural('vocalist'), 'singer', 'concert')).toEqual({
      name: 'singer',
      relation: 'synonym',
      distance: 0,
    })
  })

  it('finds a kind of what the word means', () => {
    expect(nearest(plural('aviator'), 'pilot', 'flight')).toMatchObject({ name: 'pilot', relation: 'kind' })
    expect(nearest(plural('division'), 'department', 'employee')).toMatchObject({
      name: 'department',
      relation: 'kind',
    })
  })

  it('finds the noun of a verb', () => {
    expect(nearest(verb('depart'), 'departure', 'price')).toMatchObject({ name: 'departure', relation: 'derived' })
  })

  it('sorts by distance and has each name once', () => {
    const found = relativesOf(net, plural('airplane'), new Set(['plane', 'aircraft']))
    expect(found.map((one) => one.name)).toEqual(['plane', 'aircraft'])
  })

  it('reads no one as an employee, and no information as a password', () => {
    expect(nearest(plural('pilot'), 'employee', 'person')).toBeNull()
    expect(nearest(plural('person'), 'employee')).toBeNull()
    expect(nearest(plural('information'), 'password')).toBeNull()
  })

  it('reads a plural as a noun', () => {
    expect(nearest(plural('type'), 'write')).toBeNull()
    expect(nearest(plural('ship'), 'hire')).toBeNull()
  })

  it('reads a birthday as nothing so general as a date', () => {
    expect(nearest(plural('birthday'), 'date')).toBeNull()
  })

  it('knows nothing about unknown words, or without names', () => {
    expect(relativesOf(net, verb('qwertz'), new Set(['singer']))).toEqual([])
    expect(relativesOf(net, verb('vocalist'), new Set())).toEqual([])
  })
})

describe('clearlyNearest', () => {
  const relative = (name: string, distance: number) => ({ name, relation: 'kind' as const, distance })

  it('is null if a second name is about as near', () => {
    expect(clearlyNearest([relative('head', 0.5), relative('boss', 0.7)], differ)).toBeNull()
    expect(clearlyNearest([relative('head', 0.5), relative('boss', 0.9)], differ)?.name).toBe('head')
  })

  it('ignores another name for the same thing', () => {
    expect(clearlyNearest([relative('surname', 0), relative('last name', 0)], () => true)?.name).toBe('surname')
  })

  it('is null if the nearest name is too far away', () => {
    expect(clearlyNearest([relative('head', 2)], differ)).toBeNull()
    expect(clearlyNearest([], differ)).toBeNull()
  })
})
