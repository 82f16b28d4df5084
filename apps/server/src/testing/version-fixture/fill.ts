import { defaultAppName } from '@parlance/contract'
import type { Area, DatabaseConfiguration, Example, TokenResponse, TurnEvent } from '@parlance/contract'
import { mailAccount, startMailServer } from '../mail-server.ts'
import { partsArea, protectedSales, staffArea, teamArea, viewArea } from './area-forms.ts'
import type { Caller, HttpClient } from './http-client.ts'

/** The password of every account in a fixture. */
export const fixturePassword = 'fixture-password-1'
export const emailOf = (name: string): string => `${name}@example.test`

/** The users of a fixture: Ann is the administrator, Bea and Carl are GENERAL with attributes, Dora has none. */
const people = ['ann', 'bea', 'carl', 'dora', 'eric'] as const
type Person = (typeof people)[number]
export type People = Record<Person, Caller>

/** The created objects, for the code that reads them back. */
export interface Filled {
  people: People
  areas: Record<'sales' | 'team' | 'view' | 'staff' | 'parts', string>
  databases: Record<'shop' | 'shopAgain' | 'warehouse' | 'unreachable', string>
  sessions: { who: Person; id: string }[]
}

/** Fills a new installation with everything that a user can store, through its HTTP API. */
export async function fillInstallation(client: HttpClient, dataDir: string): Promise<Filled> {
  const people = await makePeople(client)
  await chooseSettings(client, people.ann)
  const { applicationId, warehouseId, databases } = await connect(client, people, dataDir)
  const areas = await makeAreas(client, people, { applicationId, warehouseId })
  await grant(client, people, databases, areas)
  const sessions = await talk(client, people, { areas, databases })
  await leavePeopleBehind(client, people)
  return { people, areas, databases, sessions }
}

/** Signs in a user of a fixture. */
export async function signIn(client: HttpClient, name: string): Promise<Caller> {
  const payload = { email: emailOf(name), password: fixturePassword }
  const { access_token, user } = await client.call<TokenResponse>('POST', '/api/v1/auth/login', null, payload)
  return { id: user.user_id, headers: { authorization: `Bearer ${access_token}` } }
}

function register(client: HttpClient, name: string): Promise<object> {
  const payload = {
    email: emailOf(name),
    username: `${name} example`,
    password: fixturePassword,
    organization: 'Example',
  }
  return client.call('POST', '/api/v1/auth/register', null, payload)
}

async function makePeople(client: HttpClient): Promise<People> {
  await register(client, 'ann')
  const ann = await signIn(client, 'ann')
  await chooseRegistration(client, ann, { auto_approval: true, email_activation: false })
  const others: Caller[] = []
  for (const name of people.slice(1)) {
    await register(client, name)
    others.push(await signIn(client, name))
  }
  const [bea, carl, dora, eric] = others
  if (!bea || !carl || !dora || !eric) throw new Error('Not everyone was registered')
  const change = (who: Caller, values: object) => client.call('PATCH', `/api/v1/users/${who.id}`, ann, values)
  await change(bea, { attributes: { region: 'north' }, dept_id: 'sales', tenant_id: 't1', tenant_name: 'Tenant One' })
  await change(carl, { attributes: { region: 'south' }, dept_id: 'service', daily_query_limit: 500 })
  return { ann, bea, carl, dora, eric }
}

function chooseRegistration(client: HttpClient, ann: Caller, values: object): Promise<object> {
  return client.call('POST', '/api/v1/env-config/registration', ann, values)
}

async function chooseSettings(client: HttpClient, ann: Caller): Promise<void> {
  const model = { provider: 'builtin', model: 'builtin' }
  await client.call('POST', '/api/v1/env-config/orchestration-model', ann, model)
  const preferences = { temperature: '0.3', max_tokens: '4000', share_data_with_llm: false }
  await client.call('PUT', '/api/v1/preferences/', ann, preferences)
}

async function connect(client: HttpClient, { ann, bea }: People, dataDir: string) {
  const application = async (name: string, description: string | null) =>
    (await client.call<{ id: string }>('POST', '/api/v1/database-management/applications', ann, { name, description }))
      .id
  const url = '/api/v1/database-management/configurations'
  const create = (who: Caller, form: object) => client.call<DatabaseConfiguration>('POST', url, who, form)
  const tested = async (who: Caller, form: object) => {
    const { id } = await create(who, { db_type: 'sqlite', ...form })
    const { success, message } = await client.call<{ success: boolean; message: string }>(
      'POST',
      `${url}/${id}/test`,
      who,
    )
    if (!success) throw new Error(message)
    return id
  }
  const samples = await client.call<DatabaseConfiguration[]>('GET', url, ann)
  const applicationId = await application('Shop', 'The shop')
  const warehouseId = await application('Warehouse', null)
  const inShop = { application_id: applicationId, visibility: 'public' }
  const shop = await tested(ann, { name: 'Shop database', database: 'shop.sqlite', ...inShop })
  const again = { name: 'Shop database again', database: `${dataDir}/databases/shop.sqlite` }
  const shopAgain = await tested(ann, { ...again, application_id: applicationId, visibility: 'private' })
  const inWarehouse = { application_id: warehouseId, visibility: 'restricted' }
  const warehouse = await tested(ann, { name: 'Warehouse database', database: 'warehouse.sqlite', ...inWarehouse })
  const server = { host: '127.0.0.1', port: 9, database: 'reports', username: 'reader', password: 'fixture-secret' }
  const unreachable = await create(ann, {
    name: 'Reports',
    description: 'Cannot be reached',
    db_type: 'postgresql',
    ...server,
  })
  await client.send('POST', `${url}/${unreachable.id}/test`, ann)
  for (const who of [ann, bea]) await client.call('POST', `${url}/set-active`, who, { config_id: shop })
  // The sample would make a fixture several times larger.
  for (const { id } of samples) await client.call('DELETE', `${url}/${id}`, ann)
  return { applicationId, warehouseId, databases: { shop, shopAgain, warehouse, unreachable: unreachable.id } }
}

interface Applications {
  applicationId: string
  warehouseId: string
}

async function makeAreas(client: HttpClient, { ann, bea }: People, { applicationId, warehouseId }: Applications) {
  const url = '/api/v1/business-areas/'
  const make = async (form: object, application_id = applicationId) =>
    (await client.call<Area>('POST', url, ann, { ...form, application_id })).area_id
  const sales = await make(protectedSales)
  const team = await make(teamArea)
  const view = await make(viewArea)
  const staff = await make(staffArea)
  const parts = await make(partsArea, warehouseId)
  for (const id of [team, view]) await client.call('PUT', `${url}${id}/owner`, ann, { user_id: bea.id })
  const tables = [{ table_name: 'regions' }, { table_name: 'customers' }, { table_name: 'orders' }]
  await client.call('PUT', `${url}${team}/tables`, bea, tables)
  return { sales, team, view, staff, parts }
}

async function grant(
  client: HttpClient,
  { ann, bea, carl }: People,
  { warehouse }: Filled['databases'],
  { team, sales, parts }: Filled['areas'],
): Promise<void> {
  const databaseUrl = `/api/v1/database-management/configurations/${warehouse}/access`
  await client.call('POST', databaseUrl, ann, { user_email: emailOf('carl') })
  await client.call('POST', `/api/v1/business-areas/${team}/access`, bea, { user_id: carl.id })
  await client.call('POST', `/api/v1/business-areas/${parts}/access`, ann, { user_id: carl.id })
  await client.call('POST', `/api/v1/business-areas/${sales}/set-default`, bea)
}

async function talk(
  client: HttpClient,
  { ann, bea, carl }: People,
  { areas, databases }: Pick<Filled, 'areas' | 'databases'>,
): Promise<Filled['sessions']> {
  const inSales = { 'user:business_area_id': areas.sales, 'user:database_config_id': databases.shop }
  const inParts = { 'user:business_area_id': areas.parts, 'user:database_config_id': databases.warehouse }
  const first = await newSession(client, bea, inSales)
  const right = await ask(client, bea, first, 'How many customers are there?')
  const pending = await ask(client, bea, first, 'How many orders are there?')
  await ask(client, bea, first, 'frobnicate the zyxxyq')
  const second = await newSession(client, bea, inSales)
  const rejected = await ask(client, bea, second, 'total amount of orders by customer')
  const wrong = await ask(client, bea, second, 'How many order lines are there?')
  const renamed = `/apps/${defaultAppName}/users/${bea.id}/sessions/${second}`
  await client.call('PATCH', renamed, bea, { state_delta: { 'app:session_name': 'Orders by customer' } })
  const third = await newSession(client, carl, inParts)
  await ask(client, carl, third, 'How many parts are there?')
  const file = Buffer.from('city,sales\nBerlin,10\nHamburg,20\n').toString('base64')
  const fourth = await newSession(client, ann, inSales)
  await ask(client, ann, fourth, 'total sales by city', [
    { inlineData: { data: file, mimeType: 'text/csv', displayName: 'cities.csv' } },
  ])
  await judge(client, { ann, bea }, { right, pending, rejected, wrong })
  return [
    { who: 'bea', id: first },
    { who: 'bea', id: second },
    { who: 'carl', id: third },
    { who: 'ann', id: fourth },
  ]
}

async function newSession(client: HttpClient, who: Caller, state: object): Promise<string> {
  const url = `/apps/${defaultAppName}/users/${who.id}/sessions`
  return (await client.call<{ id: string }>('POST', url, who, { state })).id
}

/** @returns the turn's id */
async function ask(client: HttpClient, who: Caller, sessionId: string, text: string, files: object[] = []) {
  const newMessage = { role: 'user', parts: [{ text }, ...files] }
  const events = await client.call<TurnEvent[]>('POST', '/run', who, { userId: who.id, sessionId, newMessage })
  return events[0]?.turn_id ?? ''
}

/** One example in each status. */
async function judge(
  client: HttpClient,
  { ann, bea }: Pick<People, 'ann' | 'bea'>,
  turns: Record<'right' | 'pending' | 'rejected' | 'wrong', string>,
): Promise<void> {
  const mark = (turn_id: string, verdict: 'right' | 'wrong') =>
    client.call<Example>('POST', '/api/v1/examples', bea, { turn_id, verdict })
  const approved = await mark(turns.right, 'right')
  const rejected = await mark(turns.rejected, 'right')
  await mark(turns.pending, 'right')
  await mark(turns.wrong, 'wrong')
  await client.call('POST', `/api/v1/examples/${approved.id}/approve`, ann)
  await client.call('POST', `/api/v1/examples/${rejected.id}/reject`, ann)
}

/** A deactivated user, one waiting for approval, mails that can't be sent, and a wrong password. */
async function leavePeopleBehind(client: HttpClient, { ann, eric }: People): Promise<void> {
  await client.call('POST', `/api/v1/users/${eric.id}/deactivate`, ann)
  await chooseRegistration(client, ann, { auto_approval: false, email_activation: false })
  await register(client, 'paula')
  await client.send('POST', '/api/v1/auth/login', null, { email: emailOf('dora'), password: 'a wrong password' })
  await sendByMail(client, ann)
  await chooseRegistration(client, ann, { auto_approval: false, email_activation: true })
  await register(client, 'max')
  await client.call('POST', '/api/v1/auth/forgot-password', null, { email: emailOf('dora') })
}

/** The mail server ends at once, so mails are queued from now on. */
async function sendByMail(client: HttpClient, ann: Caller): Promise<void> {
  const server = await startMailServer()
  const { username: smtp_username, password: smtp_password } = mailAccount
  const form = { ...server.settings, smtp_username, smtp_password }
  await client.call('POST', '/api/v1/env-config/email/test', ann, form)
  await client.call('POST', '/api/v1/env-config/email', ann, form)
  await server.close()
}
