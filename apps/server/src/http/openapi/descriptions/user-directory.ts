import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const userId = '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'
const pattern = ['ICU pattern of the text, if it has values.', '{email} already has an account.'] as const
const values = ['Values of the pattern, by name.', { email: 'ann@example.com' }] as const

/** Texts of the list of users, of changes of several users, of invitations, and of deleting a user. */
export const userDirectoryTexts: SchemaTexts = {
  UserPage: {
    description: 'A page of the users.',
    properties: {
      users: 'The users of the page, in the requested order.',
      matching: ['Number of users that match.', 12],
      total: ['Number of all users.', 38],
      conflicting: ['Number of active users who lack an attribute because their groups disagree.', 1],
      states: 'How many of all users are in each state.',
      'states.active': ['Users who can sign in, including those who have reached their daily limit.', 30],
      'states.inactive': ['Deactivated users.', 2],
      'states.pending': ['Users who wait for approval.', 3],
      'states.invited': ['Invited people who have not accepted.', 3],
      'states.limit_reached': ['Users who have reached their daily limit.', 1],
    },
  },
  ListedUser: {
    description: 'A user in the list.',
    like: ['ManagedUser', 'User'],
    properties: {
      state: 'Whether the user can sign in, waits, was invited, or has reached the daily limit.',
      last_active_at: ['When the user last asked or signed in. Null if never.', time],
      invited_at: ['When the user was invited. Null if there is no open invitation.', time],
      invitation_expires_at: ['When the link of the invitation stops working.', '2026-11-30T09:30:00.000Z'],
      granted_areas: ['Number of restricted areas that were granted to the user.', 2],
      granted_databases: ['Number of restricted databases that were granted to the user.', 1],
      is_connected: ['Whether the user is connected with a sign-in provider.', false],
    },
  },
  UserFilter: {
    description: 'Which users. Absent fields are ignored.',
    properties: {
      search: ['Part of the name, the email address, or the organization.', 'ann'],
      role: 'Role of the users.',
      state: 'State of the users.',
      area_id: ['Users who can ask in this area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      database_id: ['Users who can use this database.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      group_id: ['Members of this group.', '5b1f0c8e-2d47-4a93-8e60-c7f1a2d3b495'],
      attributes: ['Active users who lack an attribute because their groups disagree.', 'conflicting'],
    },
  },
  UserBulkAction: {
    description: 'One change to several users.',
    properties: {
      kind: 'What to do.',
      daily_query_limit: ['Questions allowed per day. Null: unlimited.', 100],
      role: 'New role of the users.',
      group_id: ['ID of the group, which must be filled by hand.', '5b1f0c8e-2d47-4a93-8e60-c7f1a2d3b495'],
      heir_id: ['ID of the user who gets the areas and databases of the deleted users.', userId],
    },
  },
  BulkUsersRequest: {
    description: 'A change, and the users by `user_ids` or by `filter`.',
    properties: {
      action: 'What to do.',
      user_ids: ['IDs of the users.', [userId]],
      filter: 'All users that match it now.',
    },
  },
  BulkUsersResponse: {
    description: 'What happened to each user.',
    properties: {
      changed: ['Number of changed users.', 3],
      unchanged: ['Number of users that already were as requested.', 1],
      skipped: ['Number of users that could not be changed.', 1],
      outcomes: 'What happened, by user.',
      'outcomes.result': 'Whether the user was changed.',
      'outcomes.detail': ['Why the user was skipped, for people. Null otherwise.', 'This account is not active.'],
      'outcomes.pattern': ['ICU pattern of `detail`, if it has values.', 'Wait for {name}.'],
      'outcomes.values': ['Values of the pattern, by name.', { name: 'Ann' }],
    },
  },
  UserPossessions: {
    description: 'What a user owns.',
    properties: {
      areas: 'Business areas of the user.',
      databases: 'Databases of the user.',
      'databases.name': ['Name of the connection.', 'Shop'],
      private_databases: ['Number of private databases, whose names only the user sees.', 1],
      evaluation_sets: ['Number of question sets that the user created. They stay with their areas.', 2],
      conversations: ['Number of conversations. They are deleted with the user.', 41],
    },
  },
  DeleteUserResponse: {
    description: 'The deleted user.',
    properties: {
      message: ['What happened, for people.', 'ann@example.com was deleted.'],
      pattern: ['ICU pattern of `message`, for its translation.', '{email} was deleted.'],
      values,
    },
  },
  InviteUsersRequest: {
    description: 'Whom to invite.',
    properties: {
      emails: ['Email addresses.', ['ann@example.com', 'bob@example.com']],
      role: 'Role of the invited users.',
      access: 'Restricted areas and connections that they can use from the start.',
      'access.type': 'Whether `id` is a connection or a business area.',
      group_ids: ['Groups that are filled by hand, which the users join.', ['5b1f0c8e-2d47-4a93-8e60-c7f1a2d3b495']],
      'access.id': ['ID of the connection or the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
    },
  },
  InviteUsersResponse: {
    description: 'Who was invited.',
    properties: {
      invited: 'People who were invited.',
      'invited.link': [
        'Link of the invitation, shown once. Null if it was sent by email.',
        'https://parlance.example.com/invitation?token=q7Zt0mX2…',
      ],
      'invited.expires_at': ['When the link expires.', '2026-11-30T09:30:00.000Z'],
      skipped: 'Addresses that were not invited.',
      'skipped.detail': ['Why not, for people.', 'ann@example.com already has an account.'],
      'skipped.pattern': pattern,
      'skipped.values': values,
    },
  },
  LinkResponse: {
    description: 'A link that works once.',
    properties: {
      link: [
        'The link, shown once. Null if it was sent by email.',
        'https://parlance.example.com/reset-password?token=q7Zt0mX2…',
      ],
      expires_at: ['When the link expires.', time],
    },
  },
  InvitationRoom: {
    description: 'How many people can be invited.',
    properties: {
      used: ['Number of active users and open invitations.', 38],
      max: ['Most active users that the edition allows. -1: no limit.', 50],
      is_mailed: 'Whether invitations are sent by email. If not, you copy the links.',
    },
  },
  CreateResetLinkRequest: {
    description: 'How the link reaches the user.',
    properties: { delivery: 'Whether to send the link by email or to return it.' },
  },
  ReadInvitationRequest: {
    description: 'The token of the link of an invitation.',
    properties: { token: ['`token` of the link.', 'q7Zt0mX2…'] },
  },
  Invitation: {
    description: 'Whom an invitation is for.',
    properties: { expires_at: ['When the link expires.', '2026-11-30T09:30:00.000Z'] },
  },
  AcceptInvitationRequest: {
    description: 'The name and password of an invited user.',
    properties: {
      token: ['`token` of the link.', 'q7Zt0mX2…'],
      password: ['Password of the user.', 'correct horse battery'],
    },
  },
  UserReach: {
    description: 'What a user can reach.',
    properties: {
      role: 'Role of the user.',
      can_sign_in: 'Whether the account is active. If not, the user reaches nothing.',
      tenant_id: ['ID of the tenant, which row rules read as `:current_tenant_id`.', 'tenant-7'],
      tenant_name: ['Name of the tenant of the user.', 'Example Inc.'],
      dept_id: ['ID of the department, which row rules read as `:current_dept_id`.', 'sales'],
      attributes: ['Attributes that row rules use now.', { region: 'EU' }],
      daily_query_limit: ['Questions allowed per day. Null: unlimited.', 100],
      monthly_query_limit: ['Questions allowed per month. Null: unlimited.', 2000],
      databases: 'Databases that the user can use.',
      'databases.name': ['Name of the connection.', 'Shop'],
      private_databases: ['Number of private databases of the user, whose names only the user sees.', 1],
      areas: 'Business areas in which the user can ask.',
      'areas.databases': 'Databases through which both you and the user can ask in the area.',
      'areas.databases.name': ['Name of the connection.', 'Shop'],
    },
  },
}
