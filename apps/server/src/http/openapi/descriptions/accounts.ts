import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const code = ['Activation code of the email. Case, spaces, and hyphens do not matter.', 'K7QF-2M9X'] as const

/** Texts of sign-in, users, the audit log, and the license. */
export const accountTexts: SchemaTexts = {
  Role: { description: 'Role of a user: administrator (`ADMIN`) or user (`GENERAL`).' },
  SignInRequest: {
    description: 'Email and password.',
    properties: { password: ['Password of the user.', 'correct horse battery'] },
  },
  SignIn: {
    description: 'A sign-in: an access token and its user.',
    properties: {
      access_token: ['Token for the `Authorization: Bearer` header.', 'eyJhbGciOiJIUzI1NiJ9…'],
      token_type: 'Kind of the token.',
      expires_in: ['Seconds until the token expires.', 900],
      user: 'The signed-in user.',
    },
  },
  RegisterRequest: {
    description: 'A new account.',
    properties: { password: ['Password of the new user.', 'correct horse battery'] },
  },
  RegisterResponse: {
    description: 'What the new user must do next.',
    properties: {
      status:
        'The user can sign in (`activated`), must wait for an administrator (`pending_approval`), or must enter the emailed code (`activation_required`).',
      message: ['What to do next, for people.', 'Your account is ready. You can sign in.'],
      activation_code: ['Activation code. Only present if the server does not send email.', code[1]],
    },
  },
  ActivateRequest: { description: 'An email address and the code that was sent to it.', properties: { code } },
  ActivateResponse: {
    description: 'What the user must do next.',
    properties: {
      status: 'The user can sign in (`activated`), or must wait for an administrator (`pending_approval`).',
    },
  },
  ResendActivationRequest: { description: 'The email address of a new account.' },
  ForgotPasswordRequest: { description: 'The email address of a user.' },
  ResetPasswordRequest: {
    description: 'A new password, with the token of the emailed link.',
    properties: { token: ['`token` of the emailed link.', 'q7Zt0mX2…'] },
  },
  ChangePasswordRequest: {
    description: 'The current and the new password.',
    properties: { current_password: ['Current password.', 'incorrect pony'] },
  },
  ChangePasswordResponse: {
    description: 'A new access token. The old one no longer works.',
    properties: { access_token: ['New access token.', 'eyJhbGciOiJIUzI1NiJ9…'] },
  },
  MessageResponse: { description: 'A message for people.' },
  User: {
    description: 'A user.',
    properties: {
      role: 'Role of the user.',
      status: 'Whether the user is waiting for approval (`N`) or approved (`A`).',
      is_active: 'Whether the user can sign in.',
      tenant_name: ['Name of the tenant of the user.', 'Example Inc.'],
      created_at: ['When the user registered.', time],
      last_login_at: ['When the user last signed in. Null if never.', time],
    },
  },
  ManagedUser: {
    description: 'A user, as administrators see it.',
    like: ['User'],
    properties: {
      user_name: ['Name of the user. Same as `username`.', 'Ann'],
      daily_query_limit: ['Own limit of questions per day. Null: the limit of the user’s groups applies.', 100],
      monthly_query_limit: ['Own limit of questions per month. Null: the limit of the user’s groups applies.', 2000],
      daily_query_count: ['Questions asked today.', 7],
      monthly_query_count: ['Questions asked this month.', 140],
      daily_query_reset_at: ['When the daily count starts again.', '2026-11-24T00:00:00.000Z'],
      monthly_query_reset_at: ['When the monthly count starts again.', '2026-12-01T00:00:00.000Z'],
      tenant_id: ['ID of the tenant, which row rules read as `:current_tenant_id`.', 'tenant-7'],
      dept_id: ['ID of the department, which row rules read as `:current_dept_id`.', 'sales'],
      attributes: ['Own attributes of the user.', { region: 'EU' }],
      groups: 'Groups of the user, by name.',
      'groups.group_id': ['ID of the group.', 'b81f4e6a-0c2d-4a97-8e35-7d9c6f1a2b40'],
      'groups.name': ['Name of the group.', 'Analysts'],
      effective_daily_query_limit: [
        'Questions allowed per day: the own limit, otherwise the highest of the groups. Null: unlimited.',
        100,
      ],
      effective_monthly_query_limit: [
        'Questions allowed per month: the own limit, otherwise the highest of the groups. Null: unlimited.',
        2000,
      ],
      effective_attributes: [
        'Attributes that row rules read as `:user.<key>`: the own ones, and those on which the groups agree.',
        { region: 'EU' },
      ],
      attribute_conflicts: 'Attributes that the user doesn’t have, because their groups give different values.',
      value_sources: 'Which groups give the limits and attributes that apply. Empty for the user’s own values.',
      updated_at: ['When the user was last changed. Send it as `expected_updated_at`.', time],
    },
  },
  ApproveUserRequest: {
    description: 'The role of the new user.',
    properties: { role: ['Role of the user.', 'GENERAL'] },
  },
  UpdateUserRoleRequest: { description: 'The new role of a user.', properties: { role: 'New role of the user.' } },
  UpdateUserRequest: {
    description: 'Changes of a user. Absent fields keep their values.',
    like: ['ManagedUser', 'User'],
    properties: {
      daily_query_limit: ['Own limit of questions per day. Null: the limit of the user’s groups applies.', 100],
      attributes: ['Own attributes of the user. They replace all own attributes.', { region: 'EU' }],
    },
  },
  RejectUserResponse: {
    description: 'The deleted registration.',
    properties: {
      message: ['What happened, for people.', 'The registration of ann@example.com was deleted.'],
      pattern: ['ICU pattern of `message`, for its translation.', 'The registration of {email} was deleted.'],
      values: ['Values of the pattern, by name.', { email: 'ann@example.com' }],
    },
  },
  UserAccess: {
    description: 'The restricted connections and areas that you manage, with the access of one user.',
    properties: {
      databases: 'Restricted connections.',
      'databases.id': ['ID of the connection. Same as `config_id`.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      'databases.name': ['Name of the connection.', 'Shop'],
      'databases.db_type': ['Type of the database.', 'postgresql'],
      'databases.is_owner': 'Whether the user owns the connection, and needs no grant.',
      'databases.has_access': 'Whether the user owns the connection, or it was granted to the user by name.',
      'databases.groups': ['Names of the user’s groups that have access.', ['Analysts']],
      business_areas: 'Restricted business areas.',
      'business_areas.visibility': 'Always `restricted`.',
      'business_areas.user_id': [
        'ID of the owner. Null if the owner no longer exists.',
        '81b7d3f2-1c4a-4f0e-b6d9-2a5e8c7f4013',
      ],
      'business_areas.is_owner': 'Whether the user owns the area, and needs no grant.',
      'business_areas.has_access': 'Whether the user owns the area, or it was granted to the user by name.',
      'business_areas.groups': ['Names of the user’s groups that have access.', ['Analysts']],
    },
  },
  UpdateUserAccessRequest: {
    description: 'Grants and revocations for one user. List only what changes.',
    properties: {
      changes: 'The changes.',
      'changes.type': 'Whether `id` is a connection or a business area.',
      'changes.id': ['ID of the connection or the business area.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      'changes.has_access': 'Whether the user has access after the change.',
    },
  },
  UpdateUserAccessResponse: {
    description: 'Which changes succeeded.',
    properties: {
      total: ['Number of changes.', 3],
      succeeded: ['Number of changes that succeeded.', 2],
      message: ['What failed, for people. Null if every change succeeded.', '1 of 3 changes failed.'],
      pattern: [
        'ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        '{failed} of {total} changes failed.',
      ],
      values: ['Values of the pattern, by name.', { failed: 1, total: 3 }],
      failed: 'Changes that failed.',
      'failed.type': 'Whether `id` is a connection or a business area.',
      'failed.id': ['ID of the connection or the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      'failed.name': ['Name of the connection or the business area.', 'Orders'],
      'failed.detail': ['Why it failed, for people.', 'Item not found. It may have been deleted.'],
      'failed.pattern': ['ICU pattern of `detail`, if it has values.', 'Wait for {name}.'],
      'failed.values': ['Values of the pattern, by name.', { name: 'Ann' }],
      'failed.code': ['Why it failed, for programs.', 'not_found'],
    },
  },
  AuditPage: {
    description: 'One page of the audit log.',
    properties: {
      records: 'Audit records, newest first.',
      next_cursor: ['Send it as `cursor` to get the next page. Null on the last page.', 'MjAyNi0xMS0yM1QwOTozMDowMFo'],
      searched_to: [
        'Time of the oldest record that a search read, if it stopped before the page was full. Else null.',
        '2026-11-01T00:00:00.000Z',
        null,
      ],
      actions: ['Every action that the audit log records.', ['user.approve', 'audit.export']],
    },
  },
  AuditRecord: {
    description: 'Who did what, when, and from where. It never contains secrets or values.',
    properties: {
      id: ['ID of the record.', '90f3c2e6-58ad-4071-bc94-3f1a7d6e20b8'],
      at: ['When it happened.', time],
      user_id: [
        'ID of the user. Null for anonymous requests and for the server.',
        '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318',
      ],
      user_email: ['Email address of the user: the current one, or the last one of a deleted user.', 'ann@example.com'],
      action: ['What the user did, as noun and verb.', 'user.approve'],
      outcome: 'How it ended.',
      target_kind: ['Kind of the item that was acted on.', 'user'],
      target_id: ['ID of the item.', '81b7d3f2-1c4a-4f0e-b6d9-2a5e8c7f4013'],
      target_name: ['Name of the item at that time.', 'bob@example.com'],
      detail: ['Names, counts, and codes.', { role: 'GENERAL' }],
      changes: 'The changed fields, with their values before and after.',
      names: [
        'Current names of the users, connections, and business areas that `detail` names by ID.',
        { '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318': 'ann@example.com' },
      ],
      sentence: ['The record as one English sentence.', 'ann@example.com approved bob@example.com.'],
      address: ['IP address of the request. Null for the server.', '203.0.113.7'],
      request_id: ['ID of the request.', '6f0c1f0e-6a3e-4b1c-9a55-0c8f1d0a7e21'],
    },
  },
  AuditSettings: {
    description: 'How long the audit log is kept, and which other systems receive it.',
    properties: {
      retention_days: ['Days after which records are deleted. Null keeps them.', 365, null],
      sinks: 'Systems that receive the audit log: at most two.',
    },
  },
  AuditSink: {
    description: 'Another system that receives the audit log.',
    properties: {
      sink_id: ['ID of the system.', '5b1f7c2e-90d4-4f6a-8c3b-2e7d1a9f4c60'],
      settings: 'Where and how to send.',
      is_active: 'Whether it receives records now.',
      has_secret: 'Whether a secret is stored.',
      sent_at: ['When it last received a record.', '2026-11-23T09:30:00.000Z', null],
      waiting_since: [
        'Time of the oldest record that it has not received. Null if there is none.',
        '2026-11-23T09:30:05.000Z',
        null,
      ],
      last_error: 'Why the last try failed. Null after a success.',
      failed_at: ['When the last try failed.', '2026-11-23T09:30:15.000Z', null],
      next_try_at: ['When it is tried again.', '2026-11-23T09:30:25.000Z', null],
    },
  },
  AuditSinkSettings: {
    description: 'A webhook, which receives JSON over HTTPS, or a syslog server (RFC 5424).',
    example: { kind: 'webhook', url: 'https://siem.example.com/parlance' },
    properties: {
      kind: 'Kind of the system.',
      url: ['Address of the webhook.', 'https://siem.example.com/parlance'],
      host: ['Name or address of the syslog server.', 'siem.example.com'],
      port: ['Port of the syslog server.', 6514],
      transport: 'How messages travel.',
    },
  },
  AuditRetention: {
    description: 'How long the audit log is kept.',
    properties: { days: ['Days, at least 30. Null keeps every record.', 365] },
  },
  SaveAuditSink: {
    description: 'A system that receives the audit log.',
    properties: {
      settings: 'Where and how to send.',
      is_active: 'Whether it receives records.',
      secret: ['Key of the signature (HMAC-SHA256). Absent keeps the stored one.', 'a-long-random-secret'],
    },
  },
  TestAuditSink: {
    description: 'A system to send a test entry to.',
    properties: {
      settings: 'Where and how to send.',
      is_active: 'Ignored.',
      secret: ['Key of the signature. Absent: that of `sink_id`.', 'a-long-random-secret'],
      sink_id: ['ID of a stored system, whose secret is used.', '5b1f7c2e-90d4-4f6a-8c3b-2e7d1a9f4c60'],
    },
  },
  TestAuditSinkResponse: {
    description: 'Result of a test.',
    properties: {
      success: 'Whether the system accepted the entry.',
      message: ['What happened, for people.', 'The other system received a test entry.'],
      pattern: [
        'ICU pattern of `message`, if it has values.',
        'The webhook answered with status {status}. It must answer with 2xx.',
      ],
      values: ['Values of the pattern, by name.', { status: '500' }],
    },
  },
  AuditChange: {
    description: 'One field before and after an action.',
    properties: {
      field: ['Name of the field.', 'daily_query_limit'],
      is_hidden: 'Whether the log shows only that the field changed, because its values are secret.',
      before: ['Value before the action.', 5],
      after: ['Value after the action.', 10],
    },
  },
  Edition: { description: 'An edition of the product.' },
  License: {
    description: 'The installed license and the users that it allows.',
    properties: {
      is_valid: 'Whether the license is valid.',
      error_message: ['Why the license is not valid. Null if it is.', 'The license has expired.', null],
      pattern: [
        'ICU pattern of `error_message`, if it has values. To translate it, format a translation of the pattern.',
        'This license is for {domain}, but the domain of this installation is {host}.',
      ],
      values: ['Values of the pattern, by name.', { domain: 'example.com', host: 'example.org' }],
      license_info: 'Details of the license. Null if none is installed.',
      'license_info.license_id': ['ID of the license.', 'lic_2026_0042'],
      'license_info.edition': 'Edition of the license.',
      'license_info.domain': ['Domain that the license is for.', 'example.com'],
      'license_info.customer_name': ['Name of the customer.', 'Example Inc.'],
      'license_info.issued_date': ['When the license was issued.', '2026-01-01'],
      'license_info.expiry_date': ['When the license expires.', '2027-01-01'],
      'license_info.days_remaining': ['Days until the license expires.', 39],
      'license_info.origin': 'Whether it is the trial of a new installation, or a key that an administrator installed.',
      'license_info.features': 'What the license includes.',
      'license_info.features.max_users': ['Allowed users. -1: unlimited.', 50],
      'license_info.features.max_databases': ['Allowed connections. -1: unlimited.', 10],
      'license_info.features.business_areas': 'Whether business areas are included.',
      'license_info.features.api_access': 'Whether the API is included.',
      'license_info.features.support': ['Included support.', 'standard'],
      user_stats: 'Users of the installation.',
      'user_stats.total_users': ['Number of users.', 12],
      'user_stats.admin_users': ['Number of administrators.', 2],
      'user_stats.general_users': ['Number of users who are not administrators.', 10],
      'user_stats.max_users': ['Allowed users. -1: unlimited.', 50],
      'user_stats.remaining_slots': ['Users that you can still add. -1: unlimited.', 38],
    },
  },
  LicenseUsage: {
    description: 'How much of the edition is in use.',
    properties: {
      edition: 'Installed edition.',
      limits: 'Limits of the edition.',
      'limits.kind': 'What the limit counts.',
      'limits.used': ['Number in use.', 12],
      'limits.max': ['Allowed number. -1: unlimited.', 50],
      current: 'Limits that apply now.',
      without_license: 'Limits that apply without a license, as after the license ends.',
    },
  },
  EditionLimits: {
    description: 'Limits of an edition.',
    properties: {
      edition: ['The edition.', 'personal'],
      max_users: ['Allowed active users. -1: unlimited.', 1],
      max_databases: ['Allowed connections. -1: unlimited.', 3],
      max_business_areas: ['Allowed areas. -1: unlimited.', 3],
      max_tables_per_area: ['Allowed tables per area. -1: unlimited.', 5],
      row_security_enabled: 'Whether row rules can be changed. Existing ones always apply.',
      column_security_enabled: 'Whether column masks can be changed. Existing ones always apply.',
      restricted_visibility_enabled: 'Whether areas can become restricted. Restricted ones stay so.',
      export_formats: ['Formats of exports.', ['csv']],
      history_days: ['Days that conversations are kept. -1: unlimited.', 30],
    },
  },
  UploadLicenseRequest: {
    description: 'A license key.',
    properties: { license_key: ['The license key.', 'eyJsaWNlbnNlX2lkIjoi…'] },
  },
  LicenseChangeResponse: {
    description: 'Result of a change of the license.',
    properties: {
      message: [
        'What happened, for people.',
        'License uploaded successfully: standard edition, valid until 2027-01-01.',
      ],
      pattern: [
        'ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        'License uploaded successfully: {edition} edition, valid until {date}.',
      ],
      values: ['Values of the pattern, by name.', { edition: 'standard', date: '2027-01-01' }],
    },
  },
}
