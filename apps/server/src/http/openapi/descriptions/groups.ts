import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const user = '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'
const group = 'b81f4e6a-0c2d-4a97-8e35-7d9c6f1a2b40'
const groupId = ['ID of the group.', group] as const
const groupName = ['Name of the group.', 'Analysts'] as const
const conflictValues = 'The values, and the groups that give them.'
const memberCount = ['Number of members who can sign in.', 12] as const

/** Texts of groups. */
export const groupTexts: SchemaTexts = {
  Group: {
    description: 'A group of users.',
    properties: {
      group_id: groupId,
      name: groupName,
      description: ['What the group is for.', 'Reporting and planning'],
      source:
        'How the group gets its members: by hand (`manual`), or from the domains of verified email addresses (`domain`).',
      domains: ['Email domains. Empty for a group that is filled by hand.', []],
      member_count: memberCount,
      databases: 'Restricted connections that members can use.',
      'databases.id': ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      'databases.name': ['Name of the connection.', 'Shop'],
      business_areas: 'Restricted business areas that members can use.',
      'business_areas.id': ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      'business_areas.name': ['Name of the business area.', 'Orders'],
      attributes: [
        'Attributes of members who have no own value, and whose other groups give no different one.',
        { region: 'EU' },
      ],
      daily_query_limit: [
        'Questions per day for members without an own limit. The highest limit of a user’s groups applies. Null: none.',
        50,
      ],
      monthly_query_limit: [
        'Questions per month for members without an own limit. The highest limit of a user’s groups applies. Null: none.',
        null,
      ],
      conflict_count: [
        'Number of attributes that some members don’t have, because their groups give different values.',
        0,
      ],
      updated_at: ['When the group was last changed. Send it as `expected_updated_at`.', time],
    },
  },
  GroupDetail: {
    description: 'A group of users, with its conflicts.',
    like: ['Group'],
    properties: { conflicts: 'Attributes that some members don’t have, because their groups give different values.' },
  },
  GroupConflict: {
    description: 'An attribute for which members’ groups give different values. Those members have no value.',
    properties: {
      key: ['Name of the attribute.', 'region'],
      values: conflictValues,
      user_count: ['Number of members without a value.', 1],
      users: 'The first of these members.',
    },
  },
  GroupValue: {
    description: 'A value that a group gives.',
    properties: { group_id: groupId, group_name: groupName, value: ['The value.', 'East'] },
  },
  AttributeConflict: {
    description: 'An attribute that a user doesn’t have, because their groups give different values.',
    properties: { key: ['Name of the attribute.', 'region'], values: conflictValues },
  },
  ValueSources: {
    description:
      'The names of the groups and sign-in providers that give a user what applies. Empty for the user’s own values.',
    properties: {
      daily_query_limit: ['Groups that give the daily limit.', ['Sales']],
      monthly_query_limit: ['Groups that give the monthly limit.', ['Sales']],
      attributes: ['Groups that give each attribute, by its name.', { region: ['Sales'] }],
      providers: ['The sign-in provider that gives an attribute, by its name.', { department: 'Entra ID' }],
    },
  },
  GroupList: {
    description: 'A page of groups.',
    properties: { total: ['Number of groups on all pages.', 1], groups: 'The groups, by name.' },
  },
  CreateGroupRequest: {
    description: 'A new group.',
    like: ['Group'],
    properties: { user_ids: ['IDs of users to add. Only for a group that is filled by hand.', [user]] },
  },
  UpdateGroupRequest: {
    description: 'Changes of a group. Absent fields keep their values. A new source replaces the members.',
    like: ['Group'],
    properties: { attributes: ['Attributes of the group. They replace all attributes.', { region: 'EU' }] },
  },
  DeleteGroupResponse: { description: 'The deleted group.', properties: { group_id: groupId, name: groupName } },
  GroupDeletion: {
    description: 'What members lose with a group, and nothing else gives them.',
    properties: {
      member_count: memberCount,
      databases: 'Restricted connections that members can no longer use.',
      business_areas: 'Restricted business areas that members can no longer use.',
      attributes: 'Attributes that members no longer have.',
      limit_user_count: ['Number of members whose daily or monthly limit changes.', 12],
      'databases.name': ['Name of the connection.', 'Shop'],
      'databases.user_count': ['Number of members.', 12],
      'business_areas.name': ['Name of the business area.', 'Orders'],
      'business_areas.user_count': ['Number of members.', 12],
      'attributes.name': ['Name of the attribute.', 'region'],
      'attributes.user_count': ['Number of members.', 12],
    },
  },
  GroupMembers: {
    description: 'A page of the members of a group.',
    properties: { total: ['Number of members on all pages.', 1], members: 'The members, by email address.' },
  },
  GroupMember: {
    description: 'A member of a group.',
    properties: {
      is_active: 'Whether the user can sign in.',
      is_by_hand: ['Whether the user was added by hand.', true],
      provider: ['Name of the sign-in provider that makes the user a member. Null if none does.', 'Example Corp'],
      conflicts: 'Attributes that the user doesn’t have, because their groups give different values.',
    },
  },
  ChangeGroupMembersRequest: {
    description: 'Users to add and to remove. The group must be filled by hand.',
    properties: { add: ['IDs of users to add.', [user]], remove: ['IDs of users to remove.', []] },
  },
  ChangeGroupMembersResponse: {
    description: 'How many users were added and removed.',
    properties: { added: ['Number of new members.', 1], removed: ['Number of former members.', 0] },
  },
  ChangeGroupAccessRequest: {
    description: 'Grants and revocations for one group. List only what changes.',
    properties: {
      changes: 'The changes.',
      'changes.type': 'Whether `id` is a connection or a business area.',
      'changes.id': ['ID of the connection or the business area.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      'changes.has_access': 'Whether the group has access after the change.',
    },
  },
  GrantedGroup: {
    description: 'A group with access.',
    properties: { group_id: groupId, name: groupName, member_count: memberCount },
  },
  GrantedGroups: { description: 'The groups with access.', properties: { groups: 'The groups, by name.' } },
  ChangeGrantedGroupsRequest: {
    description: 'Groups that get and lose access to a connection.',
    properties: { add: ['IDs of groups that get access.', [group]], remove: ['IDs of groups that lose access.', []] },
  },
}
