import { pino } from 'pino'
import { createServices, type Services } from '../app.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { StartError } from '../errors.ts'
import { ensureSampleAtStart } from '../features/wizard/provision.ts'
import type { Principal } from '../http/principal.ts'
import { openContext } from '../open-context.ts'
import { prepareDataFolder } from '../store/open-store.ts'
import type { AskArguments } from './ask-arguments.ts'
import type { AskPlace } from './ask-place.ts'

/**
 * A database of this installation, asked as one of its users. An empty data folder gets what the server would make.
 * @throws StartError in one line
 */
export async function openInstallation(
  { database, as }: Pick<AskArguments, 'database' | 'as'>,
  config: Config,
): Promise<AskPlace> {
  prepareDataFolder(config.dataDir)
  const context = await openContext(config, pino({ level: 'silent' }))
  try {
    const services = await createServices(context)
    await services.license.ensureTrial()
    await ensureSampleAtStart(context, services)
    const principal = await principalFor(services, as)
    return placeOf(context, services, principal, await targetFor(services, principal, database))
  } catch (error) {
    await context.store.close()
    throw error
  }
}

function placeOf(
  context: AppContext,
  services: Services,
  principal: Principal,
  target: { connectionId: string; areaId: string | null },
): AskPlace {
  const { query, connections, settings } = services
  return {
    ...target,
    principal,
    environment: query.environment,
    door: query.door,
    warmParsers: (dialect) => query.warm(dialect),
    databaseName: async () => (await connections.get(principal, target.connectionId)).name,
    chosen: () => settings.orchestration(),
    preferences: async () => {
      const { temperature, max_tokens, share_data_with_llm } = await settings.preferences()
      return { temperature, maxTokens: max_tokens, shareData: share_data_with_llm }
    },
    close: async () => {
      await services.close()
      await context.store.close()
    },
  }
}

async function principalFor(services: Services, email: string | null): Promise<Principal> {
  if (email === null) return (await services.users.firstAdmin()) ?? nobodyYet
  const principal = await services.users.principalByEmail(email)
  if (!principal) throw new StartError(`There is no active account ${email}.`)
  return principal
}

/** Before the first account exists, whoever sits at this machine's data folder is its administrator. */
const nobodyYet: Principal = {
  userId: 'command-line',
  email: 'command-line',
  username: 'command-line',
  role: 'ADMIN',
  tenantId: null,
  tenantName: null,
  deptId: null,
  attributes: {},
}

async function targetFor(services: Services, principal: Principal, name: string | null) {
  const { connections, targets } = services
  if (name === null) return targets.find(principal, { connectionId: null, areaId: null })
  const all = await connections.list(principal)
  const wanted = name.toLowerCase()
  const found = all.find((connection) => connection.name.toLowerCase() === wanted || connection.id === name)
  if (found) return targets.find(principal, { connectionId: found.id, areaId: null })
  const names = all.map((connection) => connection.name).join(', ') || 'none'
  throw new StartError(`There is no file and no connection ${name}. Connections: ${names}.`)
}
