import { afterAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import { message } from '@parlance/contract'
import { openShop, shopToday } from '../testing/shop.ts'
import { chunksIn, contextIn, knownIn } from '../testing/stages.ts'
import { rewritten } from './rewrite.ts'
import { changesAt } from './rules.ts'
import { edited, ruleNames, type Edit, type Variant } from './variant.ts'

const shop = openShop()
afterAll(() => shop.close())
const known = await knownIn(shop, shopToday)

function variantOf(question: string): Variant {
  return { chunks: chunksIn(known, question), edits: [], cost: 0 }
}

/** The variants that change the chunk with this text, which is said to be missed. */
function changes(question: string, text: string): Variant[] {
  const variant = variantOf(question)
  const at = variant.chunks.findIndex((one) => one.text === text)
  return changesAt(contextIn(known, question), variant, at, new Decline(message('Missed.'), [text]))
}

const made = (question: string, text: string) =>
  changes(question, text).map(({ edits }) => edits.map((one) => `${one.rule} ${one.how}`).join(' '))

describe('the changes of a chunk', () => {
  it.each<[string, string, string[]]>([
    ['the wonderful customers', 'wonderful', ['skip word']],
    ['how many custmers', 'custmers', ['near typo', 'skip word']],
    ['customers in Germny', 'Germny', ['near value typo']],
    ['customers in Germny', 'in', ['skip word']],
    ['names of products', 'names', ['narrow column', 'skip word']],
    ['order items', 'order items', ['narrow table', 'split parts', 'skip word']],
  ])('in “%s”, “%s” allow %j', (question, text, expected) => {
    expect(made(question, text)).toEqual(expect.arrayContaining(expected))
  })

  it.each([
    ['a value', 'customers in Germany', 'Germany'],
    ['a number', 'customers with 5 orders', '5'],
    ['a date', 'orders in March 2025', 'March 2025'],
    ['a quoted text', 'customers in "Narnia"', 'Narnia'],
    ['a name in capitals', 'customers of Narnia', 'Narnia'],
    ['a negation', 'customers not in Germany', 'not'],
    ['a comparison', 'products over 20', 'over'],
    ['an extreme', 'customers with the most orders', 'most'],
    ['a function', 'average price', 'average'],
  ])('never leave out %s', (_about, question, text) => {
    expect(made(question, text)).not.toContain('skip word')
  })

  it('never read a quoted text as anything else', () => {
    expect(made('how many "custmers"', 'custmers')).toEqual([])
  })

  it('are known rules, cost something, and say what they did', () => {
    for (const [question, text] of [
      ['names of products', 'names'],
      ['how many custmers', 'custmers'],
      ['the shipped order items', 'order items'],
    ] as const)
      for (const { edits, cost, chunks } of changes(question, text)) {
        expect(edits).toHaveLength(1)
        expect(ruleNames).toContain(edits[0]?.rule)
        expect(cost).toBeGreaterThan(0)
        expect(chunks.length).toBeGreaterThan(0)
      }
  })

  it('state an assumption, unless the meaning is in the question', () => {
    const silent = changes('names of products', 'names').flatMap(({ edits }) =>
      edits.filter((one) => one.assumption === null),
    )
    expect(silent.every((one) => one.rule === 'reread' || one.rule === 'split')).toBe(true)
  })
})

describe('an edited variant', () => {
  const edit = { rule: 'skip', how: 'word', words: '', assumption: null, cost: 4 } as const

  it('has the new chunks, and remembers the old one with its neighbors', () => {
    const variant = variantOf('the wonderful customers')
    const next = edited(variant, 1, [], edit)
    expect(next.chunks.map((one) => one.text)).toEqual(['the', 'customers'])
    expect(next.cost).toBe(4)
    const [made] = next.edits
    expect([made?.before?.text, made?.chunk.text, made?.after?.text]).toEqual(['the', 'wonderful', 'customers'])
    expect(variant.chunks).toHaveLength(3)
  })

  it('adds up edits and costs', () => {
    const twice = edited(edited(variantOf('the wonderful shiny customers'), 1, [], edit), 1, [], edit)
    expect(twice.edits.map((one) => one.chunk.text)).toEqual(['wonderful', 'shiny'])
    expect(twice.cost).toBe(8)
  })

  it('is the same one if there is no such chunk', () => {
    const variant = variantOf('customers')
    expect(edited(variant, 9, [], edit)).toBe(variant)
  })

  it('has no neighbors at the ends', () => {
    const [made] = edited(variantOf('wonderful'), 0, [], edit).edits
    expect([made?.before, made?.after]).toEqual([null, null])
  })
})

describe('a rewritten question', () => {
  const rewrite = (question: string, ...replaced: [text: string, words: string | null][]) => {
    const { chunks } = variantOf(question)
    const edits = replaced.map(([text, words]): Edit => {
      const chunk = chunks.find((one) => one.text === text)!
      return { rule: 'near', how: 'typo', chunk, before: null, after: null, words, nearness: null, assumption: null }
    })
    return rewritten(question, edits)
  }

  it.each<[string, string, [string, string | null][], string | null]>([
    ['replaces a word', 'How many custmers?', [['custmers', 'customers']], 'How many customers?'],
    ['leaves out a word', 'the wonderful customers', [['wonderful', '']], 'the customers'],
    ['leaves out the last word', 'customers wonderful?', [['wonderful', '']], 'customers?'],
    ['leaves out the first word', 'wonderful customers', [['wonderful', '']], 'customers'],
    [
      'replaces several words',
      'wonderful custmers of Germny',
      [
        ['wonderful', ''],
        ['Germny', '"Germany"'],
        ['custmers', 'customers'],
      ],
      'customers of "Germany"',
    ],
    ['keeps what is not changed', 'the customers’ “names”', [], 'the customers "names"'],
    ['is none if no words say it', 'the customers', [['customers', null]], null],
  ])('%s', (_about, question, replaced, expected) => {
    expect(rewrite(question, ...replaced)).toBe(expected)
  })
})
