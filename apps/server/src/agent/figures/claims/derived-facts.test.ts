import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const regatta = stepOf(
  'r1',
  ['place', 'sailor', 'nation', 'hours', 'penalties'],
  [
    [1, 'Ida Moen', 'Norway', 30.5, 1],
    [2, 'Jan Kok', 'Netherlands', 31.25, 0],
    [3, 'Eva Sand', 'Denmark', 31.5, 3],
    [4, 'Luz Vega', 'Spain', 36, 2],
  ],
)
const channels = stepOf(
  'r1',
  ['channel', 'leads_jan', 'leads_feb', 'leads_mar', 'leads_apr'],
  [
    ['Radio', 200, 180, 150, 150],
    ['Posters', 80, 100, 120, 90],
    ['Email', 400, 500, 600, 900],
  ],
)
const repairs = stepOf(
  'r1',
  ['job', 'mechanic', 'received_on', 'returned_on', 'parts_eur', 'labor_eur'],
  [
    ['J-1', 'Ada', '2026-03-02', '2026-03-05', 120, 240],
    ['J-2', 'Ben', '2026-03-04', '2026-03-14', 310, 180],
    ['J-3', 'Ada', '2026-03-09', null, 40, 95],
    ['J-4', 'Cora', '2026-03-10', '2026-03-12', 75, 60],
    ['J-5', 'Ada', '2026-03-11', '2026-03-17', 210, 130],
    ['J-6', 'Ben', '2026-03-12', '2026-03-13', 25, 45],
  ],
)
const platforms = stepOf(
  'r1',
  ['platform', 'trains', 'late_trains', 'on_time_trains', 'delay_minutes'],
  [
    ['Platform 1', 50, 5, 45, 2.5],
    ['Platform 4', 80, 8, 72, 4],
    ['Platform 9', 20, 7, 13, 9],
  ],
)
const rooms = stepOf(
  'r1',
  ['room', 'area_m2', 'heating_kwh', 'desks'],
  [
    [11, 20, 1_000, 4],
    [12, 50, 2_000, 8],
    [21, 80, 2_400, 12],
  ],
)
const halls = stepOf(
  'r1',
  ['hall', 'capacity', 'tickets_sold', 'takings_usd'],
  [
    ['Opera', 900, 900, 54_000],
    ['Jazz Cellar', 120, 80, 2_000],
  ],
)

const bills = stepOf(
  'r1',
  ['bill', 'client', 'country', 'sent_on', 'due_on', 'status', 'amount_eur'],
  [
    ['B-1', 'Weiss', 'Germany', '2026-03-01', '2026-03-15', 'overdue', 400],
    ['B-2', 'Moreau', 'France', '2026-03-04', '2026-04-03', 'sent', 150],
    ['B-3', 'Sommer', 'Germany', '2026-03-09', '2026-03-19', 'overdue', 250],
    ['B-4', 'Bianchi', 'Italy', '2026-03-10', '2026-05-09', 'draft', 900],
  ],
)
const funds = stepOf(
  'r1',
  ['club', 'fees_eur', 'sponsors_eur', 'costs_eur', 'income_eur'],
  [
    ['Rowing', 500, 300, 900, 800],
    ['Chess', 200, 200, 250, 400],
    ['Tennis', 700, 100, 600, 800],
  ],
)
const seasons = stepOf(
  'r1',
  ['year', 'visitors', 'income_eur'],
  [
    [2022, 1_000, 8_000],
    [2023, 1_500, 12_000],
    [2024, 1_200, 12_600],
    [2025, 1_320, 13_200],
  ],
)
const lines = stepOf(
  'r1',
  ['line', 'depot', 'riders', 'late_trips', 'trips'],
  [
    [3, 'Harbor', 900, 6, 60],
    [5, 'Harbor', 1_400, 30, 100],
    [8, 'Hill', 400, 4, 40],
  ],
)
const ages = stepOf(
  'r1',
  ['age_group', 'members', 'joined', 'previous_members'],
  [
    ['18-29', 210, 40, 180],
    ['30-49', 340, 25, 340],
    ['50+', 150, 5, 165],
  ],
)

const lake = stepOf(
  'r1',
  ['day', 'level_cm', 'rain_mm'],
  [
    ['2026-04-02', 90, 0],
    ['2026-04-03', 96, 14],
    ['2026-04-04', 131, 22],
    ['2026-04-05', 120, 3],
    ['2026-04-06', 102, 0],
  ],
)
const versions = stepOf(
  'r1',
  ['version', 'downloads', 'crashes'],
  [
    ['2.9', 700, 40],
    ['2.10', 500, 90],
    ['3.0', 900, 12],
  ],
)
const courses = stepOf(
  'r1',
  ['course', 'learners', 'passed', 'errors', 'fee_2020_eur', 'fee_2025_eur'],
  [
    ['Welding', 40, 40, 4, 300, 280],
    ['Carving', 30, 20, 6, 200, 260],
    ['Pottery', 50, 40, 1, 150, 150],
  ],
)

test.each([
  ['a place in a competition', regatta, 'Eva Sand came in third.', 'Eva Sand came in second.'],
  ['the last place', regatta, 'Luz Vega finished last.', 'Eva Sand finished last.'],
  ['a medal', regatta, 'Jan Kok took silver.', 'Jan Kok took bronze.'],
  ['the winner', regatta, 'Ida Moen won the race.', 'Jan Kok won the race.'],
  ['who is ahead', regatta, 'Jan Kok beat Luz Vega.', 'Luz Vega beat Jan Kok.'],
  [
    'how far the last is behind',
    regatta,
    'Luz Vega finished more than five hours behind the winner.',
    'Luz Vega finished more than six hours behind the winner.',
  ],
  [
    'hundredths',
    regatta,
    'Second and third place were 25 hundredths of an hour apart.',
    'Second and third place were 45 hundredths of an hour apart.',
  ],
  ['a nationality', regatta, 'The Danish sailor had three penalties.', 'The Dutch sailor had three penalties.'],
  [
    'a nationality in German',
    regatta,
    'Die dänische Seglerin liegt auf Platz drei.',
    'Die spanische Seglerin liegt auf Platz drei.',
  ],
  ['a month in a column', channels, 'Email brought 600 leads in March.', 'Email brought 600 leads in February.'],
  [
    'a change between columns',
    channels,
    'From February to March, leads from posters rose by 20.',
    'From February to March, leads from posters rose by 40.',
  ],
  [
    'a change in percent',
    channels,
    'Leads from email grew by 50% between January and March.',
    'Leads from email grew by 80% between January and March.',
  ],
  ['a trend across columns', channels, 'Leads from email rose every month.', 'Leads from posters rose every month.'],
  ['the best of the columns', channels, 'Posters peaked in March.', 'Posters peaked in February.'],
  ['no move', channels, 'Radio stayed flat from March to April.', 'Radio stayed flat from February to March.'],
  ['days between dates', repairs, 'J-2 took ten days.', 'J-2 took six days.'],
  ['the longest time', repairs, 'J-2 took the longest.', 'J-5 took the longest.'],
  ['a longer time', repairs, 'J-5 took longer than J-4.', 'J-4 took longer than J-5.'],
  ['two columns together', repairs, 'Parts and labor of J-2 add up to €490.', 'Parts and labor of J-2 add up to €590.'],
  [
    'rows of names',
    repairs,
    'Ada has three jobs, Ben two, and Cora one.',
    'Ben has three jobs, Ada two, and Cora one.',
  ],
  ['one name fewer', repairs, 'Ada has three jobs and Ben two.', 'Cora has three jobs and Ben two.'],
  [
    'numbers of things',
    platforms,
    'Platforms 1 and 4 each had fewer than 10 late trains.',
    'Platforms 1 and 9 each had more than 6 late trains.',
  ],
  [
    'a part in tenths',
    platforms,
    'Nine out of ten trains at Platform 1 were on time.',
    'Eight out of ten trains at Platform 1 were on time.',
  ],
  ['a part of a whole', platforms, '130 of the 150 trains were punctual.', '120 of the 150 trains were punctual.'],
  [
    'a part of a sum',
    platforms,
    'Platform 1 and Platform 4 account for 13 of the 20 late trains.',
    'Platform 1 and Platform 9 account for 13 of the 20 late trains.',
  ],
  ['a part of all', platforms, 'About one in seven trains was late.', 'About one in three trains was late.'],
  ['a number as a name', rooms, 'Room 12 has eight desks.', 'Room 21 has eight desks.'],
  [
    'the most for each',
    rooms,
    'Per square meter, Room 11 uses the most heating.',
    'Per square meter, Room 21 uses the most heating.',
  ],
  [
    'more for each than any other',
    rooms,
    'Room 11 needs 50 kWh per square meter, more than any other room.',
    'Room 12 needs 40 kWh per square meter, more than any other room.',
  ],
  [
    'a relation',
    rooms,
    'The larger the area, the more desks a room has.',
    'The larger the area, the fewer desks a room has.',
  ],
  ['sold out', halls, 'The Opera sold out.', 'The Jazz Cellar sold out.'],
  ['seats that are left', halls, 'In the Jazz Cellar, 40 seats stayed empty.', 'In the Opera, 40 seats stayed empty.'],
  ['an amount for each', halls, 'The Opera charged $60 a ticket.', 'The Opera charged $25 a ticket.'],
  [
    'how many have a value',
    bills,
    'Two are overdue, one is sent, and one is a draft.',
    'Three are overdue, one is sent.',
  ],
  [
    'a sum of a nationality',
    bills,
    'The two German clients owe €650 together.',
    'The two German clients owe €750 together.',
  ],
  [
    'days after a date of the row',
    bills,
    "Weiss's bill is due 14 days after it was sent.",
    "Weiss's bill is due 30 days after it was sent.",
  ],
  ['columns that add up', funds, 'Fees plus sponsors make €400 for Chess.', 'Fees plus sponsors make €500 for Chess.'],
  [
    'equal columns',
    funds,
    'Chess earned as much from fees as from sponsors.',
    'Rowing earned as much from fees as from sponsors.',
  ],
  [
    'a profit',
    funds,
    'The highest profit is that of Tennis, at €200.',
    'The highest profit is that of Chess, at €150.',
  ],
  ['a loss', funds, 'Rowing made a loss.', 'Tennis made a loss.'],
  [
    'the only move',
    seasons,
    '2024 was the only year with fewer visitors than the year before.',
    '2025 was the only year with fewer visitors than the year before.',
  ],
  [
    'a move and what came next',
    seasons,
    'Visitors fell by 20% in 2024 but recovered to 1,320 in 2025.',
    'Visitors fell by 40% in 2024 but recovered to 1,320 in 2025.',
  ],
  [
    'a move since',
    seasons,
    'Visitors peaked in 2023, and income has risen every year since.',
    'Income was lowest in 2022, and visitors have risen every year since.',
  ],
  [
    'additional ones',
    seasons,
    'The biggest jump came in 2023, with 500 additional visitors.',
    'The biggest jump came in 2025, with 120 additional visitors.',
  ],
  [
    'a number in the first column',
    lines,
    'Lines 3 and 5 run from the Harbor depot.',
    'Lines 3 and 8 run from the Harbor depot.',
  ],
  [
    'two comparisons',
    lines,
    'Line 3 had more riders than line 8 but fewer than line 5.',
    'Line 5 had more riders than line 8 but fewer than line 3.',
  ],
  [
    'the worst of what is bad',
    lines,
    'Line 5 has the worst punctuality: three in ten trips were late.',
    'Line 8 has the worst punctuality: three in ten trips were late.',
  ],
  [
    'a rate of two columns',
    lines,
    'Line 5 has the highest late rate at 30%.',
    'Line 3 has the highest late rate at 10%.',
  ],
  [
    'a ratio of rates',
    lines,
    "Line 5's late rate of 30% is three times that of line 3.",
    "Line 5's late rate of 30% is four times that of line 3.",
  ],
  ['a group by its limits', ages, 'The 30-49 group has 340 members.', 'The 50+ group has 340 members.'],
  [
    'a previous column',
    ages,
    'The 50+ group is the only one that lost members.',
    'The 30-49 group is the only one that lost members.',
  ],
  [
    'two days of a month',
    lake,
    'The level rose by 35 cm between April 3 and 4.',
    'The level rose by 55 cm between April 3 and 4.',
  ],
  [
    'a move since a day',
    lake,
    'Since April 4, the level has dropped by 29 cm.',
    'Since April 4, the level has dropped by 39 cm.',
  ],
  ['the heaviest rain', lake, 'The heaviest rain fell on April 4.', 'The heaviest rain fell on April 3.'],
  ['everyone', courses, 'Everyone in Welding passed.', 'Everyone in Pottery passed.'],
  ['every third', courses, 'Every third Carving learner did not pass.', 'Every tenth Carving learner did not pass.'],
  [
    'errors of all',
    courses,
    'Carving has the highest error rate at 20%.',
    'Welding has the highest error rate at 10%.',
  ],
  [
    'today and then',
    courses,
    'Carving is the only course that costs more today than in 2020.',
    'Welding is the only course that costs more today than in 2020.',
  ],
  [
    'the weakest by a share',
    courses,
    'Carving was weakest, with only two thirds of its learners passing.',
    'Pottery was weakest, with only four fifths of its learners passing.',
  ],
  ['a version', versions, 'Version 2.10 had the most crashes, 90.', 'Version 2.9 had the most crashes, 40.'],
])('compares %s with the rows', (_, step, isTrue, isUntrue) => {
  expect(isShown([step], isTrue)).toBe(true)
  expect(isShown([step], isUntrue)).toBe(false)
})

test('leaves out what is usual', () => {
  expect(isShown([channels], 'Leads are usually lower in summer.')).toBe(false)
})
