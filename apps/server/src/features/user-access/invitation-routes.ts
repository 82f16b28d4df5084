import {
  deleteUserResponseSchema,
  invitationRoomSchema,
  inviteUsersRequestSchema,
  inviteUsersResponseSchema,
  linkResponseSchema,
  message,
  wireMessage,
} from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RateLimit, RouteDefinition } from '../../http/route.ts'
import type { InvitationsService } from './invitations.ts'

const base = '/api/v1/users'
/** Each call can send many emails. */
const rateLimit: RateLimit = { max: 60, window: 15 * 60 * 1000, by: 'user', shared: true }

export function invitationRoutes(invitations: InvitationsService, config: Config): RouteDefinition[] {
  const addressOf = (raw: FastifyRequest) => ownAddress(config, boundPortOf(raw.server.server))
  return [
    route({
      method: 'GET',
      url: `${base}/invitations/room`,
      operationId: 'getInvitationRoom',
      summary: 'Get how many people can be invited',
      access: 'admin',
      response: invitationRoomSchema,
      handler: () => invitations.room(),
    }),
    route({
      method: 'POST',
      url: `${base}/invitations`,
      operationId: 'inviteUsers',
      summary: 'Invite people',
      description:
        'Emails each person a link that expires after seven days and works once. Without a mail server, the response has the links. Addresses with an account are skipped.',
      access: 'admin',
      rateLimit,
      body: inviteUsersRequestSchema,
      response: inviteUsersResponseSchema,
      handler: ({ principal, body, raw }) => invitations.invite(principal, body, addressOf(raw)),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/invitation`,
      operationId: 'resendInvitation',
      summary: 'Send an invitation again',
      description: 'Makes a new link. The one before stops working.',
      access: 'admin',
      rateLimit,
      params: idParamsSchema,
      response: linkResponseSchema,
      handler: ({ principal, params, raw }) => invitations.resend(principal, params.id, addressOf(raw)),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id/invitation`,
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      description: 'Deletes the account of the invited person, and its link stops working.',
      access: 'admin',
      params: idParamsSchema,
      response: deleteUserResponseSchema,
      handler: async ({ principal, params }) => {
        const email = await invitations.withdraw(principal, params.id)
        return {
          user_id: params.id,
          email,
          ...wireMessage(message('The invitation of {email} was withdrawn.', { email })),
        }
      },
    }),
  ]
}
