import { message } from '@parlance/contract'
import { randomUUID } from 'node:crypto'
import type { Application } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import { mayUse } from './policy.ts'
import { listConnections } from './store.ts'

export interface ApplicationsService {
  list(): Promise<Application[]>
  /**
   * Lists the applications that the caller may know. Only administrators see those of connections that they may not
   * use, because an application may have the name of a private connection.
   */
  listFor(principal: Principal): Promise<Application[]>
  /** @throws AppError conflict if the name is taken, ignoring case */
  create(application: { name: string; description: string | null }, by: string | null): Promise<Application>
  /** Returns the application with this name, and creates it if it doesn't exist. */
  ensure(application: { name: string; description: string | null }): Promise<Application>
}

export function createApplicationsService({ store, now }: AppContext): ApplicationsService {
  const find = async (name: string): Promise<Application | null> =>
    (await store.db
      .selectFrom('applications')
      .select(['id', 'name', 'description'])
      .where('name_key', '=', name.toLowerCase())
      .executeTakeFirst()) ?? null

  const create: ApplicationsService['create'] = async ({ name, description }, by) => {
    const application = { id: randomUUID(), name, description }
    try {
      await store.db
        .insertInto('applications')
        .values({ ...application, name_key: name.toLowerCase(), created_at: now().toISOString(), created_by: by })
        .execute()
      return application
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new AppError('conflict', {
        detail: message('An application named {name} already exists. Choose another name.', { name }),
        cause: error,
      })
    }
  }

  const list = (): Promise<Application[]> =>
    store.db.selectFrom('applications').select(['id', 'name', 'description']).orderBy('name_key').execute()

  return {
    list,
    listFor: async (principal) => {
      if (principal.role === 'ADMIN') return list()
      const [all, connections, areas] = await Promise.all([
        list(),
        listConnections(store.db, principal.userId),
        store.db.selectFrom('areas').select('application_id').where('owner_id', '=', principal.userId).execute(),
      ])
      const usable = connections.filter(({ connection, isGranted }) => mayUse(principal, connection, isGranted))
      const hidden = new Set(connections.map(({ connection }) => connection.application_id))
      for (const { connection } of usable) hidden.delete(connection.application_id)
      for (const { application_id } of areas) hidden.delete(application_id)
      return all.filter(({ id }) => !hidden.has(id))
    },
    create,
    ensure: async (application) => {
      const existing = await find(application.name)
      if (existing !== null) return existing
      return create(application, null).catch(async (error: unknown) => {
        const made = await find(application.name)
        if (made === null) throw error
        return made
      })
    },
  }
}
