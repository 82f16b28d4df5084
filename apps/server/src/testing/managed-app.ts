import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LightMyRequestResponse } from 'fastify'
import type { DatabaseConfiguration } from '@parlance/contract'
import { createTestApp, createTestAppOver } from './test-app.ts'
import type { SignedInUser, TestApp, TestAppOptions } from './test-app.ts'
import type { TestStore } from './test-store.ts'

export const managementUrl = '/api/v1/database-management'

/** An app with an administrator, and shortcuts to the calls of database management. */
export interface ManagedApp extends TestApp {
  admin: SignedInUser
  call(
    who: SignedInUser,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>
  /** A SQLite file in the folder from which files may be opened. */
  file(name: string, tables?: string[]): string
  /** Stored by the administrator, untested. */
  create(form: object): Promise<DatabaseConfiguration>
  /** Stored and tested. */
  createTested(form: object): Promise<DatabaseConfiguration>
}

export async function createManagedApp(store: TestStore | null, options: TestAppOptions = {}): Promise<ManagedApp> {
  const app = store === null ? await createTestApp(options) : await createTestAppOver(store, options)
  const admin = await app.signIn('ADMIN')
  const call: ManagedApp['call'] = (who, method, path, payload) =>
    app.app.inject({ method, url: `${managementUrl}/${path}`, headers: who.headers, payload })
  const file: ManagedApp['file'] = (name, tables = ['people (id integer primary key, name text)']) => {
    const path = join(app.context.config.dataDir, name)
    const database = new DatabaseSync(path)
    for (const table of tables) database.exec(`create table ${table}`)
    database.close()
    return path
  }
  const create: ManagedApp['create'] = async (form) => {
    const answer = await call(admin, 'POST', 'configurations', form)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<DatabaseConfiguration>()
  }
  return {
    ...app,
    admin,
    call,
    file,
    create,
    createTested: async (form) => {
      const made = await create(form)
      const tested = await call(admin, 'POST', `configurations/${made.id}/test`)
      if (tested.json().success !== true) throw new Error(tested.body)
      return (await call(admin, 'GET', `configurations/${made.id}`)).json<DatabaseConfiguration>()
    },
  }
}

/** A connection to a server that doesn't exist, refused at once on any machine. */
export const nowhere = {
  name: 'Nowhere',
  db_type: 'postgresql',
  host: '127.0.0.1',
  port: 9,
  database: 'd',
  username: 'u',
  password: 'first secret',
}
