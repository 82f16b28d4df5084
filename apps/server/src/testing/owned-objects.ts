import { randomUUID } from 'node:crypto'
import { defaultAppName } from '@parlance/contract'
import { insertArea } from '../features/areas/store/area-store.ts'
import { makeAreaRecord } from './area-record.ts'
import type { TestApp } from './test-app.ts'

/** A conversation of its owner. @returns its ID */
export async function createSession({ context }: TestApp, ownerId: string): Promise<string> {
  const id = randomUUID()
  const moment = context.now().toISOString()
  await context.store.db
    .insertInto('sessions')
    .values({
      id,
      app_name: defaultAppName,
      user_id: ownerId,
      name: 'private',
      area_id: null,
      connection_id: null,
      state: '{}',
      created_at: moment,
      last_accessed: moment,
      last_message: null,
      next_turn: 2,
    })
    .execute()
  return id
}

/** An API token of its owner. @returns its ID */
export async function createToken({ context }: TestApp, ownerId: string): Promise<string> {
  const id = randomUUID()
  await context.store.db
    .insertInto('api_tokens')
    .values({
      id,
      user_id: ownerId,
      name: 'private',
      token_hash: id,
      token_start: 'parlance_0000',
      scopes: '["ask"]',
      connection_ids: null,
      area_ids: null,
      created_at: context.now().toISOString(),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    .execute()
  return id
}

/** An answered question in a conversation of its owner. @returns its ID */
export async function createTurn(app: TestApp, ownerId: string): Promise<string> {
  const id = randomUUID()
  await app.context.store.db
    .insertInto('turns')
    .values({
      id,
      session_id: await createSession(app, ownerId),
      user_id: ownerId,
      number: 1,
      status: 'final',
      question: 'private',
      connection_id: null,
      area_id: null,
      memory: null,
      cancel_requested: 0,
      lease_owner: null,
      lease_until: null,
      created_at: app.context.now().toISOString(),
      ended_at: app.context.now().toISOString(),
      last_seq: 0,
    })
    .execute()
  return id
}

/** An upload that its owner began. @returns its ID */
export async function createUpload({ services }: TestApp, ownerId: string): Promise<string> {
  const owner = {
    userId: ownerId,
    email: '',
    username: '',
    role: 'ADMIN',
    tenantId: null,
    tenantName: null,
    deptId: null,
    attributes: {},
    limits: null,
  } as const
  const { id } = await services.connections.uploads.start(owner, { files: [{ name: 'orders.csv', size: 1 }] })
  return id
}

/** A private area of its owner. */
export async function privateArea({ context, services }: TestApp, ownerId: string): Promise<string> {
  const id = randomUUID()
  const { id: applicationId } = await services.applications.ensure({ name: 'Private areas', description: null })
  await insertArea(context.store.db, makeAreaRecord({ id, applicationId, ownerId, name: 'Secret plans' }))
  return id
}

/** A tested connection that its owner shares with no one. */
export async function privateConnection(app: TestApp, ownerId: string): Promise<string> {
  const { services, context } = app
  await services.wizard.createSample()
  const id = await services.connections.create({
    name: `private ${randomUUID().slice(0, 8)}`,
    description: null,
    kind: 'sqlite',
    config: { database: `${context.config.dataDir}/sample/sample-shop.sqlite` },
    applicationId: null,
    visibility: 'private',
    ownerId,
  })
  await services.connections.test(id)
  return id
}
