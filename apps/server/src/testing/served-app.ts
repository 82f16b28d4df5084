import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelSettings } from '@parlance/contract'
import { buildApp, createServices, type Services } from '../app.ts'
import { loadConfig } from '../config/config.ts'
import { ensureSampleAtStart } from '../features/wizard/provision.ts'
import { createLog } from '../http/request-log.ts'
import { openContext } from '../context/open-context.ts'

/** The whole server on its own port, with the sample database and an administrator: for benchmarks. */
export interface ServedApp {
  url: string
  userId: string
  /** The headers of a signed-in administrator's request. */
  headers: Record<string, string>
  services: Services
  close(): Promise<void>
}

/**
 * @param folder a permanent data folder; defaults to a temporary one
 * @param environment more settings of the server, by variable
 */
export async function startServedApp(
  settings: ModelSettings,
  folder: string | null = null,
  environment: Record<string, string> = {},
): Promise<ServedApp> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'parlance-served-'))
  const context = await openContext(
    { ...loadConfig({ PARLANCE_DATA_DIR: dataDir, ...environment }), rateLimitScale: 1000 },
    createLog('silent'),
  )
  const services = await createServices(context)
  await services.license.ensureTrial()
  await ensureSampleAtStart(context, services)
  await services.settings.chooseOrchestration(settings, services.models.list()[settings.provider], null)
  const account = { email: 'bench@example.test', password: 'correct horse battery' }
  await services.auth.register({ ...account, username: 'bench', organization: 'Bench' })
  const { accessToken, user } = await services.auth.login(account)
  const app = await buildApp({ context, services })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    userId: user.user_id,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    services,
    close: async () => {
      await app.close()
      await context.store.close()
      if (folder === null) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
