import { expect, test } from 'vitest'
import { askModel, calls, says } from '../testing/asking-model.ts'
import { createFileWorld, testPrincipal } from '../testing/file-turn.ts'
import type { ScriptedReply } from '../testing/model-stand-ins/wire.ts'
import { noStoredValues } from './stored-values.ts'
import { createValueLookup, type ValueLookup } from './value-lookup.ts'

/** The rows of the south, which the user may not see. They differ in number and in every value. */
const worlds = [
  { hidden: 2, name: 'Canary' },
  { hidden: 45, name: 'Robin' },
]

const schemaOf = ({ hidden, name }: (typeof worlds)[number]) => `
  CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, region TEXT);
  CREATE TABLE visits (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people (id), cost INTEGER, visited_on DATE, region TEXT);
  INSERT INTO people VALUES (1, 'Ada', '${name}-ada@example.test', 'north'), (2, 'Ben', '${name}-ben@example.test', 'north');
  INSERT INTO visits VALUES (1, 1, 10, '2026-01-02', 'north'), (2, 1, 20, '2026-02-03', 'north'), (3, 2, 5, '2026-03-04', 'north');
  WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n LIMIT ${hidden})
    INSERT INTO people SELECT i, '${name} ' || i, '${name}', 'south' FROM n;
  INSERT INTO visits SELECT id, id, id * 7, '2020-01-01', 'south' FROM people WHERE id >= 10;`

const north = { condition: 'region = :user.region' }
const policies = {
  rowRules: { rules: [{ name: 'Own region', tables: { people: north, visits: north } }] },
  columnRules: {
    rules: [
      { name: 'No mail', tables: { people: { mail: { mask_type: 'replace' as const, replacement: 'hidden' } } } },
    ],
  },
  hashSalt: 's',
}

const call = (name: string, args: object) => ({ name, args: { ...args } })
const script: ScriptedReply[] = [
  {
    toolCalls: [
      call('get_table_info', { table_name: 'people' }),
      call('sample_rows', { table_name: 'people' }),
      call('sample_rows', { table_name: 'visits' }),
      call('look_up_values', { texts: ['Canary 10', 'Robin', 'ada'] }),
    ],
  },
  {
    toolCalls: [
      call('execute_sql_query', { sql_query: 'SELECT id, name, mail FROM people' }),
      call('execute_sql_query', { sql_query: 'SELECT person_id, SUM(cost) AS cost FROM visits GROUP BY person_id' }),
      call('compute_results', {
        sql_query:
          'SELECT r3.name, MAX(r3.mail) AS mail, SUM(r4.cost) AS cost FROM r3 LEFT JOIN r4 ON r4.person_id = r3.id GROUP BY r3.name',
      }),
      call('draw_chart', { result: 'r5', type: 'bar', x: 'name', y: ['cost'] }),
    ],
  },
  calls('compute_results', {
    sql_query: "SELECT COUNT(*) AS n FROM r3 WHERE mail LIKE '%Canary%' OR mail LIKE '%Robin%'",
  }),
  calls('compute_results', { sql_query: 'SELECT name FROM people' }),
  calls('ask_user', {
    question: 'Which?',
    choices: [
      { label: 'People', question: 'Cost by person?' },
      { label: 'Visits', question: 'Cost by visit?' },
    ],
  }),
  says('See the table.'),
]

const stored = createValueLookup(Date.now, noStoredValues, { listMs: 600_000, findMs: 600_000 })
/** Waits for every value, and lists none: what is in time depends on the machine. */
const lookUpValues: ValueLookup = {
  ...stored,
  list: async () => ({ values: null }),
  find: async (...asked) => {
    for (;;) {
      const found = await stored.find(...asked)
      if (found.unchecked.length === 0) return found
    }
  },
}

/** Everything that the model and the user get, without what differs between any two runs. */
async function seenIn(world: (typeof worlds)[number]): Promise<string> {
  const files = await createFileWorld(schemaOf(world))
  Object.assign(files.scope, { areaId: 'a1', policies })
  try {
    const principal = { ...testPrincipal, attributes: { region: 'north' } }
    const { requests, events } = await askModel(files, 'What did people cost?', script, {
      principal,
      agent: { lookUpValues },
    })
    return JSON.stringify([requests.map(({ body }) => body), events])
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replaceAll(/"(\w*ms|duration)":\d+/g, '"$1":0')
  } finally {
    await files.close()
  }
}

test('R26 every tool shows model and user the same, whatever the hidden rows and values are', async () => {
  const [one, other] = [await seenIn(worlds[0]!), await seenIn(worlds[1]!)]
  const pieces = one.split(/(?<=[,}])/)
  expect(other.split(/(?<=[,}])/).filter((piece, at) => piece !== pieces[at])).toEqual([])
  // Only the model's own words name them.
  expect(one.replaceAll(/Canary 10|%Canary%|%Robin%|\\{0,3}"Robin\\{0,3}"|“Robin”/g, '')).not.toMatch(/Canary|Robin/)
  expect(one).toMatch(/"results":\[\["Ada","hidden",30\],\["Ben","hidden",5\]\]/)
  expect(one).toContain('"results":[[0]]')
})
