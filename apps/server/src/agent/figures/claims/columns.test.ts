import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const tours = stepOf(
  'r1',
  ['tour', 'seats', 'sold_seats', 'cancelled_seats', 'goal_eur', 'revenue_eur', 'first_run', 'guide'],
  [
    ['Canals', 200, 150, 10, 4000, 4600, '2019-04-01', 'Ana'],
    ['Cellars', 120, 114, 30, 3000, 3000, '2023-09-15', 'Bo'],
    ['Towers', 80, 20, 5, 1000, 400, '2009-06-30', 'Ana'],
  ],
)
const loop = stepOf(
  'r1',
  ['player', 'won', 'lost', 'points', 'rating', 'on_time_pct'],
  [
    ['Iris', 9, 1, 27, 1900, 95],
    ['Jon', 6, 4, 18, 2050, 99],
    ['Kim', 5, 5, 15, 1700, 90],
    ['Lee', 1, 9, 3, 1650, 70],
  ],
  { sql: 'SELECT * FROM loop ORDER BY points DESC' },
)
const rain = stepOf(
  'r1',
  ['month', 'avg_temp_c', 'rain_mm', 'profit_eur'],
  [
    ['2026-01', -2, 60, -400],
    ['2026-02', 1, 45, -100],
    ['2026-03', 6, 80, 300],
    ['2026-04', 9, 70, 500],
  ],
)
const farms = stepOf(
  'r1',
  ['farm', 'cows_2025', 'cows_2026', 'milk_meur', 'goats'],
  [
    ['Upper farm', 90, 120, 1.5, 0],
    ['Mill brook', 100, 80, 1.2, 14],
    ['Stone barn', 60, 60, 0.4, 6],
  ],
)

test.each([
  ['the column that more words name', tours, 'Canals sold the most seats.', 'Cellars sold the most seats.'],
  ['the whole name of a column', tours, 'Canals has the most seats.', 'Cellars has the most seats, 120.'],
  [
    'a part of the own whole',
    tours,
    'Towers sold exactly a quarter of its seats.',
    'Towers sold exactly half of its seats.',
  ],
  [
    'a limit for the own part',
    tours,
    'Towers sold less than a third of its seats.',
    'Cellars sold less than a third of its seats.',
  ],
  [
    'a part of the things named',
    tours,
    'Three quarters of the seats on Canals were sold.',
    'Half of the seats on Canals were sold.',
  ],
  ['one in so many', tours, 'On Canals, three in four seats were sold.', 'On Canals, one in four seats was sold.'],
  ['what is left', tours, 'Canals has 50 seats left.', 'Canals has 150 seats left.'],
  ['a goal that was passed', tours, 'Canals exceeded its goal by €600.', 'Canals exceeded its goal by €1,600.'],
  ['a goal that was missed', tours, 'Towers fell €600 short of its goal.', 'Towers fell €400 short of its goal.'],
  ['a goal to the point', tours, 'Cellars hit its goal exactly.', 'Canals hit its goal exactly.'],
  ['the latest', tours, 'Cellars was started most recently.', 'Canals was started most recently.'],
  ['the longest time ago', tours, 'Towers has been running the longest.', 'Canals has been running the longest.'],
  [
    'two claims about times',
    tours,
    'Towers is the oldest tour; Cellars is the newest.',
    'Canals is the oldest tour; Cellars is the newest.',
  ],
  [
    'the latest date',
    tours,
    'The latest first run was on September 15, 2023.',
    'The latest first run was on April 1, 2019.',
  ],
  [
    'a gap of places',
    loop,
    'Three points separate second and third place.',
    'Five points separate second and third place.',
  ],
  ['a gap to a place', loop, 'Kim is 12 points behind first place.', 'Kim is 9 points behind first place.'],
  ['a place in the order of the rows', loop, 'Jon came second.', 'Kim came second.'],
  ['a numbered place', loop, 'Kim is on place three.', 'Jon is on place three.'],
  ['the figure beside a superlative', loop, 'Jon is the most punctual, at 99%.', 'Iris is the most punctual, at 95%.'],
  ['how often', loop, 'Kim lost five times.', 'Kim lost seven times.'],
  [
    'nothing at all',
    stepOf(
      'r1',
      ['fan', 'alarms'],
      [
        ['A1', 0],
        ['B2', 3],
      ],
    ),
    'A1 had no alarms at all.',
    'B2 had no alarms at all.',
  ],
  ['shortened names', rain, 'April was the warmest month.', 'March was the warmest month.'],
  ['words made of others', rain, 'Rainfall was highest in March.', 'Rainfall was highest in January.'],
  [
    'the size of a loss',
    rain,
    'The loss in January was larger than in February.',
    'The loss in February was larger than in January.',
  ],
  [
    'a fall by, and not a sum',
    rain,
    'Rain fell by 15 from January to February.',
    'Rain fell by 105 from January to February.',
  ],
  [
    'a dip',
    rain,
    'After a dip in February, rain rose to 80 in March.',
    'After a dip in March, rain rose to 70 in April.',
  ],
  ['an unmeasured superlative', tours, 'Canals has the highest revenue.', 'Canals has the friendliest guide.'],
  [
    'a doer that no row names',
    rain,
    'Profit rose to 300 in March.',
    'New machines boosted the profit to 300 in March.',
  ],
  [
    'half a unit',
    stepOf(
      'r1',
      ['port', 'tons'],
      [
        ['Ost', 500_000],
        ['West', 750_000],
      ],
    ),
    'Ost handled half a million tons.',
    'West handled half a million tons.',
  ],
  ['a part of a name', farms, 'The barn has 6 goats.', 'The barn has 14 goats.'],
  [
    'a year',
    farms,
    'In 2025, Mill brook had more cows than Upper farm.',
    'In 2026, Mill brook had more cows than Upper farm.',
  ],
  ['the latest period', farms, 'Upper farm is the largest by cows.', 'Mill brook is the largest by cows.'],
  ['both years', farms, 'Stone barn had the fewest cows in both years.', 'Mill brook had the most cows in both years.'],
  [
    'a fall since a date',
    rain,
    'Rain peaked in March and has fallen since.',
    'Rain peaked in March and has risen since.',
  ],
  [
    'the smallest of them',
    farms,
    'The two smallest farms have 20 goats together.',
    'The two smallest farms have 30 goats together.',
  ],
  ['millions', farms, 'Upper farm earned €1.5 million with milk.', 'Upper farm earned €2.5 million with milk.'],
  ['a part of a whole in figures', tours, 'Canals sold 150 of its 200 seats.', 'Canals sold 114 of its 200 seats.'],
  [
    'the most of what a figure says',
    farms,
    'Mill brook has 14 goats, the most of all.',
    'Stone barn has 6 goats, the most of all.',
  ],
])('finds the column of %s', (_, step, isTrue, isUntrue) => {
  expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
})
