import { basename, resolve } from 'node:path'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { DriverError, driverFor, fileManifest, type Connection } from '@parlance/drivers'
import type { Config } from '../config/config.ts'
import { StartError } from '../lib/errors.ts'
import { createParserPool } from '../door/parser-pool.ts'
import type { QueryEnvironment } from '../door/contract.ts'
import { createQueryDoor } from '../door/run-query.ts'
import type { Principal } from '../http/principal.ts'
import { createModelService } from '../models/service.ts'
import type { AskPlace } from './ask-place.ts'

/**
 * A SQLite file behind the same gate and driver as the server's databases, without policies or a store.
 * @param parsers closed with the place
 * @throws StartError on one line if the file isn't a database
 */
export async function openFile(path: string, config: Config, parsers = createParserPool()): Promise<AskPlace> {
  void Promise.all([import('@parlance/sql'), parsers.warm(fileManifest.dialect)])
  const { connection, catalogue } = await connectAndRead(path).catch(async (error: unknown) => {
    await parsers.close()
    throw error
  })
  const environment: QueryEnvironment = {
    authorize: async () => undefined,
    open: async () => ({
      connection,
      kind: fileManifest.kind,
      dialect: fileManifest.dialect,
      release: () => undefined,
    }),
    catalogueOf: async () => catalogue,
    scopeOf: async () => ({ areaId: null, allowedTables: null, policies: null }),
    audit: async () => undefined,
    parse: parsers.parse,
    limits: config.limits,
    now: () => new Date(),
  }
  return {
    environment,
    door: createQueryDoor(environment),
    warmParsers: (dialect) => void parsers.warm(dialect),
    models: createModelService({ maxAnswerBytes: config.limits.modelMaxBytes }),
    principal: fileOwner,
    connectionId: 'file',
    areaId: null,
    databaseName: async () => basename(path),
    chosen: async () => null,
    preferences: async () => ({ temperature: null, maxTokens: null, shareData: true }),
    close: async () => {
      await Promise.all([parsers.close(), connection.close()])
    },
  }
}

/** Anyone who can name the file may read it, so the engine's message can be shown. */
const fileOwner: Principal = {
  userId: 'command-line',
  email: 'command-line',
  username: 'command-line',
  role: 'ADMIN',
  tenantId: null,
  tenantName: null,
  deptId: null,
  attributes: {},
  limits: null,
}

async function connectAndRead(path: string): Promise<{ connection: Connection; catalogue: Catalogue }> {
  const connection = await connect(path)
  return { connection, catalogue: await introspect(connection, path) }
}

async function connect(path: string): Promise<Connection> {
  const driver = await driverFor(fileManifest.kind)
  try {
    return await driver.connect({ database: resolve(path) })
  } catch (error) {
    throw fileError(error, path)
  }
}

async function introspect(connection: Connection, path: string): Promise<Catalogue> {
  const tables: CatalogueTable[] = []
  try {
    for await (const table of connection.introspect()) tables.push(table)
  } catch (error) {
    await connection.close()
    throw fileError(error, path)
  }
  if (tables.length > 0) return { dialect: fileManifest.dialect, defaultSchema: null, tables }
  await connection.close()
  throw new StartError(`${path} has no tables.`)
}

function fileError(error: unknown, path: string): unknown {
  if (!(error instanceof DriverError)) return error
  return new StartError(`${path} cannot be read: ${error.message.replaceAll(/\s+/g, ' ')}`, { cause: error })
}
