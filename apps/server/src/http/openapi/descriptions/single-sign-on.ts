import type { SchemaTexts } from './text.ts'

const providerProperties = {
  id: ['ID of the provider, a part of the callback URL. The client chooses it, and it never changes.', 'k3x9v0q2'],
  name: ['Name on the sign-in page.', 'Example Corp'],
  issuer: ['Issuer URL, exactly as the provider publishes it.', 'https://login.example.com'],
  client_id: ['Client ID of Parlance at the provider.', 'parlance'],
  is_enabled: ['Whether users can sign in with it.', true],
  scopes: ['Scopes to request in addition to `openid email profile`.', ['groups']],
  allowed_domains: ['Domains of email addresses that may sign in. Empty for all.', ['example.com']],
  trusts_emails: [
    'Whether to accept email addresses about which the provider does not say that they are verified.',
    false,
  ],
  account_creation: [
    'What happens at the first sign-in without an account: an active account (`automatic`), one that waits for an administrator (`approval`), or a refusal (`none`).',
    'automatic',
  ],
  groups_claim: ['Claim that lists groups, such as `groups` or `realm_access.roles`. Empty for none.', 'groups'],
  groups: 'Values of the groups claim, and the groups that they stand for.',
  'groups.value': ['Value that the provider sends.', 'sales-eu'],
  'groups.group_id': ['ID of the group.', 'b81f4e6a-0c2d-4a97-8e35-7d9c6f1a2b40'],
  role_claim: ['Claim that decides who is an administrator. Empty: administrators are chosen by hand.', 'roles'],
  admin_values: ['Values of the role claim that make a user an administrator.', ['parlance-admin']],
  attributes: ['Claim of each attribute for row rules.', { region: 'region' }],
} as const

export const singleSignOnTexts: SchemaTexts = {
  SingleSignOn: {
    description: 'How users sign in.',
    properties: {
      is_included: ['Whether the edition includes single sign-on.', true],
      is_only: ['Whether passwords are closed, except for break-glass administrators.', false],
      break_glass_user_ids: [
        'IDs of administrators who can always sign in with a password.',
        ['4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      ],
      sign_in_hours: ['Hours after which users sign in with the provider again.', 24],
      signed_out_url: ['URL to which providers send users after signing out.', 'https://parlance.example.com/login'],
      providers: 'The providers, in the order of the sign-in page.',
      administrators: 'Administrators with a password, who can be break-glass administrators.',
      'administrators.user_id': ['ID of the user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      'administrators.email': ['Email address.', 'ann@example.com'],
      'administrators.is_connected': ['Whether the user is connected with a provider.', true],
      groups: 'All groups.',
      'groups.group_id': ['ID of the group.', 'b81f4e6a-0c2d-4a97-8e35-7d9c6f1a2b40'],
      'groups.name': ['Name of the group.', 'Sales'],
      version: ['Version of the configuration. Send it as `expected_version`.', '2026-11-26T09:30:00.000Z'],
    },
  },
  ProtectedResource: {
    description: 'Where OAuth clients of the MCP server sign in (RFC 9728).',
    properties: {
      resource: ['Address of the MCP server. An access token must be for it.', 'https://parlance.example.com/mcp'],
      authorization_servers: ['Issuers of the providers that are turned on.', ['https://login.example.com']],
      bearer_methods_supported: ['How to send the token: in the `Authorization` header.', ['header']],
      scopes_supported: ['Scopes to request.', ['openid', 'email']],
      resource_name: ['Name to show to people.', 'Parlance'],
    },
  },
  SaveSingleSignOn: {
    description: 'How users sign in. Replaces the whole configuration.',
    like: ['SingleSignOn'],
    properties: {
      providers: 'All providers. Those that are missing are deleted.',
      expected_version: [
        '`version` that you read. If it has changed since, the response is 409.',
        '2026-11-26T09:30:00.000Z',
      ],
    },
  },
  SignOnProvider: {
    description: 'An OpenID Connect provider. Its client secret is not included.',
    properties: {
      ...providerProperties,
      has_client_secret: ['Whether a client secret is stored.', true],
      callback_url: [
        'Callback URL to enter at the provider.',
        'https://parlance.example.com/auth/oidc/k3x9v0q2/callback',
      ],
      user_count: ['Number of users who are connected with it.', 12],
      last_test: 'The last test sign-in since the provider was changed. Null if there is none.',
    },
  },
  SaveSignOnProvider: {
    description: 'An OpenID Connect provider.',
    properties: {
      ...providerProperties,
      client_secret: ['Client secret. Absent keeps the stored one. Null removes it, for a public client.', 'A7f0…'],
    },
  },
  SignOnTest: {
    description: 'What a provider sent at a test sign-in, and what Parlance makes of it.',
    properties: {
      at: ['When the test ended.', '2026-11-26T09:30:00.000Z'],
      email: ['Email address that the provider sent.', 'ann@example.com'],
      problem: 'Why the sign-in would be refused. Null if it would work.',
      claims: 'Claims that the provider sent, shortened.',
      'claims.name': ['Name of the claim.', 'groups'],
      'claims.value': ['Value of the claim, as JSON if it is not a text.', '["sales-eu"]'],
      groups: ['Names of the groups that the claims give.', ['Sales']],
      role: ['Role that the claims give. Null if they do not decide.', 'GENERAL'],
      attributes: ['Attributes that the claims give.', { region: 'EU' }],
    },
  },
  SignOnProblem: { description: 'Why a sign-in with a provider was refused.' },
  SignInOptions: {
    description: 'How users can sign in.',
    properties: {
      passwords: [
        'Whether everyone can use a password. If not, only break-glass administrators can, and no one registers.',
        true,
      ],
      providers: 'Providers to sign in with, in order.',
      'providers.id': ['ID of the provider. Open `/auth/oidc/{id}` in the browser to sign in with it.', 'k3x9v0q2'],
      'providers.name': ['Name of the provider.', 'Example Corp'],
    },
  },
  TestSignOnProvider: {
    description: 'A provider to test.',
    properties: {
      issuer: ['Issuer URL.', 'https://login.example.com'],
      client_id: ['Client ID.', 'parlance'],
    },
  },
  TestSignOnResponse: {
    description: 'What the test found.',
    properties: {
      success: ['Whether the provider can be used.', true],
      message: ['What was found.', 'The provider answered. Save, then test a sign-in.'],
    },
  },
  BeginTestSignIn: {
    description: 'A test sign-in that has begun.',
    properties: { url: ['URL to open in the same browser.', 'https://login.example.com/authorize?client_id=parlance'] },
  },
  SignOutResponse: {
    description: 'The sign-in has ended.',
    properties: {
      message: ['What happened.', 'Signed out.'],
      provider_url: [
        'URL to open in the browser, which also ends the session at the sign-in provider. Null if there is none.',
        null,
      ],
    },
  },
}
