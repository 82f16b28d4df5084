import {
  changeGroupAccessRequestSchema,
  changeGroupMembersRequestSchema,
  changeGroupMembersResponseSchema,
  createGroupRequestSchema,
  deleteGroupQuerySchema,
  deleteGroupResponseSchema,
  groupDeletionSchema,
  groupDetailSchema,
  groupListSchema,
  groupMembersSchema,
  listGroupMembersQuerySchema,
  listGroupsQuerySchema,
  updateGroupRequestSchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { GroupsService } from './service.ts'

const base = '/api/v1/groups'

/** Groups of users. Only administrators know them. */
export function groupsRoutes(groups: GroupsService): RouteDefinition[] {
  return [...readRoutes(groups), ...changeRoutes(groups), ...memberRoutes(groups)]
}

function readRoutes(groups: GroupsService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'listGroups',
      summary: 'List groups',
      access: 'admin',
      query: listGroupsQuerySchema,
      response: groupListSchema,
      handler: ({ query }) => groups.list(query),
    }),
    route({
      method: 'GET',
      url: `${base}/:id`,
      operationId: 'getGroup',
      summary: 'Get a group',
      access: 'admin',
      params: idParamsSchema,
      response: groupDetailSchema,
      handler: ({ params }) => groups.get(params.id),
    }),
    route({
      method: 'GET',
      url: `${base}/:id/deletion`,
      operationId: 'describeGroupDeletion',
      summary: 'List what members lose if a group is deleted',
      access: 'admin',
      params: idParamsSchema,
      response: groupDeletionSchema,
      handler: ({ params }) => groups.deletionOf(params.id),
    }),
  ]
}

function changeRoutes(groups: GroupsService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: base,
      operationId: 'createGroup',
      summary: 'Create a group',
      access: 'admin',
      body: createGroupRequestSchema,
      response: groupDetailSchema,
      handler: ({ principal, body }) => groups.create(principal, body),
    }),
    route({
      method: 'PATCH',
      url: `${base}/:id`,
      operationId: 'updateGroup',
      summary: 'Update a group',
      description: 'A new source replaces the members.',
      access: 'admin',
      params: idParamsSchema,
      body: updateGroupRequestSchema,
      response: groupDetailSchema,
      handler: ({ principal, params, body }) => groups.update(principal, params.id, body),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id`,
      operationId: 'deleteGroup',
      summary: 'Delete a group',
      access: 'admin',
      params: idParamsSchema,
      query: deleteGroupQuerySchema,
      response: deleteGroupResponseSchema,
      handler: async ({ principal, params, query }) => ({
        group_id: params.id,
        name: await groups.remove(principal, params.id, query.expected_updated_at),
      }),
    }),
    route({
      method: 'PUT',
      url: `${base}/:id/access`,
      operationId: 'changeGroupAccess',
      summary: 'Grant and revoke the access of a group',
      description: 'Grants and revokes several connections and areas at once. If one fails, nothing changes.',
      access: 'admin',
      params: idParamsSchema,
      body: changeGroupAccessRequestSchema,
      response: groupDetailSchema,
      handler: ({ principal, params, body }) => groups.changeAccess(principal, params.id, body.changes),
    }),
  ]
}

function memberRoutes(groups: GroupsService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/members`,
      operationId: 'listGroupMembers',
      summary: 'List the members of a group',
      access: 'admin',
      params: idParamsSchema,
      query: listGroupMembersQuerySchema,
      response: groupMembersSchema,
      handler: ({ params, query }) => groups.members(params.id, query),
    }),
    route({
      method: 'POST',
      url: `${base}/:id/members`,
      operationId: 'changeGroupMembers',
      summary: 'Add and remove members of a group',
      access: 'admin',
      params: idParamsSchema,
      body: changeGroupMembersRequestSchema,
      response: changeGroupMembersResponseSchema,
      handler: ({ principal, params, body }) => groups.changeMembers(principal, params.id, body),
    }),
  ]
}
