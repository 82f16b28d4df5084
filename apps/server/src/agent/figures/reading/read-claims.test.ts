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

const branches = stepOf(
  'r1',
  ['branch', 'year', 'parcels'],
  [
    ['Harbor', 2023, 500],
    ['Harbor', 2024, 640],
    ['Harbor', 2025, 600],
    ['Depot 9', 2023, 300],
    ['Depot 9', 2024, 310],
    ['Depot 9', 2025, 420],
  ],
)
const months = stepOf(
  'r1',
  ['month', 'bookings', 'children'],
  [
    ['JAN', 48, 21],
    ['FEB', 53, 36],
    ['MAR', 40, 16],
    ['APR', 44, 16],
  ],
)
const staff = stepOf(
  'r1',
  ['department', 'country', 'average_rate', 'highest_fee', 'visits_room_1', 'visits_room_2', 'opened_on'],
  [
    ['Heart Team', 'Austria', 31.5, 90, 5, 9, '2021-04-02'],
    ['Skin', 'Italy', 44.25, 70, 7, 3, '2019-08-11'],
    ['Eyes', 'Italy', 38, 120, 5, 2, '2024-12-01'],
  ],
)

const tickets = stepOf(
  'r1',
  ['order_id', 'customer', 'order_date', 'price'],
  [
    [10501, 'Alfa', '2025-03-14', 8200],
    [10512, 'Beta', '2025-03-20', 4310],
    [10530, 'Alfa', '2025-04-02', 12999],
    [10544, 'Delta', '2025-04-11', 310],
    [10560, 'Beta', '2025-05-06', 7150],
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
    ['a median', mills, 'The median number of sacks is 257.5.', 'The median number of sacks is 271.25.'],
    [
      'all others together',
      mills,
      'Red Barn supplied fewer sacks than all other mills combined.',
      'Red Barn supplied more sacks than all other mills combined.',
    ],
    [
      'more than any other one',
      staff,
      'Eyes has a higher fee than any other department.',
      'Skin has a higher fee than any other department.',
    ],
    [
      'the same number',
      staff,
      'Heart Team and Eyes had the same number of visits in room 1.',
      'Heart Team and Skin had the same number of visits in room 1.',
    ],
    [
      'as many as another one',
      months,
      'April had as many children as March.',
      'April had as many children as February.',
    ],
    ['the same name', staff, 'Skin and Eyes are in the same country.', 'Skin and Heart Team are in the same country.'],
    [
      'a month by its name',
      months,
      'February had the most children, with 36.',
      'March had the most children, with 16.',
    ],
    [
      'two that are not the most',
      months,
      'January and February were the busiest months for bookings.',
      'January and April were the busiest months for bookings.',
    ],
    ['the oldest one', staff, 'Skin opened the earliest.', 'Heart Team opened the earliest.'],
    [
      'the last day of a column',
      staff,
      'The most recent opening was on December 1, 2024, and was that of Eyes.',
      'The most recent opening was on April 2, 2021.',
    ],
    [
      'all that moved',
      branches,
      'Both branches handled more parcels in 2024 than in 2023, and parcels grew at both from 2023 to 2025.',
      'Parcels grew at both branches from 2024 to 2025.',
    ],
    [
      'the only one that moved',
      branches,
      'Depot 9 was the only branch where parcels grew from 2024 to 2025.',
      'Harbor was the only branch where parcels grew from 2023 to 2024.',
    ],
    ['how many moved', branches, 'Parcels rose at two branches in 2024.', 'Parcels rose at two branches in 2025.'],
    [
      'the largest move of the things',
      branches,
      'Harbor had the largest increase in parcels from 2023 to 2024.',
      'Depot 9 had the largest increase in parcels from 2023 to 2024.',
    ],
    [
      'the largest move of the periods',
      months,
      'The largest drop in bookings was from February to March.',
      'The largest drop in bookings was from March to April.',
    ],
    [
      'a move at every time',
      branches,
      'Parcels at Depot 9 rose steadily from 2023 to 2025.',
      'Parcels at Harbor rose steadily from 2023 to 2025.',
    ],
    [
      'two moves',
      months,
      'Bookings fell in March before recovering in April.',
      'Bookings fell in February before recovering in March.',
    ],
    ['a superlative of a name', staff, 'The highest fee of Skin is 70.', 'The highest fee of Skin is 90.'],
    [
      'the most of an average',
      staff,
      'Skin has the highest average rate, at 44.25.',
      'Eyes has the highest average rate, at 38.',
    ],
    [
      'a column by its number',
      staff,
      'In room 2, Heart Team had the most visits, with 9.',
      'In room 1, Heart Team had the most visits, with 5.',
    ],
    [
      'a name beside another one',
      staff,
      'Heart Team, an Austrian department, had 5 visits in room 1.',
      'Heart Team, an Italian department, had 5 visits in room 1.',
    ],
    [
      'both figures of a comparison',
      mills,
      'Old Wheel supplied more sacks than Willow (310 vs. 205).',
      'Old Wheel supplied more sacks than Willow (205 vs. 310).',
    ],
    ['a rank', mills, 'Willow ranks only third by sacks.', 'Willow ranks only fourth by sacks.'],
    [
      'both ends of a rounded range',
      mills,
      'Wages ranged between roughly 3,000 and 6,000.',
      'Wages ranged between roughly 3,000 and 5,000.',
    ],
    [
      'a second comparison of the same two',
      mills,
      'Red Barn supplied more sacks than Old Wheel and needed fewer repairs.',
      'Red Barn supplied more sacks than Old Wheel and needed more repairs.',
    ],
    [
      'a multiple of a total',
      depots,
      'East handled 110 loads in total, twice as much as West.',
      'East handled 110 loads in total, three times as much as West.',
    ],
    ['how often something moved', months, 'Bookings rose in two months.', 'Bookings rose in three months.'],
    [
      'nearly no move',
      stepOf(
        'r1',
        ['day', 'calls'],
        [
          ['Monday', 100],
          ['Tuesday', 103],
          ['Wednesday', 140],
        ],
      ),
      'Calls remained almost flat between Monday and Tuesday.',
      'Calls remained almost flat between Tuesday and Wednesday.',
    ],
    [
      'a limit on both sides',
      mills,
      'Two mills supplied between 200 and 400 sacks.',
      'Three mills supplied between 200 and 400 sacks.',
    ],
    [
      'the share of two in all rows',
      depots,
      'East accounts for two thirds of all loads.',
      'East accounts for three quarters of all loads.',
    ],
    [
      'the number of a thing apart from its word',
      tickets,
      'The most expensive order is 10530, from Alfa.',
      'The most expensive order is 10501, from Alfa.',
    ],
    ['each of two days', tickets, 'Beta ordered on March 20 and May 6.', 'Beta ordered on March 20 and March 14.'],
    [
      'as many rows of each name',
      tickets,
      'Alfa and Beta each placed two orders.',
      'Alfa and Delta each placed two orders.',
    ],
    [
      'the last day and whose it is',
      tickets,
      'The most recent order was placed on May 6 by Beta.',
      'The most recent order was placed on March 20 by Beta.',
    ],
    [
      'the fastest growth, in percent',
      stepOf(
        'r1',
        ['year', 'members'],
        [
          ['2022', 100],
          ['2023', 130],
          ['2024', 165],
        ],
      ),
      'The fastest growth in members was in 2023.',
      'The fastest growth in members was in 2024.',
    ],
    [
      'the average of percentages',
      stepOf(
        'r1',
        ['shop', 'return_rate_pct'],
        [
          ['East', 3],
          ['West', 6],
        ],
      ),
      'The average return rate is 4.5%.',
      'The average return rate is 5.5%.',
    ],
    [
      'the most of all rows of a name',
      stepOf(
        'r1',
        ['team', 'month', 'expenses'],
        [
          ['Legal', 'Jan', 900],
          ['Legal', 'Feb', 1500],
          ['Sales', 'Jan', 1300],
          ['Sales', 'Feb', 1200],
        ],
      ),
      'Sales had the highest total expenses (2,500).',
      'Legal had the highest total expenses (2,400).',
    ],
    [
      'a score in percent',
      stepOf(
        'r1',
        ['clerk', 'tickets', 'satisfaction_pct'],
        [
          ['Maria', 142, 96.5],
          ['John', 118, 91],
        ],
      ),
      'Maria had the most tickets (142) and has the highest satisfaction score, 96.5%.',
      'Maria had the most tickets (142) and has the lowest satisfaction score, 96.5%.',
    ],
    ['a fall to a figure', quarters, 'In Q4 2025, guests fell to 330.', 'In Q4 2025, guests rose to 330.'],
  ])('keeps the true and drops the untrue one: %s', (_, step, isTrue, isUntrue) => {
    expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
  })
})
