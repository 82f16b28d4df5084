import { exampleLimit } from '../features/chat/service.ts'
import { pino } from 'pino'
import { createServices, type Services } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context/context.ts'
import { StartError } from '../lib/errors.ts'
import { ensureSampleAtStart } from '../features/wizard/provision.ts'
import type { ParserPool } from '../door/parser-pool.ts'
import { createQueryDoor } from '../door/run-query.ts'
import type { QueryTarget } from '../door/target.ts'
import type { Principal } from '../http/principal.ts'
import { openContext } from '../context/open-context.ts'
import { prepareDataFolder } from '../store/open-store.ts'
import type { AskArguments } from './ask-arguments.ts'
import type { AskPlace } from './ask-place.ts'

/**
 * A database of this installation, asked as one of its users. Sets up an empty data folder as the server would.
 * @param parsers closed with the place; defaults to its own pool
 * @throws StartError on one line
 */
export async function openInstallation(
  { database, area, as }: Pick<AskArguments, 'database' | 'area' | 'as'>,
  config: Config,
  parsers?: ParserPool,
): Promise<AskPlace> {
  prepareDataFolder(config.dataDir)
  const context = await openContext(config, pino({ level: 'silent' }))
  try {
    const services = await createServices(context, parsers)
    await services.license.ensureTrial()
    await ensureSampleAtStart(context, services)
    const principal = await principalFor(services, as)
    return placeOf(context, services, principal, await targetFor(services, principal, { database, area }))
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
  const { query, connections, settings, models } = services
  return {
    ...target,
    principal,
    models,
    environment: query.environment,
    // A user without an account has nothing that could change in the meantime.
    door:
      principal === noAccountYet
        ? createQueryDoor({ ...query.environment, principalNow: async (person) => person })
        : query.door,
    warmParsers: (dialect) => query.warm(dialect),
    knowledge: {
      hintsOf: (asker, asked) => services.areas.hints(asker, asked),
      definitionsOf: (asker, asked, catalogue) => services.areas.definitions(asker, asked, catalogue),
      examplesOf: (asked, question) => services.examples.examplesFor({ ...asked, question, limit: exampleLimit }),
    },
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
  if (email === null) return (await services.users.firstAdmin()) ?? noAccountYet
  const principal = await services.users.principalByEmail(email)
  if (!principal) throw new StartError(`There is no active account ${email}.`)
  return principal
}

/** Before the first account exists, anyone with access to this machine's data folder is its administrator. */
const noAccountYet: Principal = {
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

async function targetFor(
  services: Services,
  principal: Principal,
  { database, area }: Pick<AskArguments, 'database' | 'area'>,
): Promise<QueryTarget> {
  const { connections, targets } = services
  const connection =
    database === null
      ? await connections.getActive(principal)
      : requireNamed(
          await connections.list(principal),
          database,
          (names) => `There is no file or connection named ${database}. Connections: ${names}.`,
        )
  const wanted = { connectionId: connection?.id ?? null, areaId: null }
  if (area === null) return targets.find(principal, wanted)
  const applicationId = connection?.application_id ?? null
  const areas = applicationId === null ? [] : await services.areas.list(principal, applicationId)
  const named = areas.map(({ area_id: id, area_name: name }) => ({ id, name }))
  const { id: areaId } = requireNamed(
    named,
    area,
    (names) => `There is no business area ${area}. Business areas of this connection: ${names}.`,
  )
  return targets.find(principal, { ...wanted, areaId })
}

/** @throws StartError that lists the available ones */
function requireNamed<T extends { id: string; name: string }>(
  all: T[],
  name: string,
  describeMissing: (names: string) => string,
): T {
  const wanted = name.toLowerCase()
  const found = all.find((each) => each.name.toLowerCase() === wanted || each.id === name)
  if (found !== undefined) return found
  const names = all.map((each) => each.name).join(', ') || 'none'
  throw new StartError(describeMissing(names))
}
