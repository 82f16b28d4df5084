import { expect, test } from 'vitest'
import { isShown, stepOf } from '../testing.ts'

const depots = stepOf(
  'r1',
  ['depot', 'budget', 'actual', 'variance', 'variance_pct', 'leads'],
  [
    ['Oslo', 20000, 23000, 3000, 15, 40],
    ['Bergen', 16000, 12000, -4000, -25, 55],
    ['Tromso', 9000, 9000, 0, 0, 12],
    ['Narvik', 8000, 8100, 100, 1.3, 31],
  ],
)
const runs = stepOf(
  'r1',
  ['week', 'grade', 'faults', 'mean_hours_to_fix'],
  [
    ['2026-W10', 'urgent', 3, 14],
    ['2026-W10', 'minor', 30, 50],
    ['2026-W11', 'urgent', 6, 19],
    ['2026-W11', 'minor', 22, 47],
    ['2026-W12', 'urgent', 1, 9],
    ['2026-W12', 'minor', 27, 55],
  ],
)
const areas = stepOf(
  'r1',
  ['area', 'q1', 'q2', 'q3'],
  [
    ['Alps', 500, 620, 790],
    ['Coast', 900, 880, 950],
    ['Plains', 300, 300, 280],
  ],
)
const lines = stepOf(
  'r1',
  ['line', 'on_time_pct', 'complaints', 'cost', 'version'],
  [
    ['Blue', 97, 14, 300, '4.0.2'],
    ['Green', 88.5, 9, 900, '4.1.0'],
    ['Red', 91, 31, 450, '4.0.2'],
  ],
)
const bills = stepOf(
  'r1',
  ['client', 'bill_no', 'amount', 'days_overdue', 'last_call'],
  [
    ['Hale', 'B-1', 500, 60, '2026-03-09'],
    ['Ruiz', 'B-2', 700, 41, '2026-03-11'],
    ['Hale', 'B-3', 900, 12, '2026-03-12'],
    ['Moss', 'B-4', 150, 8, '2026-03-13'],
  ],
)

const builds = stepOf(
  'r1',
  ['build', 'built_on', 'blocker', 'small', 'fixed_within_24h', 'pass_pct'],
  [
    ['b1', '2026-05-01', 9, 40, 20, 90],
    ['b2', '2026-05-08', 4, 33, 37, 93],
    ['b3', '2026-05-15', 6, 25, 11, 97],
  ],
)
const tools = stepOf(
  'r1',
  ['tool', 'kind', 'shop', 'uses', 'repairs', 'cost', 'days_allowed', 'days_used'],
  [
    ['T1', 'Drill', 'Kline AS', 340, 6, 90, 10, 10],
    ['T2', 'Drill', 'Kline AS', 210, 0, 120, 10, 7],
    ['T3', 'Saw', 'Marlow Tools', 95, 2, 60, 5, 2],
    ['T4', 'Sander', 'Marlow Tools', 88, 1, 75, 6, 1],
    ['T5', 'Drill', 'Marlow Tools', 45, 3, 80, 8, 6],
  ],
)
const ships = stepOf(
  'r1',
  ['ship', 'owner', 'stops', 'last_stop', 'crates', 'revenue'],
  [
    ['Orion', 'Kline AS', 4, '2026-05-02', 900, 5100],
    ['Vega', 'Marlow', 0, null, 40, 4900],
    ['Lyra', 'Marlow', 7, '2026-04-11', 310, 1200],
  ],
)
const owners = stepOf(
  'r1',
  ['owner', 'country', 'revenue'],
  [
    ['Kline AS', 'Norway', 5100],
    ['Casa Marlow', 'Italy', 4900],
    ['Hale', 'Spain', 1200],
  ],
)
const files = stepOf(
  'r1',
  ['file', 'clerk', 'kind', 'status', 'late_days'],
  [
    ['F1', 'Reed', 'purchase', 'overdue', 4],
    ['F2', 'Reed', 'will', 'open', 0],
    ['F3', 'Moss', 'will', 'open', 0],
  ],
)
const tanks = stepOf(
  'r1',
  ['tank', 'liters_2024', 'liters_2025', 'rain_liters_2025'],
  [
    ['Tank A', 4000, 3500, 640],
    ['Tank B', 700, 2800, 900],
  ],
)
const teams = stepOf(
  'r1',
  ['team', 'goal', 'sales_to_date', 'order_value', 'orders', 'avg_fee', 'returns'],
  [
    ['Ash', 5000, 4200, 310, 12, 9, 0],
    ['Birch', 3000, 2700, 480, 20, 4, 2],
    ['Cedar', 1000, 700, 90, 3, 15, 5],
  ],
)

test.each([
  ['a week of the year', runs, 'Week 11 had the most urgent faults (6).', 'Week 10 had the most urgent faults (6).'],
  [
    'the part that a figure before it has',
    runs,
    'There were 89 faults, 10 of them urgent.',
    'There were 89 faults, 12 of them urgent.',
  ],
  [
    'a compound before the noun',
    runs,
    'In week 10, 30 minor-grade faults were found.',
    'In week 12, 30 minor-grade faults were found.',
  ],
  [
    'what a plan became',
    depots,
    'Oslo exceeded its budget by 3,000, or 15%.',
    'Narvik exceeded its budget by 3,000, or 15%.',
  ],
  [
    'the rows that a count lists',
    depots,
    'Two of the four depots are over budget: Oslo and Narvik.',
    'Two of the four depots are over budget: Oslo and Bergen.',
  ],
  [
    'a whole column against another one',
    depots,
    'Overall, actual costs are below budget.',
    'Overall, actual costs are above budget.',
  ],
  ['a column whose name is also a verb', depots, 'Bergen has 55 leads.', 'Oslo has 55 leads.'],
  [
    'the other figure of a comparison',
    depots,
    'Bergen came to 12,000 against a budget of 16,000.',
    'Bergen came to 16,000 against a budget of 12,000.',
  ],
  [
    'each quarter for its own figure',
    areas,
    'Alps rose from 500 in Q1 to 790 in Q3.',
    'Alps fell from 790 in Q1 to 500 in Q3.',
  ],
  ['growth over columns of quarters', areas, 'Alps had the strongest growth.', 'Coast had the strongest growth.'],
  [
    'a standstill between two quarters',
    areas,
    'Plains was unchanged between Q1 and Q2.',
    'Plains was unchanged between Q2 and Q3.',
  ],
  ['punctuality', lines, 'Blue was the most punctual line.', 'Red was the most punctual line.'],
  [
    'a percentage beside a column of counts',
    lines,
    'Green is the cause of 9 complaints, and 88.5% of its trips were on time.',
    'Green is the cause of 9 complaints, and 91% of its trips were on time.',
  ],
  [
    'a gap with a limit',
    lines,
    'Red and Blue differ by less than 200 in cost.',
    'Red and Green differ by less than 200 in cost.',
  ],
  ['a version', lines, 'Green runs version 4.1.0.', 'Red runs version 4.1.0.'],
  [
    'what no column says but its figure does',
    lines,
    'Green has the calmest passengers, with just 9 complaints.',
    'Blue has the calmest passengers, with just 14 complaints.',
  ],
  [
    'things with a property',
    bills,
    'There are four overdue bills from three clients.',
    'There are four overdue bills from two clients.',
  ],
  [
    'an amount of things with a property',
    bills,
    'Moss has one overdue bill of 150.',
    'Moss has one overdue bill of 500.',
  ],
  ['a day of the month', bills, 'Moss was last called on the 13th.', 'Moss was last called on the 12th.'],
  [
    'more than anyone else',
    lines,
    'Red had 31 complaints, more than anyone else.',
    'Blue had 14 complaints, more than anyone else.',
  ],
  ['a move with every row', builds, 'Small faults fell with every build.', 'Blocker faults fell with every build.'],
  [
    'a sum of all columns of a row',
    builds,
    'The total number of faults was 69 in b1 once those fixed are counted.',
    'The total number of faults was 79 in b1 once those fixed are counted.',
  ],
  [
    'a number of the name of a column',
    builds,
    'In b2, 37 faults were fixed within 24 hours.',
    'In b2, 20 faults were fixed within 24 hours.',
  ],
  ['what is left to a goal', teams, 'Ash still needs 800 to reach its goal.', 'Ash still needs 300 to reach its goal.'],
  ['the column of two words', teams, 'Birch has a total order value of 480.', 'Birch has a total order value of 20.'],
  ['what never happened', teams, 'Ash never sent returns.', 'Birch never sent returns.'],
  ['an amount for each unit', teams, 'Cedar charges the most per order.', 'Birch charges the most per order.'],
  [
    'an unmeasured word by its figure',
    teams,
    'Ash was the most reliable team: 0 returns.',
    'Birch was the most reliable team: 2 returns.',
  ],
  [
    'a cause, but not of the most',
    teams,
    'Cedar caused the most returns (5).',
    'Cedar caused 5 returns because it is new.',
  ],
  ['the sums of each name', bills, 'Hale owes the most, with two bills.', 'Moss owes the most, with one bill.'],
  [
    'the pair of a comparison',
    teams,
    'Birch has more orders than Ash (20 vs. 12).',
    'Birch has more orders than Ash (20 vs. 3).',
  ],
  [
    'the number of each kind',
    tools,
    'There are three drills, one saw and one sander.',
    'There are two drills, one saw and one sander.',
  ],
  ['not more than there are of a kind', tools, 'The shops have three drills.', 'The shops have five drills.'],
  ['nothing of several columns', ships, 'Vega did not stop at all.', 'Orion did not stop at all.'],
  ['nothing after any verb', files, 'F2 shows no late days.', 'Reed handles no overdue files.'],
  ['nothing that is left', tools, 'Only T1 has no days left.', 'Only T2 has no days left.'],
  [
    'a figure “in total”',
    ships,
    'Orion carried the most crates, 900 in total.',
    'Orion carried the most crates, 310 in total.',
  ],
  ['a part of a kind', tools, 'There are two drills at Kline AS.', 'There are four drills at Kline AS.'],
  [
    'a name with a word for causes',
    owners,
    'Kline AS and Casa Marlow are very close, separated by less than $300.',
    'Kline AS and Casa Marlow are very close as their ships are alike.',
  ],
  [
    'a unit in the names of several columns',
    tanks,
    'Tank B stored the most rain, at 900 liters.',
    'Tank B stored the most rain, at 640 liters.',
  ],
  [
    'a name with a word for the future',
    files,
    'Reed handles the F1 purchase and the F2 will.',
    'Reed handles F1 and will handle F3.',
  ],
])('reads %s', (_, step, isTrue, isUntrue) => {
  expect([isTrue, isUntrue].map((sentence) => isShown([step], sentence))).toEqual([true, false])
})
