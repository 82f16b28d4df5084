import type { StarterQuestions, TurnEvent } from '@parlance/contract'
import { afterAll, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { createUploaded, type SentFile } from '../../testing/uploaded-files.ts'

/** The rows that users of the north may not see. They differ in number and in every value. */
interface World {
  hidden: number
  name: string
}
const worlds: [World, World] = [
  { hidden: 1, name: 'Canary' },
  { hidden: 40, name: 'Robin' },
]

/** People who visit each other in two ways, so that a question about visits by person is asked back. */
const rowsOf = ({ hidden, name }: World) => `
  create table people (id integer primary key, name text, region text);
  create table visits (id integer primary key, host_id integer references people (id),
    guest_id integer references people (id), cost integer, visited_on date, region text);
  create table secrets (id integer primary key, code text, found_on date, region text);
  insert into people values (1, 'Ada', 'north'), (2, 'Ben', 'north'), (3, 'Cem', 'north');
  insert into visits values (1, 1, 2, 10, '2026-01-02', 'north'), (2, 1, 3, 20, '2026-02-03', 'north');
  with recursive steps (n) as (select 10 union all select n + 1 from steps limit ${hidden})
    insert into people select n, '${name} ' || n, 'south' from steps;
  insert into visits select id, id, 1, id * 7, '2025-0' || (1 + id % 9) || '-01', 'south' from people where id >= 10;
  insert into secrets select id, '${name}-' || id, '2025-01-01', 'south' from people where id >= 10;`

const ownRegion = { condition: 'region = :user.region' }
const rules = {
  row_security_rules: {
    rules: [{ name: 'Own region', tables: { people: ownRegion, visits: ownRegion, secrets: ownRegion } }],
  },
}
const tables = ['people', 'visits', 'secrets'].map((table_name) => ({ table_name }))

/** A file that an administrator uploads. Its mail addresses are masked, also in the rows of the north. */
const guestsOf = ({ hidden, name }: World): SentFile => ({
  name: 'guests.csv',
  bytes: [
    'id,name,mail,paid,region',
    `1,Ada,ada@${name}.test,10,north`,
    `2,Ben,ben@${name}.test,20,north`,
    ...Array.from({ length: hidden }, (_, at) => `${at + 10},${name} ${at + 10},${name}-${at},${at * 7},south`),
  ].join('\n'),
})
const guestRules = {
  row_security_rules: { rules: [{ name: 'Own region', tables: { guests: ownRegion } }] },
  column_security_rules: {
    rules: [{ name: 'No mail', tables: { guests: { mail: { mask_type: 'replace', replacement: '-' } } } }],
  },
}

/** A database and an area of it, and what a user does there. Each question builds on the one before it. */
interface Visit {
  databaseId: string
  areaId: string
  conversations: string[][]
  sql: string[]
  table: string
}
const inShop = {
  conversations: [
    ['total cost of visits by person', 'total cost of visits by person with host id', 'as a bar chart'],
    ['total cost of visits by month', 'compare with last year', 'only the top 2', 'exclude Canary 10'],
    ['how many secrets are there?', 'secrets by month', 'show me the codes of Robin'],
    ['people named Canary 10', 'people named Robn 12', 'frobnicate the visits of Robin'],
  ],
  sql: [
    'SELECT code FROM secrets',
    'SELECT nothing FROM secrets',
    'SELECT name FROM people WHERE 1 / (id - 10) > 0',
    'SELECT * FROM salaries',
  ],
  table: 'visits',
}
const inUploaded = {
  conversations: [['total paid of guests by name', 'exclude Canary 10', 'the mail of Ada', 'guests named Robin 12']],
  sql: ['SELECT * FROM guests', "SELECT count(*) AS n FROM guests WHERE mail LIKE '%Canary%' OR mail LIKE '%Robin%'"],
  table: 'guests',
}

let app: AreaApp
let shop: Visit
let uploaded: Visit
afterAll(() => app.close())

async function open(world: World): Promise<void> {
  app = await createAreaApp(null)
  const { settings, models } = app.services
  await settings.chooseOrchestration({ provider: 'builtin', model: 'builtin' }, models.list().builtin, null)
  app.alter(rowsOf(world))
  await app.services.catalog.refresh(app.databaseId)
  await app.services.values.readDue(new AbortController().signal)
  shop = { ...inShop, databaseId: app.databaseId, areaId: (await app.newArea({ tables, ...rules })).area_id }
}

async function upload(world: World): Promise<void> {
  const { json } = await app.call(app.admin, 'POST', 'applications', { name: 'Guests' })
  const application_id = json<{ id: string }>().id
  const form = { name: 'Guests', application_id, visibility: 'public' }
  const { id: databaseId } = await createUploaded(app, [guestsOf(world)], form)
  await app.services.values.readDue(new AbortController().signal)
  const area = { area_name: 'Guests', application_id, tables: [{ table_name: 'guests' }], ...guestRules }
  uploaded = { ...inUploaded, databaseId, areaId: (await app.newArea(area)).area_id }
}

const signIn = (region: string): Promise<SignedInUser> =>
  app.signIn('GENERAL', { attributes: JSON.stringify({ region }) })
const placeOf = ({ databaseId, areaId }: Visit) => `database_config_id=${databaseId}&business_area_id=${areaId}`
const startersOf = async (who: SignedInUser, visit: Visit): Promise<StarterQuestions> =>
  (await app.api(who, 'GET', `starter-questions?${placeOf(visit)}`)).json()

async function newSession(who: SignedInUser, { databaseId, areaId }: Visit): Promise<string> {
  const payload = { state: { 'user:database_config_id': databaseId, 'user:business_area_id': areaId } }
  const url = `/apps/${appName}/users/${who.user.id}/sessions`
  const answer = await app.app.inject({ method: 'POST', url, headers: who.headers, payload })
  return answer.json<{ id: string }>().id
}

async function ask(who: SignedInUser, sessionId: string, text: string): Promise<TurnEvent[]> {
  const payload = runRequest(who, sessionId, text)
  return readEvents((await app.app.inject({ method: 'POST', url: '/run_sse', headers: who.headers, payload })).body)
}

/** Everything that a user gets from starter questions, conversations, completions, hints, and refused SQL. */
async function seenBy(who: SignedInUser, visit: Visit): Promise<Record<string, unknown>> {
  const { databaseId, areaId, table } = visit
  const place = placeOf(visit)
  const seen: Record<string, unknown> = { starters: await startersOf(who, visit) }
  for (const questions of visit.conversations) {
    const sessionId = await newSession(who, visit)
    for (const question of questions) seen[question] = withoutIds(JSON.stringify(await ask(who, sessionId, question)))
  }
  for (const sql_query of visit.sql) {
    const asked = { sql_query, database_config_id: databaseId, business_area_id: areaId }
    seen[sql_query] = withoutIds((await app.api(who, 'POST', 'query/full-results', asked)).body)
  }
  for (const path of [`database-management/tables?${place}`, `database-management/tables/${table}/columns?${place}`])
    seen[path.replace(/\?.*/, '')] = withoutIds((await app.api(who, 'GET', path)).body)
  const question = { query: 'codes of Canary', database_config_id: databaseId }
  seen['recommend'] = withoutIds((await app.api(who, 'POST', 'business-areas/recommend', question)).body)
  return seen
}

/** Without what differs between any two runs. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/"(\w*ms|duration)":\d+/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
}

const hiddenText = /Canary-|Robin-|Canary \d+ *"|Robin \d+ *"/

test('a user gets the same questions, counts, texts, and errors whatever the hidden rows are', async () => {
  const seen: Record<'shop' | 'uploaded', Record<string, unknown>>[] = []
  for (const world of worlds) {
    await open(world)
    await upload(world)
    const north = await signIn('north')
    seen.push({ shop: await seenBy(north, shop), uploaded: await seenBy(north, uploaded) })
    // The second world stays open for the next test.
    if (world !== worlds[1]) await app.close()
  }
  expect(seen[1]).toEqual(seen[0])
  const { starters, ...others } = seen[0]?.shop ?? {}
  expect(JSON.stringify(starters)).not.toMatch(/secret/i)
  expect((starters as StarterQuestions).questions.length).toBeGreaterThan(0)
  expect(others['total cost of visits by person']).toMatch(/row_count\\?":1\b.*row_count\\?":2\b/)
  expect(JSON.stringify([others['how many secrets are there?'], others['SELECT code FROM secrets']])).not.toMatch(
    hiddenText,
  )
  const [guests, mails] = inUploaded.sql.map((sql) => seen[0]?.uploaded[sql])
  expect(guests).toContain('"results":[[1,"Ada","-",10,"north"],[2,"Ben","-",20,"north"]]')
  expect(mails).toContain('"results":[[0]]')
})

test('each user gets the starter questions and counts of their own rows', async () => {
  const [north, south, east] = [await signIn('north'), await signIn('south'), await signIn('east')]
  const starters = [await startersOf(north, shop), await startersOf(south, shop), await startersOf(east, shop)]
  expect(starters.map(({ empty_reason: reason }) => reason)).toEqual([null, null, 'no_rows'])
  const counts = async (who: SignedInUser) => {
    const events = await ask(who, await newSession(who, shop), 'total cost of visits by person')
    return events.at(-1)?.readings?.map(({ row_count: count }) => count)
  }
  expect([await counts(north), await counts(south)]).toEqual([
    [1, 2],
    [40, 0],
  ])
  await app.close()
})

test('remembers starter questions until the attributes, the rules, the tables, or the access change', async () => {
  await open(worlds[0])
  const user = await signIn('north')
  const { audit } = app.services
  let runs = 0
  const record = audit.record.bind(audit)
  audit.record = async (entry) => {
    if (entry.action === 'query.run') runs++
    return await record(entry)
  }
  const { admin } = app
  const next = async (): Promise<{ found: StarterQuestions; ran: boolean }> => {
    const before = runs
    const found = await startersOf(user, shop)
    return { found, ran: runs > before }
  }
  const first = await next()
  expect(first.ran).toBe(true)
  expect(await next()).toEqual({ found: first.found, ran: false })
  // Someone else's questions are checked for them.
  const other = await signIn('north')
  const before = runs
  await startersOf(other, shop)
  expect(runs).toBeGreaterThan(before)

  const setRegion = async (region: string) => {
    const attributes = JSON.stringify({ region })
    await app.context.store.db.updateTable('users').set({ attributes }).where('id', '=', user.user.id).execute()
  }
  await setRegion('east')
  expect((await next()).found).toEqual({ questions: [], empty_reason: 'no_rows' })
  await setRegion('north')
  expect((await next()).found).toEqual(first.found)

  const change = async (edit: object) => {
    const answer = await app.api(admin, 'PUT', `business-areas/${shop.areaId}`, {
      ...app.form({ tables, ...rules }),
      ...edit,
    })
    expect(answer.statusCode).toBe(200)
  }
  const none = { rules: [{ name: 'None', tables: { visits: { condition: '1 = 0' }, people: { condition: '1 = 0' } } }] }
  await change({ row_security_rules: none, tables: tables.slice(0, 2) })
  expect(await next()).toEqual({ found: { questions: [], empty_reason: 'no_rows' }, ran: true })
  await change({})
  expect((await next()).found).toEqual(first.found)

  app.alter('create table tours (id integer primary key, price integer); insert into tours values (1, 5)')
  await app.services.catalog.refresh(app.databaseId)
  expect((await next()).ran).toBe(true)
  expect((await next()).ran).toBe(false)

  await change({ visibility: 'private' })
  expect(await app.outcome(user, 'GET', `starter-questions?${placeOf(shop)}`)).toMatch(/^404/)
  expect(await next()).toMatchObject({ found: { code: 'area_not_found' }, ran: false })
})
