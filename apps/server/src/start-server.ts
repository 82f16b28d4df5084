import type { FastifyInstance } from 'fastify'
import { ownVisualizationPage } from '@parlance/contract'
import { buildApp, createServices } from './app.ts'
import type { Services } from './app.ts'
import type { Config } from './config/config.ts'
import type { AppContext } from './context/context.ts'
import { StartError } from './lib/errors.ts'
import { fileErrorCode } from './lib/file-errors.ts'
import { demoAccount, ensureDemo } from './features/wizard/demo.ts'
import { ensureSampleAtStart } from './features/wizard/provision.ts'
import { createLog } from './http/request-log.ts'
import type { WebBundle } from './http/build-http.ts'
import { openContext } from './context/open-context.ts'
import { boundPortOf, ownAddress } from './config/own-address.ts'
import { prepareDataFolder } from './store/open-store.ts'
import { lockDataFolder } from './store/server-lock.ts'
import { bundleFolder } from './web/bundle-folder.ts'
import { startWatchdog } from './watchdog/watchdog.ts'
import type { Watchdog } from './watchdog/watchdog.ts'
import { loadBundle } from './web/serve-bundle.ts'

export interface RunningServer {
  /** The URL that a browser opens. */
  address: string
  /** Finishes running requests, ends streams, closes the store. */
  stop(): Promise<void>
}

/**
 * Everything from a configuration to a listening server. Sets up whatever an empty data folder lacks.
 * @param say prints a line for the operator
 * @param options.withPages false if another program serves the pages, as in development
 * @throws StartError on one line that says what to do
 */
export async function startServer(
  config: Config,
  say: (line: string) => void,
  { withPages = true } = {},
): Promise<RunningServer> {
  prepareDataFolder(config.dataDir)
  const lock = config.databaseUrl === null ? lockDataFolder(config.dataDir) : null
  let context: AppContext | null = null
  try {
    context = await openContext(config, createLog(config.logLevel), say)
    const services = await createServices(context)
    await provision(context, services, say)
    const web = withPages ? webBundle(config, services) : null
    const app = await buildApp({ context, services, web })
    const address = await listen(app, config)
    if (config.demo) say(`Sign in with ${demoAccount.email} and the password ${demoAccount.password}`)
    const opened = context
    const watchdog = startWatchdog(config.watchdog, context.log)
    return { address, stop: () => stop(app, { context: opened, watchdog, lock }) }
  } catch (error) {
    await context?.store.close()
    lock?.release()
    throw error
  }
}

async function provision(context: AppContext, services: Services, say: (line: string) => void): Promise<void> {
  await services.license.ensureTrial()
  try {
    await ensureSampleAtStart(context, services)
  } catch (error) {
    context.log.error({ err: error }, 'could not create the sample database')
    say(`Could not create the sample database (${fileErrorCode(error) ?? 'see the log'}). Everything else works.`)
  }
  await services.chat.recover()
  services.email.deliver()
  services.chat.retention.start()
  services.usage.retention.start()
  services.auditSettings.retention.start()
  services.auditSettings.delivery.start()
  services.evaluation.start()
  services.examples.proofs.start()
  services.values.start()
  services.connectionHealth.start()
  if (context.config.demo) await ensureDemo(services)
}

function webBundle({ salesEmail, publicUrl }: Config, { visualization }: Services): WebBundle {
  return loadBundle(bundleFolder, {
    salesEmail,
    publicUrl,
    isVisualizedElsewhere: () =>
      visualization.get().then(
        (url) => url !== ownVisualizationPage,
        () => false,
      ),
    now: () => new Date(),
  })
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    throw new StartError(describeListenError(error, config), { cause: error })
  }
  return ownAddress(config, boundPortOf(app.server))
}

function describeListenError(error: unknown, { host, port }: Config): string {
  const code = fileErrorCode(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PARLANCE_PORT to another port.`
  if (code === 'EACCES')
    return `This user does not have permission to use port ${port}. Set PARLANCE_PORT to a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Correct PARLANCE_HOST.`
  return `Could not listen on ${host}, port ${port} (${code ?? 'unknown error'}). Check PARLANCE_HOST and PARLANCE_PORT.`
}

interface Started {
  context: AppContext
  watchdog: Watchdog
  lock: { release(): void } | null
}

async function stop(app: FastifyInstance, { context, watchdog, lock }: Started): Promise<void> {
  await app.close()
  await context.store.close()
  lock?.release()
  await watchdog.stop()
}
