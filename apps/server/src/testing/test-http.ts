import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context/context.ts'
import { buildHttp } from '../http/build-http.ts'
import type { WebBundle } from '../http/build-http.ts'
import type { RouteDefinition } from '../http/route.ts'
import { createTestApp } from './test-app.ts'

export interface TestHttp {
  http: FastifyInstance
  logged: string[]
  close(): Promise<void>
}

/** The HTTP side with the test's own routes and a real context. */
export async function createTestHttp(routes: RouteDefinition[], web: WebBundle | null = null): Promise<TestHttp> {
  const app = await createTestApp({ trial: false })
  const context: AppContext = app.context
  const http = await buildHttp({
    context,
    routes,
    authenticate: app.services.auth.authenticate,
    web,
    onClose: async () => undefined,
  })
  const close = async () => {
    await http.close()
    await app.close()
  }
  return { http, logged: app.logged, close }
}
