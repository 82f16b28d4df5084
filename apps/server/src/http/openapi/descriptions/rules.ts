import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const summary = ['What was requested, in sentences.', ['Show the table salaries.']] as const
const effects = ['What changes, in sentences.', ['12 users see the table salaries.']] as const

const summary_messages = [
  'The sentences of `summary`, for translations.',
  [{ text: 'Add {tables}.', values: { tables: 'salaries' } }],
] as const
const effect_messages = [
  'The sentences of `effects`, for translations.',
  [{ text: 'No area shows {table}.', values: { table: 'salaries' } }],
] as const
const pattern = 'The ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.'

/** Texts of row rules, column masks, and protected tables. */
export const ruleTexts: SchemaTexts = {
  NoRules: { description: 'An empty object: no rules.' },
  RowSecurityRules: {
    description: 'Row rules of a business area.',
    properties: {
      rules: 'The rules.',
      parameters: [
        'Descriptions of the parameters that conditions use, for people.',
        { ':current_dept_id': 'Department of the user' },
      ],
    },
  },
  RowSecurityRule: {
    description: 'A row rule. It hides rows of tables.',
    properties: {
      name: ['Name of the rule.', 'Own region'],
      description: ['What the rule is for.', 'Users see only orders of their region.'],
      tables: [
        'What the rule does, by table. The table `ALL` means every table of the area.',
        { orders: { condition: 'region = :user.region', always_apply: true } },
      ],
    },
  },
  RowTableRule: {
    description: 'What a row rule does to one table.',
    example: { condition: 'region = :user.region', always_apply: true },
    properties: {
      condition: ['SQL condition that visible rows meet.', 'region = :user.region'],
      always_apply: 'Whether the rule applies to every query.',
      when_column_exists: ['Only tables that have this column. Only for `ALL`.', 'region'],
      inherit_parent_security: 'Whether rows are visible only if their row of the parent table is.',
      requires: [
        'Parent table of an inheriting rule. Otherwise the table that a query must also read for the rule to apply.',
        'customers',
      ],
      join_condition: ['How the table joins the one in `requires`.', 'orders.customer_id = customers.id'],
    },
  },
  ColumnSecurityRules: { description: 'Column masks of a business area.', properties: { rules: 'The rules.' } },
  ColumnSecurityRule: {
    description: 'A rule with column masks.',
    properties: {
      name: ['Name of the rule.', 'Hide contacts'],
      description: ['What the rule is for.', 'Only support sees email addresses.'],
      tables: [
        'Masks, by table, then by column.',
        { customers: { email: { mask_type: 'partial', pattern: 'XXXX-####' } } },
      ],
    },
  },
  ColumnMask: {
    description: 'A column mask. Masked columns never show real values.',
    example: { mask_type: 'partial', pattern: 'XXXX-####' },
    properties: {
      mask_type: 'Type of the mask.',
      pattern: ['Pattern of the masked value. Only for `partial`.', 'XXXX-####'],
      replacement: ['Text in place of the value. Only for `replace`.', 'hidden'],
      ranges: 'Ranges of values. The first one that matches is used. Only for `range`.',
      'ranges.min': ['Lowest value of the range, inclusive.', 0],
      'ranges.max': ['Highest value of the range, exclusive.', 1000],
      'ranges.label': ['Text in place of the value.', 'under 1,000'],
      sql: ['SQL expression over columns of the row. Only for `custom`.', 'LEFT(email, 2)'],
    },
  },
  PendingApproval: {
    description: 'A change that is waiting for an administrator.',
    properties: {
      id: ['ID of the pending change. It changes with the change.', 'ap_83d1f7'],
      parts: ['Parts of the area that are waiting.', ['tables']],
      summary,
      summary_messages,
    },
  },
  AreaApproval: {
    description: 'A business area that is waiting for an administrator.',
    like: ['PendingApproval'],
    properties: {
      kind: 'Whether a user requested a change (`change`), or the area shows protected tables without approval (`exposure`).',
      requested_by: ['Email address of the user who requested it. Null for `exposure`.', 'ann@example.com'],
      tables: ['Protected tables that it is about.', ['salaries']],
      effects: ['Who sees what after an approval, in sentences.', effects[1]],
      effect_messages,
    },
  },
  AreaApprovals: {
    description: 'Everything that is waiting for an administrator.',
    properties: { approvals: 'The pending approvals.' },
  },
  DecideApprovalResponse: {
    description: 'The decision.',
    properties: {
      id: ['ID of the pending change.', 'ap_83d1f7'],
      decision: 'What you decided.',
      message: ['What happened, for people.', 'The change to Orders was approved.'],
      pattern: [pattern, 'The change to {area} was approved.'],
      values: ['The values of the pattern, by name.', { area: 'Orders' }],
    },
  },
  ProtectionMatrix: {
    description: 'Tables of a connection, by the business areas that show them.',
    properties: {
      database: 'The connection.',
      'database.name': ['Name of the connection.', 'Shop'],
      same_database: 'Other connections to the same database.',
      'same_database.name': ['Name of the connection.', 'Shop (reports)'],
      areas: 'Business areas that show tables of the connection.',
      tables: 'Matching tables, at most 200.',
      total_count: ['Number of matching tables.', 14],
      warnings: 'Protected tables that users can read without rules.',
      'warnings.message': [
        'The warning, for people.',
        'salaries is protected, but Orders shows all of its rows and columns.',
      ],
      'warnings.pattern': [pattern, '{table} is protected, but {area} shows all of its rows and columns.'],
      'warnings.values': ['The values of the pattern, by name.', { table: 'salaries', area: 'Orders' }],
    },
  },
  ProtectionMatrixArea: {
    description: 'A business area of the matrix.',
    properties: {
      owner_is_admin: 'Whether the owner is an administrator.',
      is_active: 'Whether questions can use the area.',
      reach: ['Who can ask in the area.', 'The owner and 3 more users'],
      reach_message: [
        'The text of `reach`, for translations.',
        {
          text: '{n, plural, one {The owner and one more user} other {The owner and # more users}}',
          values: { n: 3 },
        },
      ],
      granted_to: ['Email addresses of users with a grant, at most 50.', ['ann@example.com']],
    },
  },
  ProtectionMatrixCell: {
    description: 'What one business area does with one table.',
    properties: {
      state: 'Whether users can read the table (`open`) or it is waiting for an administrator (`waiting`).',
      row_rules: ['Names of the row rules that apply to the table.', ['Own region']],
      masks: 'Column masks that apply to the table.',
      'masks.column': ['Name of the column.', 'email'],
      'masks.mask_type': 'Type of the mask.',
      'masks.rule': ['Name of the rule.', 'Hide contacts'],
      can_protect: 'Whether the owner wrote rules for a table that is not protected.',
    },
  },
  ProtectionMatrixTable: {
    description: 'A table of the matrix.',
    properties: {
      protection: 'How the table is protected. Null if it is not.',
      'protection.reason':
        'Why: a rule of an administrator (`rule`), a mark (`marked`), the upgrade from version 1.1 (`upgrade`), or a protected table that the view reads (`view`).',
      'protection.protected_by': ['Email address of the administrator. Null if there is none.', 'ann@example.com'],
      'protection.protected_at': ['When the table was protected.', time],
      'protection.through': ['For a view: protected tables that it reads.', ['salaries']],
      areas: 'What each business area does with the table.',
    },
  },
  ChangeProtectionRequest: {
    description: 'A table to protect or unprotect.',
    properties: { protected: 'Whether the table is protected after the change.' },
  },
  ChangeProtectionResponse: {
    description: 'The changed protection.',
    properties: { protected: 'Whether the table is protected.', effects, effect_messages },
  },
}
