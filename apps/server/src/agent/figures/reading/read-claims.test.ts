import { describe, expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const mills = stepOf(
  'r1',
  ['mill', 'river', 'sacks', 'wages_eur', 'budget_eur', 'repairs', 'checked_on'],
  [
    ['Old Wheel', 'Aare', 310, 5200, 5000, 4, '2026-04-02'],
    ['Red Barn', 'Birs', 450, 6100, 6400, 1, '2025-11-20'],
    ['Stone House', 'Aare', 120, 2900, 2900, 7, '2026-01-15'],
    ['Willow', 'Birs', 205, 3300, 3500, 2, '2026-06-30'],
  ],
)
const quarters = stepOf(
  'r1',
  ['quarter', 'guests', 'complaints'],
  [
    ['2024 Q3', 420, 9],
    ['2024 Q4', 300, 4],
    ['2025 Q1', 250, 6],
    ['2025 Q2', 390, 8],
    ['2025 Q3', 480, 5],
    ['2025 Q4', 330, 3],
  ],
)

const depots = stepOf(
  'r1',
  ['depot', 'quarter', 'loads'],
  [
    ['East', 'Q1', 40],
    ['East', 'Q2', 70],
    ['West', 'Q1', 25],
    ['West', 'Q2', 30],
  ],
)
const trips = stepOf(
  'r1',
  ['boat', 'berths', 'sold', 'summer_trips', 'winter_trips'],
  [
    ['Heron', 200, 190, 30, 12],
    ['Otter', 150, 60, 8, 20],
    ['Swift', 80, 72, 14, 9],
  ],
)

type Case = [kind: string, step: typeof mills, isTrue: string, isUntrue: string]

describe('claims that are read whole', () => {
  test.each<Case>([
    [
      'the most, with its figure',
      mills,
      'Red Barn supplied by far the most sacks, with 450.',
      'Old Wheel supplied by far the most sacks, with 310.',
    ],
    [
      'the last place in other words',
      mills,
      'With 120 sacks, Stone House brings up the rear.',
      'With 205 sacks, Willow brings up the rear.',
    ],
    [
      'two that are the first ones among others',
      mills,
      'Among the mills on the Aare, Old Wheel supplied more sacks than Stone House.',
      'Among the mills on the Aare, Stone House supplied more sacks than Old Wheel.',
    ],
    [
      'two together',
      mills,
      'Red Barn supplied more sacks than Stone House and Willow together.',
      'Old Wheel supplied more sacks than Stone House and Willow together.',
    ],
    [
      'each of two',
      mills,
      'Old Wheel and Stone House needed at least four repairs.',
      'Old Wheel and Willow needed at least four repairs.',
    ],
    [
      'everything but one',
      mills,
      'Every mill except Red Barn was checked in 2026.',
      'Every mill except Willow was checked in 2026.',
    ],
    [
      'the only one',
      mills,
      'Only Stone House processed fewer than 200 sacks.',
      'Only Willow processed fewer than 250 sacks.',
    ],
    ['where something is', mills, 'Willow and Red Barn are on the Birs.', 'Willow and Old Wheel are on the Birs.'],
    [
      'when something was last',
      mills,
      'Red Barn has not been checked since November 2025.',
      'Willow has not been checked since April 2026.',
    ],
    [
      'the same period a year before',
      quarters,
      'There were more guests in Q3 2025 than a year earlier.',
      'There were fewer guests in Q3 2025 than a year earlier.',
    ],
    [
      'a difference from the year before',
      quarters,
      'There were 30 more guests in Q4 2025 than in the same quarter of 2024.',
      'There were 50 more guests in Q4 2025 than in the same quarter of 2024.',
    ],
    [
      'each thing of a table of two names',
      depots,
      'Both depots were busiest in the second quarter.',
      'Both depots were busiest in the first quarter.',
    ],
    [
      'the least at each time',
      depots,
      'West handled the fewest loads in every quarter.',
      'East handled the fewest loads in every quarter.',
    ],
    [
      'two columns of a row',
      trips,
      'Heron and Swift are busier on summer trips than on winter trips.',
      'Heron and Otter are busier on summer trips than on winter trips.',
    ],
    [
      'a part of a whole as a limit',
      trips,
      'Apart from Otter, every boat sold at least 90% of its berths.',
      'Apart from Otter, every boat sold at least 95% of its berths.',
    ],
    [
      'the place of the figure before',
      trips,
      'Otter sold 40% of its berths, the lowest share of all.',
      'Otter sold 40% of its berths, the highest share of all.',
    ],
    ['a peak', quarters, 'Guests peaked in Q3 2025 at 480.', 'Guests peaked in Q3 2024 at 420.'],
    ['a fall to a figure', quarters, 'In Q4 2025, guests fell to 330.', 'In Q4 2025, guests rose to 330.'],
  ])('keeps the true and drops the untrue one: %s', (_, step, isTrue, isUntrue) => {
    expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
  })
})
