const customers = 'customers'

/** Every kind of row rule and of column mask, in one area on the shop. */
export const protectedSales = {
  area_name: 'Sales',
  description: 'Customers and what they ordered',
  ai_instructions: 'Amounts are in whole euros.',
  synonyms: ['revenue', 'turnover'],
  tables: [
    {
      table_name: customers,
      description: 'People who ordered',
      synonyms: ['clients'],
      columns: [{ name: 'credit', description: 'Credit limit in euros', synonyms: ['limit'] }],
    },
    { table_name: 'orders' },
    { table_name: 'order_lines' },
    { table_name: 'visits' },
  ],
  joins: [
    {
      join_type: 'INNER',
      left_table: 'orders',
      left_column: 'customer_id',
      right_table: customers,
      right_column: 'id',
    },
    { left_table: 'order_lines', right_table: 'orders', join_condition: 'order_lines.order_id = orders.id' },
    { description: 'A visit belongs to the customer who was visited.' },
  ],
  is_default: true,
  visibility: 'public',
  row_security_rules: {
    rules: [
      { name: 'Own region', tables: { customers: { condition: 'region = :user.region', always_apply: true } } },
      {
        name: 'Orders of those customers',
        description: 'Follows the customers',
        tables: {
          orders: {
            inherit_parent_security: true,
            requires: customers,
            join_condition: 'orders.customer_id = customers.id',
          },
          order_lines: { condition: 'quantity < 100', always_apply: false, requires: 'orders' },
        },
      },
      {
        name: 'Own visits',
        tables: { visits: { condition: 'dept_id = :current_dept_id OR rep_id = :current_user_id' } },
      },
      { name: 'Not archived', tables: { ALL: { condition: 'archived = 0', when_column_exists: 'archived' } } },
    ],
    parameters: { ':user.region': 'The region that the user sells in' },
  },
  column_security_rules: {
    rules: [
      {
        name: 'Personal data',
        description: 'Kept from everyone who asks here',
        tables: {
          customers: {
            email: { mask_type: 'partial', pattern: '****@domain.com' },
            phone: { mask_type: 'partial', pattern: '(XXX) XXX-####' },
            name: { mask_type: 'custom', sql: "substr(name, 1, 1) || '.'" },
            note: { mask_type: 'null' },
            tax_id: { mask_type: 'hash' },
            card: { mask_type: 'replace', replacement: '[card]' },
            birthday: { mask_type: 'disallow' },
            credit: {
              mask_type: 'range',
              ranges: [
                { max: 1000, label: 'low' },
                { min: 1000, max: 10000, label: 'middle' },
                { min: 10000, label: 'high' },
              ],
            },
          },
        },
      },
    ],
  },
}

/** An area of a GENERAL owner, to which that owner adds a table that `protectedSales` protects. */
export const teamArea = {
  area_name: 'Team',
  description: 'The team’s own area',
  tables: [{ table_name: 'regions' }],
  visibility: 'restricted',
}

/** An area of a GENERAL owner with a view on tables that `protectedSales` protects. */
export const viewArea = {
  area_name: 'Big orders',
  description: 'Orders above 100 euros',
  tables: [{ table_name: 'big_orders' }],
  visibility: 'public',
}

export const staffArea = {
  area_name: 'Staff',
  description: null,
  tables: [{ table_name: 'staff' }],
  visibility: 'private',
  column_security_rules: {
    rules: [{ name: 'Salaries', tables: { staff: { salary: { mask_type: 'disallow' } } } }],
  },
}

export const partsArea = {
  area_name: 'Parts',
  description: 'What is in stock',
  tables: [{ table_name: 'parts' }, { table_name: 'suppliers' }],
  visibility: 'restricted',
  is_active: true,
}
