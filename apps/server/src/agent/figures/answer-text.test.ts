import { describe, expect, test } from 'vitest'
import { createGrounding } from '../grounding.ts'
import { AnswerText, mostSentences } from './answer-text.ts'
import { Facts } from './facts.ts'
import { RowNames } from './names.ts'
import type { Step } from './step.ts'
import { isShown, stepOf } from './testing.ts'
import { KnownWords } from './unknown-names.ts'

const sales = stepOf(
  'r1',
  ['country', 'revenue', 'orders'],
  [
    ['Germany', 1500, 12],
    ['France', 900, 30],
    ['Spain', 600, 5],
  ],
)
const years = stepOf(
  'r2',
  ['year', 'orders'],
  [
    [2016, 152],
    [2017, 408],
  ],
  { sql: "SELECT year, orders FROM o WHERE day >= '2016-01-01'" },
)
const months = stepOf(
  'r3',
  ['month', 'visits'],
  [
    ['2025-01', 10],
    ['2025-02', 20],
    ['2025-03', 15],
  ],
)
const all = [sales, years, months]

function answer(
  pieces: string | string[],
  { steps = all, question = 'How many?' }: { steps?: Step[]; question?: string } = {},
) {
  const streamed: string[] = []
  const sources = { results: steps.map(({ result }) => result), texts: [question], sql: steps.map(({ sql }) => sql) }
  const text = new AnswerText({
    steps,
    words: createGrounding({ ...sources, allowsCells: false }),
    known: new KnownWords(steps, [question]),
    emit: (piece) => streamed.push(piece),
  })
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) text.push(piece)
  return { ...text.end(), streamed }
}

describe('references', () => {
  test('fills in figures and names, and says where they come from', () => {
    const written = '{r1.country[max revenue]} earned {r1.revenue[1]}, {share(r1.revenue[1])} of all.'
    const { text, figures, omitted } = answer(written)
    expect(text).toBe('Germany earned 1,500, 50% of all.')
    expect(figures.map(({ start, end }) => text.slice(start, end))).toEqual(['Germany', '1,500', '50%'])
    expect(figures[1]?.sources).toEqual([{ step: 'r1', column: 1, rows: [0] }])
    expect(omitted).toBe(0)
  })

  test('reads a column whose name has digits on both sides of an underscore', () => {
    const halves = stepOf('r1', ['hall', 'guests_h1_2025', 'guests_h1_2026'], [['Rex', 840, 960]])
    const sentence = 'Rex grew from {r1.guests_h1_2025[hall=Rex]} to {r1.guests_h1_2026[hall=Rex]} guests.'
    expect(isShown([halves], sentence)).toBe(true)
    expect(isShown([halves], sentence.replace('grew', 'shrank'))).toBe(false)
  })

  test('uses all results of the turn', () => {
    const written =
      'There were {r2.orders[year=2016]} orders in 2016 and {r2.orders[year=2017]} in 2017, against {r1.orders[country=Spain]} in Spain.'
    expect(answer(written).text).toBe('There were 152 orders in 2016 and 408 in 2017, against 5 in Spain.')
  })

  test('streams each sentence once it is complete, and holds an open reference', () => {
    const { streamed, text } = answer([
      'Germany earned {r1.rev',
      'enue[1]}. It had {r1.orders[',
      '1]} orders. ',
      'Next: nothing.',
    ])
    expect(streamed).toEqual(['Germany earned 1,500. ', 'It had 12 orders. ', 'Next: nothing.'])
    expect(streamed.join('')).toBe(text)
  })

  test.each([
    'It is followed by France.',
    'They are ahead of France.',
    'This makes {share(r1.revenue[1])} of all revenue.',
  ])('leaves out what refers back to a sentence that was left out: %s', (rest) => {
    expect(answer(`Germany has 12 orders. ${rest}`).text).toContain(rest.slice(0, 4))
    const { text, unproven } = answer(`Germany has 13 orders. ${rest} France has 30 orders.`)
    expect(text).toBe('France has 30 orders.')
    expect(unproven[1]).toContain('It refers to the sentence before, which was left out.')
  })

  test('leaves out only what is added at the end of a sentence, if the rest is proven', () => {
    const written =
      'Germany earned {r1.revenue[1]}; France earned {r1.revenue[2]}, while Spain has 99 orders, and it earned {r1.revenue[1]}. Next.'
    const { text, omitted, figures, streamed } = answer(written)
    expect(text).toBe('Germany earned 1,500; France earned 900. Next.')
    expect(figures).toHaveLength(2)
    expect(omitted).toBe(1)
    expect(streamed.join('')).toBe(text)
    // A shorter list would say something else.
    const list = 'The orders are: Germany with {r1.orders[1]}; France with 99. Next.'
    expect(answer(list).text).not.toContain('Germany')
    // “but only” and “except” limit what comes before.
    expect(answer('Germany earned {r1.revenue[1]}, but only with 99 orders. Next.').text).not.toContain('Germany')
  })

  test('shows the whole reason of a long sentence', () => {
    const { unproven } = answer(`Germany has 13 orders, ${'as everyone knows, '.repeat(60)}and France has 30.`)
    expect(unproven[0]).toMatch(/… \([^()]+\)$/)
    expect(unproven[0]!.length).toBeLessThan(700)
  })

  test('leaves out a bad sentence alone and says why', () => {
    const { text, unresolved, streamed } = answer(
      'Germany earned {r1.revenue[country=Germany]}. Italy earned {r1.revenue[country=Italy]}. Spain had {r1.orders[3]} orders.',
    )
    expect(text).toBe('Germany earned 1,500. Spain had 5 orders.')
    expect(streamed.join('')).toBe(text)
    expect(unresolved).toEqual([
      'Italy earned {r1.revenue[country=Italy]}. ({r1.revenue[country=Italy]}: r1 has no row with country = Italy.)',
    ])
  })

  test('judges typed figures beside references by the rows, before and after the first one', () => {
    const { text, omitted } = answer(
      'France earned 900. Germany earned {r1.revenue[1]}. Spain earned 601. Spain earned 600.',
    )
    expect(text).toBe('France earned 900. Germany earned 1,500. Spain earned 600.')
    expect(omitted).toBe(1)
  })

  test('allows numbers of the question, years, and row counts', () => {
    const { text } = answer(
      'In 2016 {r2.orders[year=2016]} orders were above 250. The 3 countries had {sum(r1.orders)}.',
      {
        question: 'Orders above 250?',
      },
    )
    expect(text).toBe('In 2016 152 orders were above 250. The 3 countries had 47.')
  })

  test.each(['{', 'It is {r1.revenue[1]', 'It is {r1.revenue[1]}}.', '{r1}', '{}', '{<b>}'])(
    'leaves out a sentence that is no notation: %s',
    (text) => expect(answer(text)).toMatchObject({ text: '', omitted: 1 }),
  )

  test('says nothing if only an announcement or applause is left', () => {
    expect(answer('The figures:\n- Italy: {r1.revenue[country=Italy]}').text).toBe('')
    expect(answer('Italy earned {r1.revenue[country=Italy]}. Well done.').text).toBe('')
    expect(answer('Nothing else is known.').text).toBe('Nothing else is known.')
  })

  test('R25 refuses more references than anyone reads', () => {
    const { text, unresolved } = answer(`${'{sum(r1.revenue)} '.repeat(100)}. Germany had {r1.orders[1]}.`)
    expect(text).toBe('Germany had 12.')
    expect(unresolved[0]).toMatch(/\(Too many references\.\)$/)
  })

  test('writes the sign of a change only where no word says it', () => {
    expect(answer('Visits fell by {change(r3.visits[2], r3.visits[3])} in March 2025.').text).toBe(
      'Visits fell by 25% in March 2025.',
    )
    expect(answer('The change was {change(r3.visits[2], r3.visits[3])}.').text).toBe('The change was -25%.')
  })
})

const trueWithReferences = [
  'Germany had {r1.revenue[1]} and France {r1.revenue[2]}.',
  'Germany and France had {r1.revenue[1]} and {r1.revenue[2]}.',
  '{r1.revenue[1]} came from Germany, {r1.revenue[2]} from France.',
  'Germany has the highest revenue with {r1.revenue[1]}, followed by France with {r1.revenue[2]}.',
  'Spain has the fewest orders, {r1.orders[3]}.',
  'France has the most orders, {r1.orders[country=France]}, but not the highest revenue.',
  'France is second with {r1.revenue[2]}.',
  'France ranks {rank(r1.revenue[2])} of {count(r1)}.',
  'Germany earned {r1.revenue[1]}, more than France with {r1.revenue[2]}.',
  'Germany leads France by {diff(r1.revenue[1], r1.revenue[2])}.',
  'Germany earned {ratio(r1.revenue[1], r1.revenue[3])} times as much as Spain.',
  'Germany and France together earned {sum(r1.revenue[1], r1.revenue[2])}.',
  'Orders rose from {r2.orders[1]} in 2016 to {r2.orders[2]} in 2017.',
  'Orders grew by {change(r2.orders[1], r2.orders[2])}.',
  'Orders grew every year, to {r2.orders[2]}.',
  'Visits fell from {r3.visits[2]} to {r3.visits[3]} in March 2025.',
  'Spain is at {share(r1.revenue[3])}, the lowest share.',
  'At least {r1.orders[3]} orders came from each country.',
  'Germany earned ${r1.revenue[1]}.',
]

const falseWithReferences = [
  ['a figure of another row', 'Germany had {r1.revenue[2]}.'],
  ['figures of two rows exchanged', 'Germany had {r1.revenue[2]} and France {r1.revenue[1]}.'],
  ['a wrong extreme', 'France has the highest revenue, {r1.revenue[2]}.'],
  ['a wrong minimum', 'France earned the least, {r1.revenue[country=France]}.'],
  ['a wrong position', 'Spain is second with {r1.revenue[3]}.'],
  ['a wrong position in digits', 'Germany comes 3rd with {r1.revenue[1]}.'],
  ['a comparison the wrong way round', 'Spain earned {r1.revenue[3]}, more than France with {r1.revenue[2]}.'],
  ['a wrong direction', 'Orders fell from {r2.orders[1]} to {r2.orders[2]}.'],
  ['a wrong direction of a change', 'Orders fell by {change(r2.orders[1], r2.orders[2])}.'],
  ['a rise that is a fall', 'Visits rose by {diff(r3.visits[3], r3.visits[2])}.'],
  ['a rise every month', 'Visits grew every month, to {r3.visits[3]}.'],
  ['a percent sign after a count', 'Germany had {r1.orders[1]}% of them.'],
  ['money that is a count', 'Germany paid ${r1.orders[1]}.'],
  ['a count as money', 'There are {count(r1)} euros.'],
  ['a typed ratio', 'Germany earned {r1.revenue[1]}, twice as much as Spain.'],
  ['a typed figure beside a reference', 'Germany earned {r1.revenue[1]} of 9,999.'],
  ['a spelled figure beside a reference', 'Germany earned {r1.revenue[1]} with forty-two orders.'],
]

describe('R25 a hostile answer', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => [`Model ${at}`, at])
  const many = stepOf('r1', ['model', 'sales'], rows)
  const length = 24_000

  test('is compared with a limited number of names', () => {
    const names = new RowNames(new Facts([many]))
    for (let at = 0; at < 10; at++) names.in('Model 7 and '.repeat(2_000))
    for (let at = 0; at < 3_000; at++) names.in('Model 8')
    expect(names.comparisons).toBeLessThanOrEqual(400_000)
  })

  test('is left out after a fixed number of sentences', () => {
    const { omitted, text } = answer('Model 7 sold 7. '.repeat(1_000), { steps: [many] })
    expect(omitted).toBe(1_000 - mostSentences)
    expect(text.length).toBeLessThan(length)
  })

  test.each([
    'Model 7 has the highest sales, and ',
    '7, ',
    'x|',
    '{r1.sales[7]} ',
    'twice as many as Model 8 ',
    'VII ',
    '"A',
  ])('is left out as one sentence that no one reads: %j', (unit) =>
    expect(answer(unit.repeat(length / unit.length), { steps: [many] })).toMatchObject({ text: '', omitted: 1 }),
  )

  test('is left out as a table that no one reads', () => {
    expect(answer('| 7 | 8 |\n'.repeat(2_000), { steps: [many] })).toMatchObject({ text: '', omitted: 1 })
  })
})

describe('claims about references', () => {
  test.each(trueWithReferences)('keeps a true sentence: %s', (written) => {
    expect(answer(written)).toMatchObject({ omitted: 0, unresolved: [] })
  })

  test.each(falseWithReferences)('leaves out %s: %s', (_what, written) => {
    expect(answer(written)).toMatchObject({ text: '', omitted: 1, unresolved: [] })
  })
})

const trueWithoutReferences = [
  'Germany had 1,500 and France 900.',
  'Germany and France had 1,500 and 900.',
  '1,500 came from Germany, 900 from France.',
  'There were 152 orders in 2016 and 408 in 2017.',
  'Germany and France together earned 2,400.',
  'Germany and Spain together have 70% of the revenue.',
  'Germany leads France by 600.',
  'Germany earned 2.5 times as much as Spain.',
  'Spain earned under 1,000.',
  'All countries earned less than 100,000.',
  'Germany has the highest revenue with 1,500.',
  'Spain is third with 600.',
  'The 3 countries earned 3,000 in total.',
  'Orders rose from 152 to 408.',
  'France has 30% of the revenue.',
  'Visits grew from 10 in January 2025 to 20 in February 2025.',
]

const falseWithoutReferences = [
  ['a figure of another row', 'Germany had 900.'],
  ['figures of two rows exchanged', 'Germany had 900 and France 1,500.'],
  ['an invented figure', 'Germany had 1,700.'],
  ['a wrong extreme', 'France has the highest revenue with 900.'],
  ['a wrong position', 'Spain is second with 600.'],
  ['a wrong direction', 'Orders fell from 152 to 408.'],
  ['a percentage that is a count', 'Germany has 12% of the revenue.'],
  ['a wrong bound', 'Germany earned under 1,000.'],
  ['a wrong sum', 'Germany and France together earned 2,100.'],
  ['a wrong ratio', 'Germany earned 4 times as much as Spain.'],
  ['a wrong year', 'There were 152 orders in 2018.'],
]

describe('names', () => {
  test.each([
    'The best customer is Ernst Handel, with {r1.revenue[1]}.',
    'Germany, ahead of Italy, had {r1.revenue[1]}.',
    'The best customer is Ernst Handel.',
  ])('leaves out a name that is in no row and not in the question: %s', (written) => {
    expect(answer(written)).toMatchObject({ text: '', omitted: 1 })
  })

  test.each([
    ["Germany's revenue is {r1.revenue[1]}.", 'How many?'],
    ['The revenue of Germany in March was {r1.revenue[1]}.', 'How many?'],
    ['The revenue of Acme is {r1.revenue[1]}.', 'What did acme earn?'],
    ['The Orders with the most: {r1.orders[2]}.', 'How many?'],
    ['Der Umsatz in Deutschland beträgt {r1.revenue[1]}.', 'Wie viel?'],
    ['**Revenue of Spain:** {r1.revenue[3]}.', 'How many?'],
  ])('keeps known names and other languages: %s', (written, question) => {
    expect(answer(written, { question })).toMatchObject({ omitted: 0 })
  })
})

describe('the fallback for a model that ignores the notation', () => {
  test.each(trueWithoutReferences)('keeps a true sentence: %s', (written) => {
    expect(answer(written)).toMatchObject({ text: written, omitted: 0 })
  })

  test.each(falseWithoutReferences)('leaves out %s: %s', (_what, written) => {
    expect(answer(written)).toMatchObject({ text: '', omitted: 1 })
  })

  test('leaves out a bad sentence alone', () => {
    expect(answer('Germany had 1,500. Spain had 1,900. France had 900.').text).toBe(
      'Germany had 1,500. France had 900.',
    )
  })

  test('never judges a number by its first half', () => {
    expect(answer(['Spain earned 600', '000.']).text).toBe('')
  })
})
