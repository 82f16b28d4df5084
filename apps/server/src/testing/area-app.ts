import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import type { Area } from '@parlance/contract'
import { createManagedApp } from './managed-app.ts'
import type { ManagedApp } from './managed-app.ts'
import type { SignedInUser, TestAppOptions } from './test-app.ts'
import type { TestStore } from './test-store.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An app with an application, its tested SQLite database that everyone may use, and shortcuts to areas. */
export interface AreaApp extends ManagedApp {
  applicationId: string
  databaseId: string
  /** @param path relative to `/api/v1/` */
  api(
    who: SignedInUser,
    method: Method,
    path: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Status and detail of a response on one line. */
  outcome(who: SignedInUser, method: Method, path: string, payload?: unknown): Promise<string>
  /** A request to create an area of the shop's tables. */
  form(change?: object): object
  /** Created by the administrator. */
  newArea(change?: object): Promise<Area>
  /** Runs SQL on the shop's file, as its owner would. */
  alter(sql: string): void
  /** Another tested database, in another application unless one is named. */
  newDatabase(name: string, tables: string[], applicationId?: string): Promise<{ id: string; applicationId: string }>
}

const shop = `
  create table customers (id integer primary key, name text, email text, region text);
  create table orders (id integer primary key, customer_id integer references customers (id), amount integer, rep text);
  create table salaries (id integer primary key, person text, amount integer);
  create view big_orders as select * from orders where amount > 100;
  insert into customers values (1, 'Ann', 'ann@example.test', 'north'), (2, 'Canary-South', 'bob@example.test', 'south');
  insert into orders values (1, 1, 50, 'a'), (2, 2, 424242, 'b');
  insert into salaries values (1, 'Canary-Salary', 99);
`

export async function createAreaApp(store: TestStore | null, options: TestAppOptions = {}): Promise<AreaApp> {
  const managed = await createManagedApp(store, options)
  const { admin, context } = managed
  const path = join(context.config.dataDir, 'shop.sqlite')
  const alter = (sql: string): void => {
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
  }
  alter(shop)
  const api: AreaApp['api'] = (who, method, address, payload, headers = {}) =>
    managed.app.inject({
      method,
      url: `/api/v1/${address}`,
      headers: { ...who.headers, ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      payload: payload === undefined ? undefined : JSON.stringify(payload),
    })
  const newApplication = async (name: string): Promise<string> =>
    (await managed.call(admin, 'POST', 'applications', { name })).json<{ id: string }>().id
  const connect = async (name: string, file: string, application_id: string) =>
    (await managed.createTested({ name, db_type: 'sqlite', database: file, application_id, visibility: 'public' })).id
  const applicationId = await newApplication('Shop')
  const databaseId = await connect('Shop database', path, applicationId)
  const form: AreaApp['form'] = (change = {}) => ({
    area_name: 'Sales',
    description: 'What was sold',
    ai_instructions: 'Amounts are in cents.',
    application_id: applicationId,
    tables: [{ table_name: 'customers' }, { table_name: 'orders' }],
    joins: [],
    is_default: false,
    visibility: 'public',
    ...change,
  })
  return {
    ...managed,
    applicationId,
    databaseId,
    api,
    form,
    alter,
    outcome: async (...request) => {
      const answer = await api(...request)
      const { detail } = answer.json<{ detail?: string }>()
      return detail === undefined ? String(answer.statusCode) : `${answer.statusCode} ${detail}`
    },
    newArea: async (change) => {
      const answer = await api(admin, 'POST', 'business-areas/', form(change))
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<Area>()
    },
    newDatabase: async (name, tables, application) => {
      const id = application ?? (await newApplication(name))
      return { id: await connect(name, managed.file(`${name}.sqlite`, tables), id), applicationId: id }
    },
  }
}
