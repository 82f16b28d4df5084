import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { Policies } from '../contract.ts'
import { shopCatalogue, table } from './request.ts'

const ownDatabase: Partial<Record<SqlDialect, string>> = {
  tsql: 'shop',
  bigquery: 'my-project',
  snowflake: 'SHOP',
  oracle: 'SHOP',
  hana: 'SHOP',
}

/** The small shop as its own database names it, with a calculation view of HANA. */
export function honestCatalogue(dialect: SqlDialect): Catalogue {
  const catalogue = shopCatalogue(dialect)
  const views = dialect === 'hana' ? [table('sales.pkg/CV_SALES', ['REGION', 'AMOUNT:number'], '_SYS_BIC')] : []
  return { ...catalogue, database: ownDatabase[dialect] ?? null, tables: [...catalogue.tables, ...views] }
}

/** Row rules for the asking user, and masks that leave every column readable. */
export const honestPolicies: Policies = {
  rowRules: {
    rules: [
      {
        name: 'own rows',
        tables: {
          orders: { condition: 'user_id = :current_user_id' },
          users: { condition: 'tenant_id = :current_tenant_id' },
          order_items: {
            inherit_parent_security: true,
            requires: 'orders',
            join_condition: 'order_items.order_id = orders.id',
          },
        },
      },
    ],
  },
  columnRules: {
    rules: [
      {
        name: 'personal data',
        tables: { users: { ssn: { mask_type: 'partial', pattern: 'XXX-XX-####' }, email: { mask_type: 'hash' } } },
      },
    ],
  },
  hashSalt: 'salt',
}
