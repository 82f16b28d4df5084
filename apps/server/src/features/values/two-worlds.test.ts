import { toWire, type AgentEventBody, type TurnEvent } from '@parlance/contract'
import { expect, test } from 'vitest'
import type { AgentTurn } from '../../agent/contract.ts'
import { dataFacts } from '../../agent/data-facts.ts'
import { prepareTurn } from '../../agent/prepare-turn.ts'
import { tableName } from '../../agent/table-name.ts'
import { runTurn } from '../../agent/turn.ts'
import { createValueLookup } from '../../agent/value-lookup.ts'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { agentEnvironment } from '../chat/service.ts'

/** What differs between the two worlds: rows of the south, and email addresses. Users of the north see neither. */
interface World {
  name: string
  email: string
  since: string
}
const worlds: [World, World] = [
  { name: 'Canary-South', email: 'canary@hidden.test', since: '1999-01-01' },
  { name: 'Robin-South', email: 'robin@hidden.test', since: '2031-12-31' },
]

/** More customers of the north than can be listed, so that questions search for names. */
const rowsOf = ({ name, email, since }: World) => `
  alter table customers add column since date;
  create table moods (id integer primary key, mood text, customer_id integer references customers (id));
  with recursive steps (n) as (select 10 union all select n + 1 from steps limit 600)
    insert into customers select n, 'Client ' || n, '${email}' || n, 'north', '2020-01-01' from steps;
  update customers set email = '${email}', since = '2021-01-01' where id = 1;
  update customers set name = '${name}', email = '${email}', since = '${since}' where id = 2;
  insert into moods values (1, 'glad', 1), (2, 'sad', 2);`

const rules = {
  row_security_rules: {
    rules: [
      {
        name: 'Own region',
        tables: {
          customers: { condition: 'region = :user.region' },
          orders: {
            inherit_parent_security: true,
            requires: 'customers',
            join_condition: 'customers.id = customer_id',
          },
        },
      },
    ],
  },
  column_security_rules: {
    rules: [{ name: 'No addresses', tables: { customers: { email: { mask_type: 'replace', replacement: '-' } } } }],
  },
}

const questions = [
  'how many customers are there?',
  'how many customers are named Canary-South?',
  'customers named Robin-South',
  'orders of Canary-South',
  'how many customers are named Canary-Sout?',
  'customers with the email canary@hidden.test',
  'customers since 1999',
  'customers whose name is Nobody',
  'customers in the south',
  'show me the blorb of Robin',
  'delete the customers',
  'which customer has the latest since?',
]
const texts = [...worlds.flatMap(({ name, email }) => [name, email]), 'Canary', 'Robin', 'South', 'Nobody', 'Client 17']

/** Longer than any lookup of these tests takes, also on a busy machine. */
const patient = 60_000

interface Place {
  app: AreaApp
  who: SignedInUser
  areaId: string
}

/** Its lookups are never too late: what a busy machine leaves out would differ between the worlds. */
function environmentOf({ app: { context, services } }: Place) {
  const { stored } = services.values
  const lookUpValues = createValueLookup(Date.now, stored, { listMs: patient, findMs: patient })
  return { ...agentEnvironment(context, { ...services, stored }), lookUpValues }
}

const askedAt = async ({ app, who, areaId }: Place, question: string) => ({
  question,
  principal: await app.services.users.principalOf(who.user),
  connectionId: app.databaseId,
  areaId,
  history: [],
  answerWith: 'builtin' as const,
})

async function turnOf(place: Place, question: string): Promise<AgentTurn> {
  const channel = { emit: () => undefined, signal: new AbortController().signal }
  return (await prepareTurn(environmentOf(place), await askedAt(place, question), channel)).turn
}

/** Everything that a question's events show: progress, SQL, rows, texts, suggestions, and errors. */
async function eventsOf(place: Place, question: string): Promise<string> {
  const events: TurnEvent[] = []
  const emit = (body: AgentEventBody) =>
    void events.push(toWire(body, { id: 'e', turnId: 't', seq: events.length, timestamp: 'now' }))
  const channel = { emit, signal: new AbortController().signal }
  const end = await runTurn(channel, async () => {
    const prepared = await prepareTurn(environmentOf(place), await askedAt(place, question), channel)
    return { ...prepared, turn: { ...prepared.turn, patienceMs: patient } }
  })
  return withoutIds(JSON.stringify([events, end.answer, end.error?.message]))
}

/** Without what differs between any two runs. */
function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replaceAll(/"(\w*ms|duration)":\d+/g, '"$1":0')
}

/** Everything that lookups return for one user, and what a model would be told. */
async function lookUpsOf(place: Place): Promise<unknown> {
  const turn = await turnOf(place, `Robin and Canary: ${texts.join(', ')}`)
  const columns = turn.catalogue.tables.flatMap((table) =>
    table.columns.map(({ name }) => ({ table: tableName(table, turn.catalogue), column: name })),
  )
  const each = []
  for (const { table, column } of columns) {
    each.push([table, column, await turn.valuesOf(table, column), await turn.profileOf(table, column)])
  }
  const found = await turn.findValues(texts, columns)
  return {
    each,
    found,
    hits: await turn.hitsOf(texts, columns),
    facts: await dataFacts(turn, turn.catalogue.tables, { waitMs: patient }),
  }
}

describeOneStore('R26 two worlds with stored values', (current) => {
  test('a user sees the same whatever is stored about rows and values that rules hide', async () => {
    const seen: unknown[] = []
    for (const [at, world] of worlds.entries()) {
      // Both worlds are on the same kind of store; the second has its own place.
      const app = await createAreaApp(at === 0 ? current() : null)
      app.alter(rowsOf(world))
      await app.services.catalog.refresh(app.databaseId)
      // Before the rules exist, so that everything is stored.
      await app.services.values.readDue(new AbortController().signal)
      const tables = ['customers', 'orders', 'moods'].map((table_name) => ({ table_name }))
      const area = await app.newArea({ tables, ...rules })
      // The value comes from a group. A second group gives another attribute.
      const north = await app.signIn('GENERAL')
      const user_ids = [north.user.id]
      await app.api(app.admin, 'POST', 'groups', { name: 'North', attributes: { region: 'north' }, user_ids })
      await app.api(app.admin, 'POST', 'groups', { name: 'Team', attributes: { team: 'south' }, user_ids })
      const place = { app, who: north, areaId: area.area_id }

      const { stored } = app.services.values
      const column = { schema: null, table: 'customers', column: 'name' }
      const hidden = await stored.search(app.databaseId, [world.name], [column])
      expect(hidden.found.map(({ value }) => value)).toEqual([world.name])
      expect(await (await turnOf(place, 'glad?')).hitsOf(['glad'], [{ table: 'moods', column: 'mood' }])).toHaveLength(
        1,
      )

      const lookUps = await lookUpsOf(place)
      const answers = []
      for (const question of questions) answers.push(await eventsOf(place, question))
      for (const text of [world.since, `"${world.email}`]) expect(JSON.stringify(lookUps)).not.toContain(text)
      seen.push({ lookUps, answers })
      await app.close()
    }
    expect(seen[1]).toEqual(seen[0])
  })

  test('a reading leaves out protected tables', async () => {
    const app = await createAreaApp(current())
    app.alter(rowsOf(worlds[0]))
    await app.services.catalog.refresh(app.databaseId)
    await app.newArea({ tables: [{ table_name: 'customers' }, { table_name: 'orders' }], ...rules })
    await app.services.values.readDue(new AbortController().signal)
    const columns = await app.context.store.db.selectFrom('value_columns').select('table_name').distinct().execute()
    expect(columns.map(({ table_name: name }) => name).toSorted()).toEqual(['moods', 'salaries'])
    await app.close()
  })

  test('a model gets stored facts and values only if data may be shared', async () => {
    const app = await createAreaApp(current())
    app.alter(rowsOf(worlds[0]))
    await app.services.catalog.refresh(app.databaseId)
    await app.services.values.readDue(new AbortController().signal)
    const area = await app.newArea({ tables: [{ table_name: 'customers' }] })
    const who = await app.signIn('GENERAL')
    const turn = await turnOf({ app, who, areaId: area.area_id }, 'What did canary-south buy?')
    const { tables } = turn.catalogue
    const facts = await dataFacts({ ...turn, shareData: true }, tables, { waitMs: patient })
    expect(facts.found).toContain('customers.name = "Canary-South"')
    expect(facts.columns).toContain('customers.since: ["1999-01-01","2021-01-01"] (range)')
    expect(await dataFacts({ ...turn, shareData: false }, tables, { waitMs: patient })).toEqual({
      found: [],
      columns: [],
    })
    await app.close()
  })
})
