import {
  askedWordsResponseSchema,
  proposeDefinitionsRequestSchema,
  proposeDefinitionsResponseSchema,
  rejectProposalsRequestSchema,
  rejectProposalsResponseSchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AskedWords } from './proposing/asked-words.ts'
import type { DefinitionProposals } from './proposing/propose-definitions.ts'

const base = '/api/v1/business-areas'

/** A proposal reads values of up to 60 columns. */
const proposalRate = { max: 10, window: 60_000, by: 'user' } as const

export interface ProposalServices {
  definitionProposals: DefinitionProposals
  askedWords: AskedWords
}

/** Definitions that an area might want. */
export function proposalRoutes({ definitionProposals, askedWords }: ProposalServices): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/:id/propose-definitions`,
      operationId: 'proposeDefinitions',
      summary: 'Propose definitions for a business area',
      description:
        'Proposes time columns, metrics, dimensions, filters, and descriptions of tables from names, types, and values that you may see. Each is proven. Saves nothing. For the owner of the area and administrators.',
      access: 'user',
      rateLimit: proposalRate,
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: proposeDefinitionsRequestSchema,
      response: proposeDefinitionsResponseSchema,
      handler: ({ principal, params, body, signal }) =>
        definitionProposals.propose(
          principal,
          params.id,
          { connectionId: body.database_config_id ?? null, phrase: body.phrase ?? null },
          signal,
        ),
    }),
    route({
      method: 'GET',
      url: `${base}/:id/asked-words`,
      operationId: 'listAskedWords',
      summary: 'List words that users ask for and the area does not define',
      description:
        'Lists words that at least five conversations of several users needed in the last 30 days, and that were unclear. It does not say who asked. For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      response: askedWordsResponseSchema,
      handler: async ({ principal, params }) => ({ words: await askedWords.list(principal, params.id) }),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/reject-proposals`,
      operationId: 'rejectProposals',
      summary: 'Reject proposals of a business area',
      description: 'Rejected proposals are not proposed again. For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      body: rejectProposalsRequestSchema,
      response: rejectProposalsResponseSchema,
      handler: async ({ principal, params, body }) => ({
        rejected: await definitionProposals.reject(principal, params.id, body.keys),
      }),
    }),
  ]
}
