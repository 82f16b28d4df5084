import { describe, expect, it } from 'vitest'
import { Wordnet, wordnet } from './wordnet.ts'

/** Two nouns, a verb, and an adjective: the words of each meaning, and then what each meaning leads to. */
const text = ['2 1 1', 'dog,hound1', 'animal,beast', 'bark1', 'doggy', '1,,', ',,', '-2,,', ',,'].join('\n')

describe('an extract', () => {
  const net = new Wordnet(Buffer.from(text))

  it('has the meanings of a word, with their rank', () => {
    expect(net.meaningsOf('dog')).toEqual([{ word: 'dog', meaning: 0, rank: 0 }])
    expect(net.meaningsOf('hound')).toEqual([{ word: 'hound', meaning: 0, rank: 1 }])
    expect(net.meaningsOf('doggy')).toEqual([{ word: 'doggy', meaning: 3, rank: 0 }])
  })

  it.each(['do', 'og', 'dog,hound', 'hound1', 'DOG', '', ' ', 'cat', '1'])('does not have %j', (word) => {
    expect(net.meaningsOf(word)).toEqual([])
  })

  it('has the words of a meaning', () => {
    expect(net.wordsOf(0)).toEqual([
      { word: 'dog', meaning: 0, rank: 0 },
      { word: 'hound', meaning: 0, rank: 1 },
    ])
  })

  it('tells nouns from other words', () => {
    expect([0, 1, 2, 3].map((meaning) => net.isNoun(meaning))).toEqual([true, true, false, false])
  })

  it('leads from a meaning to a more general one, and back', () => {
    expect(net.linksOf(0)).toContainEqual({ link: 'general', meaning: 1 })
    expect(net.linksOf(1)).toContainEqual({ link: 'special', meaning: 0 })
    expect(net.linksOf(3)).toEqual([])
  })
})

describe('the extract of the engine', () => {
  const net = wordnet()

  it('is loaded once', () => {
    expect(wordnet()).toBe(net)
  })

  it('finds each word of a meaning again by the word', () => {
    for (let meaning = 0; meaning < 20_000; meaning += 97)
      for (const { word, rank } of net.wordsOf(meaning))
        expect(net.meaningsOf(word)).toContainEqual({ word, meaning, rank })
  })

  it('has a link back for every link', () => {
    const back = { general: 'special', special: 'general', derived: 'derived', similar: 'similar' } as const
    for (let meaning = 0; meaning < 20_000; meaning += 193)
      for (const { link, meaning: other } of net.linksOf(meaning))
        expect(net.linksOf(other)).toContainEqual({ link: back[link], meaning })
  })
})
