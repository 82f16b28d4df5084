import { productVersion } from '@parlance/contract'
import { z } from 'zod'
import type { AppContext } from '../../context/context.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'

/** For load balancers and containers. Answers once the server is ready, and fails while its store cannot be reached. */
export function healthRoutes({ store }: Pick<AppContext, 'store'>): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/health',
      operationId: 'getHealth',
      summary: 'Check the health of the server',
      description: 'Load balancers and containers call this. The call fails while the server cannot reach its store.',
      access: 'public',
      response: z.object({ status: z.literal('ok'), version: z.string() }),
      handler: async () => {
        await store.db.selectFrom('settings').select('key').limit(1).execute()
        return { status: 'ok' as const, version: productVersion }
      },
    }),
  ]
}
