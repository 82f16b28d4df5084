import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const boats = stepOf(
  'r1',
  ['boat', 'harbor', 'berths', 'booked_berths', 'skipper', 'built_on'],
  [
    ['Swift', 'Kiel', 40, 40, 'Ida Holm', '2012-05-01'],
    ['Gull', 'Kiel', 24, 6, null, '1999-03-12'],
    ['Otter', 'Husum', 60, 45, 'Jan Voss', '2019-08-20'],
    ['Heron', 'Emden', 12, 0, 'Pia Lund', '2021-02-10'],
  ],
)
const stalls = stepOf(
  'r1',
  ['stall', 'target_eur', 'sales_eur', 'helpers'],
  [
    ['Cheese', 900, 1200, 3],
    ['Honey', 500, 500, 1],
    ['Bread', 1500, 1300, 4],
  ],
)
const weeks = stepOf(
  'r1',
  ['week', 'visitors'],
  [
    ['2026-W01', 80],
    ['2026-W02', 95],
    ['2026-W03', 90],
    ['2026-W04', 120],
    ['2026-W05', 130],
  ],
)
const buecher = stepOf(
  'r1',
  ['buch', 'seiten', 'preis_eur'],
  [
    ['Abendrot', 320, 18],
    ['Brandung', 210, 12],
    ['Celsius', 540, 24],
  ],
)
const cafes = stepOf(
  'r1',
  ['café', 'ventas_eur', 'mesas'],
  [
    ['Alba', 9000, 12],
    ['Brisa', 7000, 20],
    ['Cumbre', 3000, 8],
    ['Duna', 2000, 5],
  ],
)

test.each([
  [
    'a limit',
    boats,
    'Three of the four boats have more than 20 berths.',
    'Two of the four boats have more than 20 berths.',
  ],
  ['a limit that is included', boats, 'Two boats have 40 berths or more.', 'Three boats have 40 berths or more.'],
  ['all things', boats, 'All boats have at least 12 berths.', 'All boats have at least 20 berths.'],
  ['no thing', boats, 'None of the boats has more than 60 berths.', 'None of the boats has more than 50 berths.'],
  ['not all', boats, 'Not every boat has a skipper.', 'Not every boat has at least 10 berths.'],
  ['a share', boats, 'Half of the boats are in Kiel.', 'A quarter of the boats are in Kiel.'],
  ['a share in numbers', boats, 'Three out of four boats have a skipper.', 'Two out of four boats have a skipper.'],
  ['a majority', boats, 'Most boats have more than 20 berths.', 'Most boats have more than 40 berths.'],
  ['a name', boats, 'Only one boat is in Husum.', 'Only one boat is in Kiel.'],
  ['a date', boats, 'Three boats were built after 2010.', 'Two boats were built after 2010.'],
  ['a missing value', boats, 'One of the four boats has no skipper.', 'Two of the four boats have no skipper.'],
  [
    'something at least once',
    boats,
    'Three of the boats were booked at least once.',
    'All boats were booked at least once.',
  ],
  ['an exact number', boats, 'One of the boats has 24 berths.', 'Two of the boats have 24 berths.'],
  ['an exception', boats, 'All boats but Heron have over 20 berths.', 'All boats but Gull have over 20 berths.'],
  [
    'all but some',
    boats,
    'All but one of the boats have over 20 berths.',
    'All but two of the boats have over 20 berths.',
  ],
  [
    'the rest after a name',
    boats,
    'Apart from Gull, every boat has a skipper.',
    'Apart from Otter, every boat has a skipper.',
  ],
  [
    'several counts',
    weeks,
    'Three weeks had over 90 visitors, one had exactly 80.',
    'Three weeks had over 90 visitors, two had exactly 80.',
  ],
  ['a target', stalls, 'Two of the three stalls reached their target.', 'All three stalls reached their target.'],
  ['a missed target', stalls, 'Only one of the stalls missed its target.', 'Two of the stalls missed their target.'],
  ['moves', weeks, 'Visitors grew in three of the five weeks.', 'Visitors grew in two of the five weeks.'],
  ['German', buecher, 'Zwei der drei Bücher haben mehr als 300 Seiten.', 'Alle Bücher haben mehr als 300 Seiten.'],
  ['Spanish', cafes, 'Dos de los cuatro cafés superan los 5.000 €.', 'Tres de los cuatro cafés superan los 5.000 €.'],
  ['French', cafes, 'Trois cafés sur quatre ont plus de 6 mesas.', 'Deux cafés sur quatre ont plus de 6 mesas.'],
])('counts the rows for %s', (_, step, isTrue, isUntrue) => {
  expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
})

test('leaves other numbers of things to the other checks', () => {
  expect(isShown([boats], 'The top two boats have 100 berths together.')).toBe(true)
  expect(isShown([boats], 'The four boats have 136 berths in total.')).toBe(true)
  expect(isShown([boats], 'The four boats have 156 berths in total.')).toBe(false)
})
