import type { SchemaTexts } from './text.ts'

const created = '2026-11-26T09:30:00.000Z'
const expires = '2027-02-24T09:30:00.000Z'
const connections = ['2490c5a2-b31e-4c92-913b-fa02bf647f9f']
const areas = ['8c1f2b1e-7a54-4f0c-9b0a-5a4d8f7f2c11']

export const apiTokenTexts: SchemaTexts = {
  ApiToken: {
    description: 'A token with which a program acts as a user. The token itself is not included.',
    properties: {
      token_id: ['ID of the token.', '5b0c2a4e-8f0a-4a57-9c0e-5b8f5f6b1d11'],
      name: ['Name of the token.', 'Nightly report'],
      token_start: ['First characters of the token, to recognize it.', 'parlance_aB3x'],
      scopes: 'What the token can do.',
      connection_ids: ['IDs of the connections that it reaches. Null for all of its owner.', connections],
      area_ids: ['IDs of the business areas that it reaches. Null for all of its owner.', areas],
      created_at: ['When it was created.', created],
      expires_at: ['When it stops working. Null for never.', expires],
      last_used_at: ['When it was last used, to the minute. Null for never.', created],
    },
  },
  ApiTokenScope: {
    description:
      'What a token can do: ask questions and run SQL (`ask`), read conversations (`read_results`), change business areas (`manage_areas`), or do what administrators can do (`administer`).',
  },
  CreatedApiToken: {
    description: 'A new token.',
    like: ['ApiToken'],
    properties: { token: ['The token. It is not shown again.', 'parlance_aB3xK0v9d2…'] },
  },
  OwnedApiToken: {
    description: 'A token with its owner.',
    like: ['ApiToken'],
    properties: {
      owner: 'The user or service account that it acts as.',
      'owner.user_id': ['ID of the owner.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      'owner.name': ['Name of the owner.', 'Ann'],
      'owner.email': ['Email address of the owner. Null for a service account.', 'ann@example.com'],
    },
  },
  OwnedApiTokenList: {
    description: 'A page of the API tokens of all users.',
    properties: { total: ['Number of tokens on all pages.', 1], tokens: 'The tokens, newest first.' },
  },
  ServiceAccount: {
    description: 'A user that is a program.',
    properties: {
      user_id: ['ID of the service account, as of a user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      name: ['Name of the service account.', 'Nightly report'],
      is_active: 'Whether its tokens work.',
      tokens: ['Number of valid tokens.', 1],
      last_used_at: ['When one of its tokens was last used. Null for never.', created],
      created_at: ['When it was created.', created],
    },
  },
  CreateServiceAccountRequest: {
    description: 'A new service account.',
    properties: { name: ['What the program is called.', 'Nightly report'] },
  },
  UseMcpRequest: {
    description: 'A message of JSON-RPC 2.0, as the Model Context Protocol defines it.',
    properties: { jsonrpc: 'Version of JSON-RPC.', method: ['What to do.', 'tools/list'] },
  },
  CreateApiTokenRequest: {
    description: 'A new token.',
    properties: {
      name: ['What the token is for.', 'Nightly report'],
      scopes: 'What the token can do. At least one.',
      connection_ids: ['IDs of the connections to limit it to. Null or absent for no limit.', connections],
      area_ids: ['IDs of the business areas to limit it to. Null or absent for no limit.', areas],
      expires_in_days: ['Days until it expires. Null or absent for never.', 90],
    },
  },
}
