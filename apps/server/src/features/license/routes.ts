import { licenseStatusSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from './service.ts'

export function licenseRoutes(license: LicenseService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/license/status',
      summary: 'The installed license, and how many users it still allows',
      access: 'user',
      response: licenseStatusSchema,
      handler: () => license.status(),
    }),
  ]
}
