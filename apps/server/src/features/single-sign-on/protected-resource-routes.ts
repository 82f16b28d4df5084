import { message, protectedResourceSchema } from '@parlance/contract'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import type { AppContext } from '../../context/context.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { AppError } from '../../lib/errors.ts'
import type { ProviderTokens } from './provider-tokens.ts'

const base = '/.well-known/oauth-protected-resource'

/** Tells OAuth clients which providers' tokens the MCP server accepts. They look at either URL. */
export function protectedResourceRoutes(
  tokens: Pick<ProviderTokens, 'describeResource'>,
  { config }: Pick<AppContext, 'config'>,
): RouteDefinition[] {
  const described = (url: string, operationId: string, summary: string) =>
    route({
      method: 'GET',
      url,
      operationId,
      summary,
      description: 'RFC 9728. The response is 404 unless a sign-in provider is turned on.',
      access: 'public',
      rateLimit: { max: 300, window: 5 * 60_000, by: 'address' },
      response: protectedResourceSchema,
      handler: async ({ raw }) => {
        const found = await tokens.describeResource(ownAddress(config, boundPortOf(raw.server.server)))
        if (found === null) throw new AppError('not_found', { detail: noProviderText })
        return found
      },
    })
  return [
    described(base, 'getProtectedResource', 'Find where OAuth clients sign in'),
    described(`${base}/mcp`, 'getProtectedMcpResource', 'Find where OAuth clients of the MCP server sign in'),
  ]
}

const noProviderText = message('No sign-in provider gives tokens for this server. Use an API token.')

/** The `www-authenticate` header that leads OAuth clients of the MCP server to their provider. */
export async function challengeMcp(tokens: Pick<ProviderTokens, 'describeResource'>, own: string): Promise<string> {
  const resource = await tokens.describeResource(own)
  return resource === null ? 'Bearer' : `Bearer resource_metadata="${own}${base}/mcp"`
}
