import { describe, expect, it } from 'vitest'
import { Wordnet } from '../../packages/engine/src/lexicon/wordnet/wordnet.ts'
import { readWordnet } from './read-wordnet.ts'
import { subsetOf, writeSubset } from './subset.ts'

const senses = [
  'musician%1:18:00:: 00000100 1 9',
  'singer%1:18:00:: 00000200 1 4',
  'vocalist%1:18:00:: 00000200 1 0',
  'caruso%1:18:00:: 00000300 1 0',
  'rock_star%1:18:00:: 00000400 1 0',
  'sing%2:36:00:: 00000500 1 7',
  'aardvark%1:05:00:: 00000600 1 0',
  'heavy%3:00:00:: 00000700 1 5',
  'weighty%5:00:00:heavy:00 00000800 1 2',
].join('\n')

const license = '  1 This software is provided by Princeton University  '
const data = {
  n: [
    license,
    '00000100 18 n 01 musician 0 001 ~ 00000200 n 0000 | someone who plays',
    '00000200 18 n 02 singer 0 vocalist 0 002 @ 00000100 n 0000 + 00000500 v 0101 | a person who sings',
    '00000300 18 n 01 Caruso 0 001 @ 00000200 n 0000 | an Italian tenor',
    '00000400 18 n 01 rock_star 0 001 @ 00000300 n 0000 | a famous singer',
    '00000600 05 n 01 aardvark 0 000 | an animal',
  ].join('\n'),
  v: [license, '00000500 36 v 01 sing 0 001 + 00000200 n 0101 01 + 02 00 | produce tones'].join('\n'),
  a: [
    license,
    '00000700 00 a 01 heavy(a) 0 001 & 00000800 a 0000 | of great weight',
    '00000800 00 s 01 weighty 0 001 & 00000700 a 0000 | having weight',
  ].join('\n'),
}

const meanings = subsetOf(readWordnet({ senses, data }))
const words = meanings.map((one) => one.words.map(({ word }) => word).join('|'))

describe('subsetOf', () => {
  it('leaves out names and rare animals', () => {
    expect(words).toEqual(['musician', 'singer|vocalist', 'rock star', 'sing', 'heavy', 'weighty'])
  })

  it('links a meaning to the next more general one that is kept', () => {
    expect(meanings[2]?.general).toEqual([1])
  })

  it('links a verb and its noun', () => {
    expect(meanings[1]?.derived).toEqual([3])
    expect(meanings[3]?.derived).toEqual([1])
  })

  it('writes the same text each time, which the engine reads', () => {
    const text = writeSubset(meanings)
    expect(writeSubset(subsetOf(readWordnet({ senses, data })))).toBe(text)
    const net = new Wordnet(Buffer.from(text))
    expect(net.meaningsOf('vocalist')).toEqual([{ word: 'vocalist', meaning: 1, rank: 0 }])
    expect(net.linksOf(1)).toEqual([
      { link: 'general', meaning: 0 },
      { link: 'derived', meaning: 3 },
      { link: 'special', meaning: 2 },
    ])
    expect(net.linksOf(5)).toEqual([{ link: 'similar', meaning: 4 }])
    expect([2, 3].map((meaning) => net.isNoun(meaning))).toEqual([true, false])
  })

  it('writes a rank only for a rarer meaning', () => {
    const [first] = meanings
    const rare = meanings.map((one) =>
      one === first
        ? {
            ...one,
            words: [
              { word: 'player', rank: 2 },
              { word: 'musician', rank: 0 },
            ],
          }
        : one,
    )
    expect(writeSubset(rare).split('\n')[1]).toBe('player2,musician')
    expect(new Wordnet(Buffer.from(writeSubset(rare))).wordsOf(0)).toEqual([
      { word: 'player', meaning: 0, rank: 2 },
      { word: 'musician', meaning: 0, rank: 0 },
    ])
  })
})
