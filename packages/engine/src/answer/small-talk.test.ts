import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { isForeign, smallTalk } from './small-talk.ts'

const answer = (said: string): string | null => {
  const found = smallTalk(said)
  return found === null ? null : formatMessage(found)
}

describe('smallTalk', () => {
  it.each([
    ['Hello', /^Hello/],
    ['  hi there!! ', /^Hello/],
    ['GOOD MORNING', /^Hello/],
    ['thanks a lot', /^You're welcome/],
    ['ok great, thank you so much', /^You're welcome/],
    ['OK', /^You're welcome/],
    ['ok '.repeat(300), /^You're welcome/],
    ['Bye.', /^Goodbye/],
    ['What can you do?', /^You can ask for counts/],
    ['help', /^You can ask for counts/],
    ["you're useless", /^That isn't a question/],
    ['that’s wrong', /^That isn't a question/],
  ])('answers %j', (said, expected) => {
    expect(answer(said)).toMatch(expected)
  })

  it.each([
    '',
    '   ',
    '?!',
    'hi score of the players',
    'help requests by month',
    'ok orders',
    'thanks giving sales',
    'good customers',
    'who are you selling to',
    'bad orders',
    'wrong invoices',
    'x'.repeat(5000),
  ])('leaves what may be a question to be read: %j', (said) => {
    expect(answer(said)).toBeNull()
  })
})

describe('isForeign', () => {
  it.each<[boolean, string, string[]]>([
    [true, 'wie viele Kunden haben wir?', ['wie', 'viele', 'Kunden', 'haben wir']],
    [true, 'combien de clients avons nous', ['combien', 'clients', 'avons', 'nous']],
    [true, '¿cuántos clientes hay?', ['cuántos', 'clientes', 'hay']],
    [false, 'how many hay bales do we have', ['hay']],
    [false, 'orders by die and das', ['das']],
    [false, 'the hay and les of all the orders in the whole year', ['hay', 'les']],
    [false, '', []],
  ])('is %s for %j', (expected, question, missed) => {
    expect(isForeign(question, missed)).toBe(expected)
  })
})
